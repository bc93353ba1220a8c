import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { identified } from '#test/fixtures/batches.ts'
import { asks, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges, event, shop, tells, type Plastic } from '#test/fixtures/trades.ts'
import { owner } from '#test/database.ts'
import { waiting } from '#test/mail.ts'
import { freeze, newAccount, subOf, type Person } from '#test/world.ts'
import { DAY, HOUR, MINUTE, setClock } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { sql } from '#server/core/db.ts'
import type { News } from '#server/core/news.ts'
import {
  answers as notices,
  notificationAnswers as preferences,
  module as noticesModule,
} from '#server/notices/module.ts'
import { module as tradesModule } from '../module.ts'

withIssuer({ connections: 20 })
let shiftMs = 0
before(() => setClock(() => Date.now() + shiftMs))
after(() => setClock())

const sweep = tradesModule.sweeps['trades.tellDeclines'].work
const worded = new Set<string>()
/** What one person is told of declines, oldest first. Each job runs twice, as after a crash. */
async function toldTo(person: Person): Promise<{ text: string; about: string }[]> {
  for (const news of await waiting<News>('notices.tell')) {
    if (worded.has(news.noticeId)) continue
    worded.add(news.noticeId)
    for (let n = 0; n < 2; n++) await noticesModule.jobs['notices.tell'](news)
  }
  const { list } = await notices.personalNotices(person, { unread: false, limit: 100 })
  return list
    .filter(({ title }) => /charge declined|扣款被拒/i.test(title))
    .map(({ msg, bizType, bizId }) => ({
      text: msg.replace(/<[^>]+>/g, '').replaceAll('&#39;', "'"),
      about: `${bizType} ${bizId}`,
    }))
    .toReversed()
}
const textsTo = async (person: Person) => (await toldTo(person)).map(({ text }) => text)
const chinese = (person: Person): Person => ({ ...person, from: { ...person.from, lang: 'cn' } })
const later = (ms: number) => void (shiftMs += ms)
/** The next minute: what has just been declined waits for a moment. */
async function nextSweep() {
  later(MINUTE)
  await sweep()
}
/** A card with $20, and its last four digits. */
async function aCard(who: Person): Promise<Plastic & { last4: string }> {
  const card = await cardInHand(who, { rechargeAmount: 2_000 })
  return { ...card, last4: card.cardNumber.slice(-4) }
}
const anAccount = async (): Promise<Person> => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'PRO' })
  await identified(ana)
  return ana
}
const LOAD = 'Reason: Insufficient funds. Load $1 to $2 more than the price.'

describe('a declined card', () => {
  test('tells nobody of what was declined before the first sweep', async () => {
    const ana = await anAccount()
    const card = await aCard(ana)
    await charges(card, 5_000)
    later(MINUTE)
    await nextSweep()
    await nextSweep()
    assert.deepEqual(await textsTo(ana), [])
    const { authorizationId } = await charges(card, 5_100)
    await nextSweep()
    assert.deepEqual(await toldTo(ana), [
      {
        text: `Card ending in ${card.last4}: $51.00 at CORNER SHOP was declined. ${LOAD}`,
        about: `auth ${authorizationId}`,
      },
    ])
    assert.deepEqual(await textsTo(chinese(ana)), [
      `尾号 ${card.last4} 的卡片：CORNER SHOP 的 $51.00 扣款被拒。原因：余额不足。余额不足，建议多充 1–2 美元。`,
    ])
  })

  test('tells once in a quarter of an hour, of all that was declined meanwhile', async () => {
    const ana = await anAccount()
    const [card, other] = [await aCard(ana), await aCard(ana)]
    await charges(card, 5_000)
    await sweep()
    assert.deepEqual(await textsTo(ana), [], 'not while a server with a slower clock may add to it')
    await nextSweep()
    assert.equal((await textsTo(ana)).length, 1)
    for (const cents of [5_100, 5_200]) await charges(card, cents)
    await charges(other, 0, { cvc: '000' === other.cvc ? '111' : '000' })
    for (let minute = 1; minute < 15; minute++) await nextSweep()
    assert.deepEqual((await textsTo(ana)).slice(1), [
      `Card ending in ${other.last4}: a card verification at CORNER SHOP was declined. Reason: Wrong security code. Check the CVC. Three wrong attempts in 24 hours block the card.`,
    ])
    await asks(ana, 'freezeCard', { cardIds: [card.cardId], frozen: true, requestNo: requestNo() })
    const { authorizationId } = await charges(card, 100, { merchant: { ...shop, id: 'mer_cafe', name: 'CAFÉ <b>' } })
    await nextSweep()
    await nextSweep()
    assert.deepEqual((await toldTo(ana)).slice(2), [
      {
        text: `Card ending in ${card.last4}: 3 charges were declined, most recently $1.00 at CAFÉ &lt;b&gt;. Reason: Card frozen. Unfreeze the card and try again.`,
        about: `auth ${authorizationId}`,
      },
    ])
    for (let minute = 0; minute < 40; minute++) await nextSweep()
    assert.equal((await textsTo(ana)).length, 3)
  })

  test('tells of what does not count in the decline rate, and of what the network declined', async () => {
    const ana = await anAccount()
    const [twice, other] = [await aCard(ana), await aCard(ana)]
    const terminal = { trace: '000001', terminalId: 'T1', pos: 'CHIP' } as never
    await charges(twice, 300, terminal)
    await charges(twice, 300, terminal)
    await tells(
      event('auth.declined', other, 700, {
        authRef: 'at-the-network',
        reason: 'ISSUER_DECLINED',
        isoCode: '05',
      } as never),
    )
    await nextSweep()
    assert.deepEqual(
      (await textsTo(ana)).map((text) => /Reason: ([^.]+)/.exec(text)![1]),
      ['Duplicate transaction', 'Declined by the issuer'],
    )
  })
})

describe('telling of declines', () => {
  test('is done once by several workers', async () => {
    const ana = await anAccount()
    const cards = [await aCard(ana), await aCard(ana), await aCard(ana)]
    for (const card of cards) await charges(card, 5_000)
    later(MINUTE)
    await Promise.all(Array.from({ length: 6 }, sweep))
    assert.equal((await textsTo(ana)).length, 3)
    for (const card of cards) await charges(card, 5_000)
    later(15 * MINUTE)
    await Promise.all(Array.from({ length: 6 }, sweep))
    assert.equal((await textsTo(ana)).length, 6)
  })

  test('loses nothing and repeats nothing when a worker dies before its commit', async () => {
    const [ana, bo] = [await anAccount(), await anAccount()]
    const [card, his] = [await aCard(ana), await aCard(bo)]
    await charges(card, 5_000)
    await charges(his, 5_000)
    await sql`
      CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.payload ->> 'accountId' = ${sql.lit(ana.accountId)} THEN RAISE 'the worker dies'; END IF;
        RETURN NEW;
      END $$`.execute(owner)
    await sql`CREATE TRIGGER dies BEFORE INSERT ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION dies()`.execute(
      owner,
    )
    await assert.rejects(nextSweep(), /the worker dies/)
    assert.equal((await textsTo(bo)).length, 1, 'another account is told meanwhile')
    await charges(card, 5_100)
    for (let n = 0; n < 2; n++) {
      later(HOUR)
      await assert.rejects(sweep(), /the worker dies/)
    }
    await sql`DROP TRIGGER dies ON graphile_worker._private_jobs`.execute(owner)
    await nextSweep()
    await nextSweep()
    assert.deepEqual(await textsTo(ana), [
      `Card ending in ${card.last4}: 2 charges were declined, most recently $51.00 at CORNER SHOP. ${LOAD}`,
    ])
    assert.equal((await textsTo(bo)).length, 1)
  })

  test('goes on after hours without a worker, and leaves out what is older than a day', async () => {
    const ana = await anAccount()
    const card = await aCard(ana)
    await charges(card, 5_000)
    await nextSweep()
    await charges(card, 5_100)
    later(3 * HOUR)
    await charges(card, 5_200)
    await nextSweep()
    assert.match((await textsTo(ana))[1]!, /2 charges were declined, most recently \$52\.00/)
    await charges(card, 5_300)
    later(DAY + HOUR)
    await nextSweep()
    assert.equal((await textsTo(ana)).length, 2)
  })

  test('finds a decline whose commit took long', async () => {
    const ana = await anAccount()
    const [card, other] = [await aCard(ana), await aCard(ana)]
    await charges(card, 5_000)
    await nextSweep()
    await charges(other, 100)
    later(10 * MINUTE)
    await sweep()
    // As if it had been decided ten minutes ago and was committed only now.
    await sql`UPDATE auth SET status = 'DECLINED', reason = 'INSUFFICIENT_FUNDS', held_cents = 0
               WHERE cell = ${cellOf(ana.accountId)} AND la_id = (SELECT la_id FROM card WHERE card_id = ${other.cardId})`.execute(
      owner,
    )
    await nextSweep()
    assert.equal((await textsTo(ana)).length, 2)
  })
})

describe('who is told', () => {
  test('the sub-account that has the card, and its parent if it wants to', async () => {
    const ana = await anAccount()
    const bo = await subOf(ana)
    const card = await aCard(bo)
    await charges(card, 5_000)
    await nextSweep()
    assert.equal((await textsTo(bo)).length, 1)
    assert.deepEqual(await textsTo(ana), [])

    await preferences.chooseChannel(ana, { event: 'sub_card_declined', channel: 'APP', on: true })
    await charges(card, 5_100)
    later(15 * MINUTE)
    await nextSweep()
    assert.deepEqual(await textsTo(ana), [
      `${bo.name}'s card ending in ${card.last4}: $51.00 at CORNER SHOP was declined. ${LOAD}`,
    ])
    assert.equal((await textsTo(bo)).length, 2)

    await preferences.chooseChannel(bo, { event: 'card_declined', channel: 'APP', on: false })
    await charges(card, 5_200)
    later(15 * MINUTE)
    await nextSweep()
    assert.deepEqual([(await textsTo(ana)).length, (await textsTo(bo)).length], [2, 2])
  })

  test('the parent, of what its sub-account may not see', async () => {
    const ana = await anAccount()
    const bo = await subOf(ana)
    const card = await aCard(bo)
    await sql`UPDATE sub_account SET granted_keys = array_remove(granted_keys, 'trade:view') WHERE sub_uid = ${bo.subUid}`.execute(
      owner,
    )
    await charges(card, 5_000)
    await nextSweep()
    assert.deepEqual([(await textsTo(ana)).length, (await textsTo(bo)).length], [1, 0])
    const [cy, dee] = [await subOf(ana), await subOf(ana)]
    const hers = await aCard(cy)
    await freeze(cy)
    await charges(hers, 5_000)
    await nextSweep()
    assert.deepEqual([(await textsTo(ana)).length, (await textsTo(dee)).length], [2, 0])
  })

  test('nobody, where the account is closing or everything of it is stopped', async () => {
    for (const change of [
      sql`status = 'CLOSING'`,
      sql`status = 'DEACTIVATED', frozen = true`,
      sql`risk_state = 'SHUTDOWN'`,
    ]) {
      const ana = await anAccount()
      const card = await aCard(ana)
      await sql`UPDATE account SET ${change} WHERE ${ofAccount(ana.accountId)}`.execute(owner)
      await charges(card, 5_000)
      await nextSweep()
      assert.deepEqual(await textsTo(ana), [])
    }
  })
})
