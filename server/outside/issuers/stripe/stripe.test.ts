import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { cardBlocks } from '#contract/cards/states.ts'
import { owner } from '#test/database.ts'
import { asks, booksHold, openingInput, work } from '#test/fixtures/cards.ts'
import { withApp } from '#test/http/app.ts'
import { onWire, type Bought } from '#test/issuers/onWire.ts'
import { wires } from '#test/issuers/wires.ts'
import { newAccount, type Person } from '#test/world.ts'
import { dateOf, nowMs } from '#server/core/clock.ts'
import { db, many, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { fillGaps } from '#server/trades/events/intake.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'
import { stripeRange as range } from '#simulators/ranges.ts'
import { OutsideRefused, OutsideUnknown } from '#server/outside/ask.ts'
import { issuerOf, outside, useOutside, withIssuers } from '#server/outside/outside.ts'
import { stripeIssuer } from './stripe.ts'

const HOLDER = { firstName: 'Ana', lastName: 'Lin' }
const ADDRESS = { street: '1 Main St', city: 'Austin', state: 'TX', zipCode: '73301', country: 'US' }

describe('a card at Stripe, on its own wire', () => {
  const served = withApp()
  let ana: Person
  let cardId: string
  let ref: string

  const { call, plastic, buys, happened, money } = onWire(served, 'stripe', () => ({ who: ana, cardId, ref }))
  const holders = () => db.selectFrom('issuer_holder').select(['account_id', 'issuer_ref']).execute()
  const opens = async (person: Person, more: object = {}) => {
    const opened = await asks(person, 'openCard', openingInput({ vid: range.vid, rechargeAmount: 50_000, ...more }))
    await work()
    return opened
  }

  test('is made once for a holder who is created once, and its number is nowhere here', async () => {
    const { url } = served.simulators
    const secrets = stripeSecrets(served.secret)
    await wires.find(({ issuerId }) => issuerId === 'stripe')!.connect(served)
    const account = { ...secrets, url, scriptUrl: url }
    assert.deepEqual((await issuerOf('stripe').capabilities()).ranges, [])
    const { ranges } = await stripeIssuer({ ...account, bin: range.bin }).capabilities()
    assert.deepEqual(
      ranges.map(({ programRef, bin, network }) => [programRef, bin, network]),
      [[range.programRef, range.bin, range.network]],
    )
    await issuerOf('stripe').check!()
    await assert.rejects(stripeIssuer({ ...account, key: 'sk_test_0000000000' }).check!(), { code: 'KEY_REFUSED' })
    ana = await newAccount({ balanceCents: 500_000 })
    await sql`UPDATE account SET identity = 'PASSED' WHERE account_id = ${ana.accountId}`.execute(db)
    const opened = await opens(ana)
    cardId = opened.cardId
    const { issuer_ref, status, last4 } = await db
      .selectFrom('card')
      .select(['issuer_ref', 'status', 'last4'])
      .where('card_id', '=', cardId)
      .executeTakeFirstOrThrow()
    ref = issuer_ref!
    const { cardNumber } = plastic()
    assert.deepEqual([status, last4], ['ACTIVE', cardNumber.slice(-4)])
    const issuer = issuerOf('stripe')
    assert.equal((await issuer.findByIdem(opened.orderNo))!.ref, ref)
    assert.equal(await issuer.findByIdem(newId('ord')), null)
    await opens(ana)
    const [holder, ...others] = await holders()
    assert.deepEqual([holder!.account_id, others], [ana.accountId, []])
    // As after a crash before the row was written: the same person is asked for with the same key.
    await sql`DELETE FROM issuer_holder`.execute(owner)
    await opens(ana)
    assert.deepEqual(await holders(), [holder])
    await opens(ana, { firstName: 'Bea' })
    assert.equal((await holders()).length, 2)
    const tables = await many(
      db,
      sql<{
        text: string
      }>`SELECT card_order::text AS text FROM card_order UNION ALL SELECT card::text FROM card UNION ALL SELECT issuer_holder::text FROM issuer_holder`,
    )
    assert.ok(tables.length > 3 && !tables.some(({ text }) => text.includes(cardNumber)))
  })

  test('a person whom Stripe does not take gets no card, and the money back', async () => {
    const ben = await newAccount({ balanceCents: 100_000 })
    const { cardId: refused } = await opens(ben, { firstName: 'REFUSE' })
    const { status } = await db
      .selectFrom('card')
      .select('status')
      .where('card_id', '=', refused)
      .executeTakeFirstOrThrow()
    assert.equal(status, 'FAILED')
    assert.equal((await holders()).length, 2)
    await booksHold()
  })

  test('its number is shown by Stripe’s script in a page of ours, for whoever has a ticket, for a minute', async () => {
    const issuer = issuerOf('stripe')
    const shown = await issuer.reveal(ref, { actorId: 'test', reason: 'test', lang: 'en' })
    assert.ok('iframeUrl' in shown)
    const { pathname, hash } = new URL(shown.iframeUrl, served.url)
    const page = await fetch(`${served.url}${shown.iframeUrl}`)
    const policy = page.headers.get('content-security-policy')!
    assert.match(policy, /frame-ancestors 'self'/)
    assert.ok(!policy.includes('unsafe') && policy.includes(`script-src 'self' ${served.simulators.url};`))
    assert.deepEqual(
      [page.headers.get('x-frame-options'), page.headers.get('cache-control')],
      ['SAMEORIGIN', 'no-store'],
    )
    const html = await page.text()
    assert.ok(html.includes('Card number') && !/<script>|style=/.test(html))
    for (const file of ['page.js', 'page.css'])
      assert.equal((await fetch(`${served.url}${pathname}/${file}`)).status, 200)
    assert.equal((await fetch(`${served.url}/frames/simulated`)).status, 404)

    const ticket = hash.slice(1)
    const key = async (input: object): Promise<[number, { ephemeralKeySecret?: string }]> => {
      const answer = await fetch(`${served.url}${pathname}/key`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      return [answer.status, (await answer.json()) as { ephemeralKeySecret?: string }]
    }
    const [text, signature] = ticket.split('.')
    const other = { card: 'ic_other', until: nowMs() + 60_000 }
    const forged = Buffer.from(JSON.stringify(other)).toString('base64url')
    const mac = createHmac('sha256', 'guessed').update(forged).digest('base64url')
    for (const wrong of ['', 'x', `${text}.`, `${forged}.${signature}`, `${forged}.${mac}`])
      assert.equal((await key({ ticket: wrong, nonce: 'n' }))[0], 403, wrong)
    assert.equal((await key({ nonce: 'n' }))[0], 403)
    const [status, { ephemeralKeySecret }] = await key({ ticket, nonce: 'ephkn_1' })
    assert.equal(status, 200)
    const query = { type: 'issuingCardNumberDisplay', card: ref, nonce: 'ephkn_1', key: ephemeralKeySecret! }
    const element = await fetch(`${served.simulators.url}/stripe-js/element?${new URLSearchParams(query)}`)
    assert.ok((await element.text()).replaceAll(/\s|<[^>]*>/g, '').includes(plastic().cardNumber))
    assert.equal((await key({ ticket, nonce: 'ephkn_1' }))[0], 403, 'a nonce is used once')
  })

  test('lives its whole life: held, raised, cleared in parts, refunded, reversed, expired, forced', async () => {
    const { authorizationId: first, approved } = await buys(3000)
    assert.deepEqual([approved, await money()], [true, [50_000, 3000]])
    const raised = await call<Bought>(`/network/authorizations/${first}/increment`, { amountCents: 500 })
    assert.deepEqual([raised.approved, await money()], [true, [50_000, 3500]])
    await call(`/network/authorizations/${first}/clear`, { amountCents: 1500, final: false })
    await happened()
    assert.deepEqual(await money(), [48_500, 2000])
    await call(`/network/authorizations/${first}/clear`, { amountCents: 1800 })
    await happened()
    assert.deepEqual(await money(), [46_700, 0], 'what is not captured is released')
    await call(`/network/authorizations/${first}/refund`, { amountCents: 700 })
    await happened()
    assert.deepEqual(await money(), [47_400, 0])

    const { authorizationId: second } = await buys(4000)
    await call(`/network/authorizations/${second}/reverse`, { amountCents: 1500 })
    await happened()
    assert.deepEqual(await money(), [47_400, 2500])
    await call(`/network/authorizations/${second}/reverse`, {})
    await happened()
    const { authorizationId: third } = await buys(2500)
    await call(`/network/authorizations/${third}/expire`, {})
    await happened()
    assert.deepEqual(await money(), [47_400, 0])
    const { authorizationId: over } = await buys(1000, { merchantId: 'mer_bistro' })
    await call(`/network/authorizations/${over}/clear`, { amountCents: 1200 })
    await happened()
    assert.deepEqual(await money(), [46_200, 0], 'a tip')
    const loose = { cardNumber: plastic().cardNumber, merchantId: 'mer_google_ads', amountCents: 200 }
    const { clearingId } = await call<{ clearingId: string }>('/network/forced-posts', loose)
    await happened()
    assert.deepEqual(await money(), [46_000, 0])
    await call(`/network/postings/${clearingId}/reverse`)
    const { refundId } = await call<{ refundId: string }>(`/network/authorizations/${over}/refund`, {
      amountCents: 300,
    })
    await happened()
    assert.deepEqual(await money(), [46_500, 0])
    await call(`/network/postings/${refundId}/reverse`)
    await happened()
    assert.deepEqual(await money(), [46_200, 0])
    const statuses = await db.selectFrom('auth').select('status').execute()
    assert.deepEqual(
      new Set(statuses.map(({ status }) => status)),
      new Set(['COMPLETE', 'REVERSED', 'EXPIRED']),
      'each has ended',
    )
    await booksHold()
  })

  test('a part is approved where the terminal takes one', async () => {
    const part = await buys(60_000, { partialOk: true })
    assert.deepEqual([part.approved, part.amountCents, (await money())[1]], [true, 46_200, 46_200])
    await call(`/network/authorizations/${part.authorizationId}/reverse`, {})
    await happened()
    await booksHold()
  })

  test('is declined by us and by Stripe, and both are shown; ours has its reason at Stripe', async () => {
    const tooMuch = await buys(9_000_000)
    assert.deepEqual([tooMuch.approved, tooMuch.reason, (await money())[1]], [false, 'SINGLE_LIMIT', 0])
    await buys(1000, { cvc: '000' })
    await happened()
    const declined = await db.selectFrom('auth').select('reason').where('status', '=', 'DECLINED').execute()
    assert.deepEqual(new Set(declined.map(({ reason }) => reason)), new Set(['CVC_MISMATCH', 'SINGLE_LIMIT']))
    await booksHold()
  })

  test('an approval that Stripe never heard is taken back, of an increment alone', async () => {
    const { authorizationId } = await buys(1000)
    // An answer without a version is none to Stripe.
    const { answerHeaders: _, ...unread } = issuerOf('stripe')
    const before = outside
    useOutside(withIssuers(before, unread))
    const raised = await call<Bought>(`/network/authorizations/${authorizationId}/increment`, { amountCents: 300 })
    const other = await buys(400)
    useOutside(before)
    assert.deepEqual([raised.approved, other.approved, (await money())[1]], [false, false, 1700])
    await happened()
    assert.deepEqual((await money())[1], 1000)
    await call(`/network/authorizations/${authorizationId}/reverse`, {})
    await happened()
    assert.deepEqual((await money())[1], 0)
    await booksHold()
  })

  test('what its owner freezes is no block of Stripe’s, and what is done in its dashboard is one', async () => {
    const blocks = async () =>
      (await db.selectFrom('card').select('blocks').where('card_id', '=', cardId).executeTakeFirstOrThrow()).blocks
    const freezes = async (frozen: boolean) => {
      await asks(ana, 'freezeCard', { cardId: [cardId], frozen, requestNo: newId('req') })
      await work()
      await happened()
    }
    await freezes(true)
    assert.deepEqual([await blocks(), (await issuerOf('stripe').getCard(ref)).state], [cardBlocks.USER.bit, 'PAUSED'])
    await freezes(false)
    assert.deepEqual([await blocks(), (await issuerOf('stripe').getCard(ref)).state], [0, 'ACTIVE'])
    const inDashboard = async (status: string) => {
      const headers = { authorization: `Bearer ${stripeSecrets(served.secret).key}` }
      const body = new URLSearchParams({ status })
      await fetch(`${served.simulators.url}/v1/issuing/cards/${ref}`, { method: 'POST', headers, body })
      await happened()
    }
    await inDashboard('inactive')
    assert.equal(await blocks(), cardBlocks.ISSUER.bit)
    await inDashboard('active')
    assert.equal(await blocks(), 0)
  })

  test('is frozen there and thawed; closed, it stays so', async () => {
    const issuer = issuerOf('stripe')
    for (const time of ['a', 'a']) await issuer.setState(ref, 'PAUSED', 'test', time)
    assert.equal((await issuer.getCard(ref)).state, 'PAUSED')
    assert.equal((await buys(1000)).approved, false)
    await issuer.setState(ref, 'ACTIVE', 'test', 'b')
    const holderRef = await issuer.createHolder!(HOLDER, ADDRESS, 'holder_1')
    assert.equal(await issuer.createHolder!(HOLDER, ADDRESS, 'holder_1'), holderRef)
    const card = { idem: newId('ord'), programRef: 'usd', memo: 'acc_1', holder: HOLDER, address: ADDRESS }
    const other = await issuer.createCard({ ...card, holderRef })
    await issuer.setState(other.ref, 'CLOSED', 'test', 'c')
    await issuer.setState(other.ref, 'CLOSED', 'test', 'c')
    await assert.rejects(issuer.setState(other.ref, 'ACTIVE', 'test', 'd'), { code: 'CARD_CLOSED' })
    await assert.rejects(issuer.getCard('ic_none'), { code: 'CARD_NOT_FOUND' })
    await assert.rejects(issuer.createCard({ ...card, idem: newId('ord'), holderRef: 'ich_none' }), OutsideRefused)
    await assert.rejects(issuer.createCard({ ...card, idem: newId('ord') }), { code: 'HOLDER_REFUSED' })
    await assert.rejects(issuer.updateHolder(ref, HOLDER, ADDRESS, 'e'), { code: 'HOLDER_REFUSED' })
  })

  test('an answer that is lost makes no second card, and a used key with another request is no refusal', async () => {
    const issuer = issuerOf('stripe')
    const holderRef = await issuer.createHolder!(HOLDER, ADDRESS, 'holder_1')
    const idem = newId('ord')
    const card = { idem, programRef: 'usd', memo: 'acc_1', holder: HOLDER, address: ADDRESS, holderRef }
    await call('/network/faults', { loseCardAnswers: true })
    await assert.rejects(issuer.createCard(card), OutsideUnknown)
    await call('/network/faults', {})
    const found = await issuer.findByIdem(idem)
    assert.equal((await issuer.createCard(card)).ref, found!.ref)
    await assert.rejects(issuer.createCard({ ...card, memo: 'acc_2' }), OutsideUnknown)
    const made: string[] = []
    for (let cursor: string | undefined, more = true; more;) {
      const page = await issuer.listCards(cursor)
      made.push(...page.cards.map((one) => one.idem))
      cursor = page.next
      more = cursor !== undefined
    }
    assert.equal(made.filter((one) => one === idem).length, 1)
    await call('/network/faults', { issuerDownMs: 60_000 })
    await assert.rejects(issuer.createCard({ ...card, idem: newId('ord') }), OutsideUnknown)
    await assert.rejects(issuer.findByIdem(idem), OutsideUnknown)
    await call('/network/faults', {})
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
    await applyEvents({ issuerId: 'stripe', cardRef: ref })
    assert.deepEqual(await money(), [before[0]! - 1200, 0])
    const days = [dateOf(nowMs() - 86_400_000), dateOf(nowMs())]
    const files = await Promise.all(days.map((day) => issuerOf('stripe').settlement(day)))
    const lines = files.flatMap((file) => file.lines)
    const sum = lines.reduce((cents, line) => cents + (line.type === 'refund.posted' ? -line.amount : line.amount), 0)
    assert.equal(50_000 - (await money())[0]!, sum)
    const { amount, currency } = await issuerOf('stripe').programBalance()
    assert.deepEqual([amount, currency], [5_000_000_00 - sum, 'USD'])
    await booksHold()
  })

  test('twice and in another order, the same events leave the same books', async () => {
    const [posted] = await money()
    await call('/network/faults', { duplicate: true, reorderMs: 200 })
    const { authorizationId } = await buys(2000)
    await call(`/network/authorizations/${authorizationId}/clear`, { amountCents: 700, final: false })
    await call(`/network/authorizations/${authorizationId}/clear`, { amountCents: 800 })
    await call(`/network/authorizations/${authorizationId}/refund`, { amountCents: 100 })
    await call('/network/faults', {})
    for (let tries = 0; tries < 50 && (await money()).join() !== `${posted! - 1400},0`; tries++) await happened()
    assert.deepEqual(await money(), [posted! - 1400, 0])
    await booksHold()
  })
})
