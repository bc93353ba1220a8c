import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { owner } from '#test/database.ts'
import { cardNumbersInColumns } from '#test/dump.ts'
import { asks, booksHold, openingInput, work } from '#test/fixtures/cards.ts'
import { withApp } from '#test/http/app.ts'
import { onWire, type Bought } from '#test/issuers/onWire.ts'
import { wires } from '#test/issuers/wires.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, type Person } from '#test/world.ts'
import { db, many, sql } from '#server/core/db.ts'
import { dateOf, nowMs } from '#server/core/clock.ts'
import { newId } from '#server/core/ids.ts'
import type { Actor } from '#server/core/actor.ts'
import { answerThreeD } from '#server/threeD/answerThreeD.ts'
import { cardThreeD } from '#server/threeD/showCodes.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { fillGaps } from '#server/trades/events/intake.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import { lithicRanges } from '#simulators/ranges.ts'
import { OutsideRefused, OutsideUnknown } from '#server/outside/ask.ts'
import { sign, signingKey } from '#server/outside/signatures.ts'
import { issuerOf } from '#server/outside/outside.ts'

/** What follows an answer comes on its own, a moment later. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 100; tries > 0; tries--) {
    if (await isSo()) return
    await sleep(50)
  }
  assert.fail('it never came')
}

describe('a card at Lithic, on its own wire', () => {
  const served = withApp()
  const [range] = lithicRanges
  let ana: Person
  let cardId: string
  let ref: string

  const { call, plastic, buys, happened, money } = onWire(served, 'lithic', () => ({ who: ana, cardId, ref }))

  test('is made once, and its number is on Lithic’s page and nowhere here', async () => {
    await wires.find(({ issuerId }) => issuerId === 'lithic')!.connect(served)
    ana = await newAccount({ balanceCents: 500_000 })
    const opened = await asks(ana, 'openCard', openingInput({ vid: range!.vid, rechargeAmount: 50_000 }))
    cardId = opened.cardId
    await work()
    const { issuer_ref, status, last4 } = await db
      .selectFrom('card')
      .select(['issuer_ref', 'status', 'last4'])
      .where('card_id', '=', cardId)
      .executeTakeFirstOrThrow()
    ref = issuer_ref!
    const { cardNumber } = plastic()
    assert.deepEqual([status, last4], ['ACTIVE', cardNumber.slice(-4)])
    const issuer = issuerOf('lithic')
    assert.equal((await issuer.findByIdem(opened.orderNo))!.ref, ref)
    assert.equal(await issuer.findByIdem('ord_none'), null)
    const shown = await issuer.reveal(ref, { actorId: 'test', reason: 'test' })
    assert.ok('iframeUrl' in shown && new URL(shown.iframeUrl).origin === issuer.revealOrigin)
    assert.ok((await (await fetch(shown.iframeUrl)).text()).replaceAll(/\s|<[^>]*>/g, '').includes(cardNumber))
    const tables = await many(
      db,
      sql<{ text: string }>`SELECT card_order::text AS text FROM card_order UNION ALL SELECT card::text FROM card`,
    )
    assert.ok(tables.length > 1 && !tables.some(({ text }) => text.includes(cardNumber)))
  })

  test('lives its whole life: held, raised, cleared in parts, refunded, reversed, expired, forced', async () => {
    const { authorizationId: first, approved } = await buys(3000)
    assert.deepEqual([approved, await money()], [true, [50_000, 3000]])
    assert.equal(
      (await call<Bought>(`/network/authorizations/${first}/increment`, { amountCents: 500 })).approved,
      true,
    )
    assert.deepEqual(await money(), [50_000, 3500])
    const tooMuch = await call<Bought>(`/network/authorizations/${first}/increment`, { amountCents: 60_000 })
    assert.deepEqual([tooMuch.approved, tooMuch.reason], [false, 'INSUFFICIENT_FUNDS'])
    await happened()
    assert.deepEqual(await money(), [50_000, 3500])
    assert.deepEqual(await many(db, sql`SELECT FROM webhook_inbox WHERE state <> 'DONE'`), [])
    await call(`/network/authorizations/${first}/clear`, { amountCents: 1500, final: false })
    await happened()
    assert.deepEqual(await money(), [48_500, 2000])
    await call(`/network/authorizations/${first}/clear`, { amountCents: 2000 })
    await happened()
    assert.deepEqual(await money(), [46_500, 0])
    await call(`/network/authorizations/${first}/refund`, { amountCents: 700 })
    await happened()
    assert.deepEqual(await money(), [47_200, 0])

    const { authorizationId: second } = await buys(4000)
    await call(`/network/authorizations/${second}/reverse`, {})
    await happened()
    const { authorizationId: third } = await buys(2500)
    await call(`/network/authorizations/${third}/expire`, {})
    await happened()
    assert.deepEqual(await money(), [47_200, 0])
    const { cardNumber } = plastic()
    const { clearingId } = await call<{ clearingId: string }>('/network/forced-posts', {
      ...{ cardNumber, merchantId: 'mer_google_ads', amountCents: 200 },
    })
    await happened()
    assert.deepEqual(await money(), [47_000, 0])
    await call(`/network/postings/${clearingId}/reverse`)
    await happened()
    assert.deepEqual(await money(), [47_200, 0])
    await booksHold()
  })

  test('a payment that needs its cardholder is confirmed or rejected here, once, and Lithic tells how it ended', async () => {
    const challenged = async () => {
      const bought = await buys(1500, { merchantId: 'mer_always_challenges' })
      await happened()
      const [newest] = (await cardThreeD(ana, { cardId })).list
      return { ...bought, ...newest! }
    }
    const answers = (id: string, answer: 'APPROVE' | 'DECLINE', who: Actor = ana) => answerThreeD(who, { id, answer })

    const first = await challenged()
    assert.deepEqual(
      [first.approved, first.code, first.answer, first.amount, first.merchantName, first.used],
      [false, null, null, 1500, 'ALWAYS CHALLENGES TEST', 0],
    )
    await assert.rejects(answers(first.id, 'APPROVE', await newAccount()), refusedAs('not_found'))
    const held = (await money())[1]!
    await answers(first.id, 'APPROVE')
    await until(async () => (await money())[1] === held + 1500)
    await assert.rejects(answers(first.id, 'DECLINE'), refusedAs('conflict'))
    await happened()
    const [confirmed] = (await cardThreeD(ana, { cardId })).list
    assert.deepEqual([confirmed!.answer, confirmed!.used, confirmed!.result], ['APPROVE', 1, 'PASSED'])

    const second = await challenged()
    await answers(second.id, 'DECLINE')
    await until(async () => {
      await happened()
      return (await cardThreeD(ana, { cardId })).list[0]!.used === 1
    })
    // The purchase goes on by itself, as one that has failed.
    await until(
      async () =>
        (await db.selectFrom('auth').select('reason').where('reason', '=', 'THREEDS_FAILED').execute()).length === 1,
    )
    const [rejected] = (await cardThreeD(ana, { cardId })).list
    assert.deepEqual([rejected!.answer, rejected!.result, (await money())[1]], ['DECLINE', 'FAILED', held + 1500])

    const third = await challenged()
    await call('/network/faults', { issuerDownMs: 60_000 })
    await assert.rejects(answers(third.id, 'APPROVE'), refusedAs('issuer_unavailable'))
    await call('/network/faults', {})
    assert.equal((await cardThreeD(ana, { cardId })).list[0]!.answer, null)
    const logged = await many(
      db,
      sql<{ en: string }>`SELECT content_en AS en FROM operate_log WHERE type = 'CARD_OTP' ORDER BY id`,
    )
    assert.deepEqual(
      logged.map(({ en }) => en),
      ['Confirmed', 'Rejected', 'Confirmed'].map((word) => `${word} a 3-D Secure payment (ALWAYS CHALLENGES TEST)`),
    )
    await call(`/network/authorizations/${first.authorizationId}/reverse`)
    await happened()
    await booksHold()
  })

  test('is declined in Lithic’s words, by us and by Lithic, and both are shown', async () => {
    const tooMuch = await buys(9_000_000)
    assert.deepEqual([tooMuch.approved, (await money())[1]], [false, 0])
    await buys(1000, { cvc: '000' })
    await happened()
    const declined = await db.selectFrom('auth').select('reason').where('status', '=', 'DECLINED').execute()
    assert.deepEqual(
      new Set(declined.map(({ reason }) => reason)),
      new Set(['CVC_MISMATCH', 'SINGLE_LIMIT', 'THREEDS_FAILED']),
    )
    await booksHold()
  })

  test('is frozen there and thawed; closed, it stays so', async () => {
    const issuer = issuerOf('lithic')
    await issuer.setState(ref, 'PAUSED', 'test', 'a')
    await issuer.setState(ref, 'PAUSED', 'test', 'a')
    assert.equal((await issuer.getCard(ref)).state, 'PAUSED')
    assert.equal((await buys(1000)).approved, false)
    await issuer.setState(ref, 'ACTIVE', 'test', 'b')
    const other = await issuer.createCard({
      ...{ idem: 'ord_other', programRef: range!.programRef, memo: 'acc_1' },
      holder: { firstName: 'Ana', lastName: 'Lin' },
      address: { street: '1 Main St', city: 'Austin', state: 'TX', zipCode: '73301', country: 'US' },
    })
    await issuer.setState(other.ref, 'CLOSED', 'test', 'c')
    await assert.rejects(issuer.setState(other.ref, 'ACTIVE', 'test', 'd'), { code: 'CARD_CLOSED' })
    await assert.rejects(issuer.getCard('19c22c47-7a75-43ee-9891-595419830f7e'), OutsideRefused)
  })

  test('what its owner freezes is no block of Lithic’s, and what is done in its dashboard is one', async () => {
    const blocks = async () => (await asks(ana, 'showCard', { cardId })).card.blocks
    const freezes = async (frozen: boolean) => {
      await asks(ana, 'freezeCard', { cardId: [cardId], frozen, requestNo: newId('req') })
      await work()
      await happened()
    }
    await freezes(true)
    assert.deepEqual(await blocks(), ['USER'])
    await freezes(false)
    assert.deepEqual(await blocks(), [])
    await issuerOf('lithic').setState(ref, 'PAUSED', 'in the dashboard', 'x')
    await happened()
    assert.deepEqual(await blocks(), ['ISSUER'])
    await issuerOf('lithic').setState(ref, 'ACTIVE', 'in the dashboard', 'y')
    await happened()
    assert.deepEqual(await blocks(), [])
  })

  test('an answer that is lost makes no second card', async () => {
    const issuer = issuerOf('lithic')
    const card = {
      ...{ idem: 'ord_lost', programRef: range!.programRef, memo: 'acc_1' },
      holder: { firstName: 'Ana', lastName: 'Lin' },
      address: { street: '1 Main St', city: 'Austin', state: 'TX', zipCode: '73301', country: 'US' },
    }
    await call('/network/faults', { loseCardAnswers: true })
    await assert.rejects(issuer.createCard(card), OutsideUnknown)
    await call('/network/faults', {})
    const found = await issuer.findByIdem('ord_lost')
    assert.equal((await issuer.createCard(card)).ref, found!.ref)
    assert.equal((await issuer.listCards()).cards.filter(({ idem }) => idem === 'ord_lost').length, 1)
  })

  test('what never arrived is found in the list of events, and the settlement of the day is what was booked', async () => {
    const before = await money()
    await call('/network/faults', { dropRate: 1 })
    const { authorizationId } = await buys(1200)
    await call(`/network/authorizations/${authorizationId}/clear`)
    await happened()
    assert.deepEqual(await money(), [before[0]!, 1200])
    await call('/network/faults', {})
    await fillGaps()
    await fillGaps()
    await applyEvents({ issuerId: 'lithic', cardRef: ref })
    assert.deepEqual(await money(), [before[0]! - 1200, 0])
    const days = [dateOf(nowMs() - 86_400_000), dateOf(nowMs())]
    const files = await Promise.all(days.map((day) => issuerOf('lithic').settlement(day)))
    const lines = files.flatMap((file) => file.lines)
    const sum = lines.reduce((cents, line) => cents + (line.type === 'refund.posted' ? -line.amount : line.amount), 0)
    // The forced post is in the file, and its correction is told as an event only.
    assert.equal(50_000 - (await money())[0]!, sum - 200)
    await booksHold()
  })

  test('after all this no copy of the database has a number of a card', async () => {
    assert.deepEqual(await cardNumbersInColumns(), [])
    await sql`UPDATE card SET remark = ${`4242 ${plastic().cardNumber}`} WHERE card_id = ${cardId}`.execute(owner)
    assert.deepEqual(await cardNumbersInColumns(), [`public.card.remark: ${plastic().cardNumber}`])
    await sql`UPDATE card SET remark = '' WHERE card_id = ${cardId}`.execute(owner)
  })

  test('a message that Lithic did not sign, or signed for another door, is refused and leaves nothing', async () => {
    const { asaSecret, webhookSecret } = lithicSecrets(served.secret)
    const body = JSON.stringify({ event_type: 'card.updated', card_token: ref, state: 'CLOSED', previous_fields: {} })
    const kept = async () => (await db.selectFrom('issuer_event').select('event_id').execute()).length
    const count = await kept()
    const sends = async (secret: string, path: string, atMs = Date.now()) => {
      const headers = { 'content-type': 'application/json', ...sign(signingKey(secret), 'msg_x', atMs, body) }
      return (await fetch(`${served.url}${path}`, { method: 'POST', headers, body })).status
    }
    const [events, questions] = ['/issuer/lithic/events', '/issuer/lithic/authorizations']
    assert.deepEqual(
      await Promise.all([
        sends(asaSecret, events),
        sends(served.secret, events),
        sends(webhookSecret, events, Date.now() - 6 * 60_000),
        sends(webhookSecret, questions),
        sends(webhookSecret, '/issuer/simulated/events'),
      ]),
      [401, 401, 401, 401, 401],
    )
    assert.equal(await kept(), count)
    assert.equal(await sends(asaSecret, questions), 400)
  })
})
