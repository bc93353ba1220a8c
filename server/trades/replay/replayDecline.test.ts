import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { asks, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { controlledCards, merchants } from '#test/fixtures/controls/controlledCards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  request,
  shop,
  type Charge,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { randomOf } from '#test/walks/randomOf.ts'
import { owner } from '#test/database.ts'
import { newAccount, subOf } from '#test/world.ts'
import { changeLine } from '#contract/controls/changeLine.ts'
import type { LineChange } from '#contract/controls/lineChange.ts'
import { ruleNames, replayDecline as row } from '#contract/trades/replays.ts'
import { wouldPass as tried } from '#contract/trades/wouldPass.ts'
import type { Actor } from '#server/core/actor.ts'
import { setClock } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { saveControls } from '#server/controls/saveControls.ts'
import { showControls } from '#server/controls/showControls.ts'
import { wouldPass } from '../rehearse/wouldPass.ts'
import { rules } from '../rules/rules.ts'
import { replayDecline } from './replayDecline.ts'

withIssuer()
afterEach(() => setClock())

/** Each with what is supposed, done, and decided again. */
const CASES = Number(process.env['KAIKA_CASES'] ?? 250)
const SEED = Number(process.env['KAIKA_SEED'] ?? Date.now() % 2 ** 31)

const replays = async (who: Actor, cardAuthId: string) => row.output.parse(await replayDecline(who, { cardAuthId }))
type Replay = Awaited<ReturnType<typeof replays>>
const stopOf = ({ steps }: Replay) => steps.find(({ state }) => state === 'STOPPED')!
const factsOf = ({ facts }: Replay['steps'][number]) =>
  Object.fromEntries(
    facts.map(({ name, amount, count, time, text }) => [name, amount ?? count ?? time ?? text ?? null]),
  )
/** What the ledger says: posted, less what is held. */
const availableOf = async ({ cardId }: Pick<Plastic, 'cardId'>) =>
  (
    await one(
      db,
      sql<{ cents: number }>`
      SELECT (money.posted - money.held)::int AS cents
        FROM ledger_account AS money JOIN card USING (cell, la_id) WHERE card.card_id = ${cardId}`,
    )
  ).cents
/** All that a call could have changed. */
const standing = () =>
  one(
    db,
    sql<{ all: string }>`
    SELECT (SELECT count(*) FROM auth)::text || (SELECT coalesce(json_agg(u ORDER BY la_id), '[]')::text FROM card_usage AS u)
           || (SELECT json_agg(json_build_array(la_id, posted, held) ORDER BY la_id)::text FROM ledger_account)
           || (SELECT count(*) FROM control_doc)::text || (SELECT coalesce(json_agg(s ORDER BY scope, scope_id), '[]')::text FROM control_scope AS s)
           || (SELECT json_agg(json_build_array(card_id, blocks, control_no) ORDER BY card_id)::text FROM card)
           || (SELECT count(*) FROM operate_log)::text AS all`,
  )

test('every rule of the engine is a step, in its order, with a name', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 1000 })
  const { authorizationId = '' } = await charges(card, 5000)
  const { steps } = await replays(ana, authorizationId)
  const engine = rules.map(([reasons]) => (typeof reasons === 'string' ? reasons : 'CONTROL'))
  assert.deepEqual(
    steps.map(({ rule }) => rule),
    engine,
  )
  for (const rule of engine) assert.ok(rule === 'CONTROL' || rule in ruleNames, `${rule} has no name`)
  for (const { name } of steps) assert.ok(name)
})

test('a decline for want of money says what was there at that moment, whatever was done since', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 10_000 })
  await charges(card, 700, { trace: '1' })
  const before = await availableOf(card)
  const abroad: Charge = { merchantCurrency: 'EUR', merchantAmount: 9000, rate: '1.1111', trace: '2' }
  const { authorizationId = '' } = await charges(card, 20_000, abroad)
  await asks(ana, 'loadCard', { cardId: card.cardId, amount: 5000, requestNo: requestNo() })
  const replay = await replays(ana, authorizationId)
  const stop = stopOf(replay)
  assert.equal(stop.rule, 'INSUFFICIENT_FUNDS')
  const { fee } = (await wouldPass(ana, { cardAuthId: authorizationId })).list[0]!
  assert.deepEqual(factsOf(stop), {
    ...{ Asked: 20_000, 'Conversion fee': fee },
    ...{ 'On the card': before, 'Short by': 20_000 + fee - before },
  })
  const velocity = replay.steps.find(({ rule }) => rule === 'VELOCITY_LIMIT')!
  assert.deepEqual(factsOf(velocity), { 'Approved this hour': 1, 'Approved that day': 700 })
  assert.equal(velocity.state, 'PASSED')
})

test('what was not kept then is not shown as it is now', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 1000 })
  const { authorizationId = '' } = await charges(card, 5000)
  await sql`UPDATE auth SET seen = NULL`.execute(owner)
  const { steps } = await replays(ana, authorizationId)
  assert.deepEqual(factsOf(steps.at(-1)!), { Asked: 5000, 'On the card': null })
  assert.deepEqual(factsOf(steps.find(({ rule }) => rule === 'CONTROL')!), { Applies: null })
})

test('only for a decline that the caller may see; who may not view controls sees no figures of them', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const [ben, leo] = [await newAccount({ balanceCents: 50_000 }), await subOf(ana)]
  const card = await cardInHand(ana, { rechargeAmount: 9000 })
  const limit = { limitId: 'perday', window: 'DAY', amount: 800, refunds: 'KEEP' } as const
  await transaction((tx) =>
    saveControls(ana, { scope: 'CARD', scopeIds: [card.cardId], controls: { limits: [limit] } }, tx),
  )
  const { authorizationId: passed = '' } = await charges(card, 100, { trace: '1' })
  const { authorizationId: declined = '' } = await charges(card, 900, { trace: '2' })
  for (const who of [ben, leo]) await assert.rejects(replays(who, declined), refusedAs('not_found', 'cardAuthId'))
  await assert.rejects(replays(ana, passed), refusedAs('not_found', 'cardAuthId'))
  const { Renews: renews, ...facts } = factsOf(stopOf(await replays(ana, declined)))
  assert.deepEqual(facts, { Asked: 900, Limit: 800, Used: 100, Left: 700 })
  assert.ok(Number(renews) > Date.now())
  const blind = { ...ana, may: new Set([...ana.may].filter((right) => right !== 'card:control.view')) }
  assert.deepEqual(stopOf(await replays(blind, declined)).facts, [])
  const changes: LineChange[] = [{ scope: 'CARD', scopeId: card.cardId, line: 'limits', limitId: 'perday' }]
  const suppose = { changes }
  await assert.rejects(wouldPass(blind, { cardAuthId: declined, suppose }), refusedAs('not_found', 'suppose'))
  const others = { changes: [{ scope: 'ACCOUNT' as const, scopeId: ana.accountId, line: 'limits' as const }] }
  await assert.rejects(
    wouldPass(leo, { merchantName: 'SHOP', amount: 100, suppose: others }),
    refusedAs('not_found', 'suppose'),
  )
})

/** One change that its owner would make about what stops a charge. */
function changeFor(why: NonNullable<Tried['why']>, charge: TriedCharge, random: () => number): LineChange {
  const { scope, scopeId, line, limitId } = why
  const of = { scope, scopeId, line, ...(limitId !== undefined && { limitId }) }
  if (random() < 0.3) return of
  if (line === 'limits' || line === 'singleMax') return { ...of, amount: 500 + Math.floor(random() * 40_000) }
  const allow = {
    countries: charge.country,
    kinds: charge.mcc,
    currencies: charge.merchantCurrency,
    brands: charge.brandId,
  }
  const one = allow[line as keyof typeof allow]
  return one ? { ...of, allow: one } : of
}
type Answered = ReturnType<typeof tried.output.parse>
type Tried = Answered['list'][number]
type TriedCharge = Answered['charge']

test(`${CASES} charges: the replay stops where the decision did, with its values, and what is supposed is what happens once it is done`, async () => {
  const { ana, cards } = await controlledCards()
  const random = randomOf(SEED)
  const among = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const found = new Map<string, number>()
  const start = Date.now()
  let wallet = 1_500_000
  for (let i = 0; i < CASES; i++) {
    setClock(() => start + i * 20_000)
    const on = among(cards)
    const amount = among([100, 250, 900, 4000, 9000, 12_000, 30_000, 600_000])
    const currency = among<Charge>([{}, {}, {}, { merchantCurrency: 'EUR', rate: '1.1' }, { merchantCurrency: 'XAU' }])
    const merchant = among([shop, shop, ...merchants, { ...shop, id: 'mer_fr', name: 'FRENCH', country: 'FR' }])
    const like = { ...currency, merchant, threeDs: among(['NONE', 'FAILED'] as const), occurredAt: start + i * 20_000 }
    const wrong = random() < 0.05 ? { expYear: 2000 } : {}
    const before = await availableOf(on)
    const asked = { ...request(on, amount, like), ...wrong }
    const answer = await decides(asked)
    if (answer.approved) continue
    const stored = (await authOf(asked.ref))!
    const replay = await replays(ana, stored.auth_id)
    const says = `KAIKA_SEED=${SEED}, case ${i}: ${JSON.stringify({ amount, like, answer, replay })}`

    const stop = stopOf(replay)
    assert.equal(replay.steps.filter(({ state }) => state === 'STOPPED').length, 1, says)
    const { why } = stored as { why: Tried['why'] }
    if (answer.reason!.startsWith('CONTROL_')) {
      assert.equal(stop.rule, 'CONTROL', says)
      const { scope, scopeId, line, limitId } = why!
      assert.deepEqual([stop.scope, stop.scopeId, stop.line, stop.limitId], [scope, scopeId, line, limitId], says)
      if (line === 'limits' && why!.left !== undefined) assert.equal(factsOf(stop)['Left'], why!.left, says)
    } else assert.equal(stop.rule, answer.reason, says)
    assert.equal((JSON.parse(stored.seen!) as { b: number }).b, before, says)
    if (answer.reason === 'INSUFFICIENT_FUNDS') assert.equal(factsOf(stop)['On the card'], before, says)
    const at = replay.steps.indexOf(stop)
    assert.ok(
      replay.steps.slice(0, at).every(({ state }) => state === 'PASSED'),
      says,
    )
    assert.ok(
      replay.steps.slice(at + 1).every(({ state, facts }) => state === 'NOT_REACHED' && facts.length === 0),
      says,
    )
    found.set(answer.reason!, (found.get(answer.reason!) ?? 0) + 1)

    // What if: some of what would help, and some that would not.
    const input = { cardAuthId: stored.auth_id, cardIds: [on.cardId], threeDs: 'CHALLENGED' as const }
    const today = tried.output.parse(await wouldPass(ana, input))
    const changes = today.list[0]!.why ? [changeFor(today.list[0]!.why, today.charge, random)] : []
    const load = random() < 0.5 && wallet > 20_000 ? among([1000, 5000, 20_000]) : undefined
    wallet -= load ?? 0
    const unfreeze = random() < 0.4 ? (1 as const) : undefined
    const suppose = { ...(load && { load }), ...(unfreeze && { unfreeze }), ...(changes.length && { changes }) }
    const untouched = await standing()
    const supposed = tried.output.parse(await wouldPass(ana, { ...input, suppose })).list[0]!
    assert.deepEqual(await standing(), untouched, says)

    if (load) await asks(ana, 'loadCard', { cardId: on.cardId, amount: load, requestNo: requestNo() })
    if (unfreeze) await asks(ana, 'freezeCard', { cardId: [on.cardId], frozen: false, requestNo: requestNo() })
    for (const change of changes) {
      const { scope, scopeId } = change
      const { controls } = await showControls(ana, { scope, ...(scope !== 'ACCOUNT' && { scopeId }) })
      await transaction((tx) =>
        saveControls(
          ana,
          { scope, ...(scope !== 'ACCOUNT' && { scopeIds: [scopeId] }), controls: changeLine(controls, change) },
          tx,
        ),
      )
    }
    const really = await decides({ ...request(on, amount, { ...like, threeDs: 'CHALLENGED' }) })
    const compared = `${says}, supposed ${JSON.stringify({ suppose, supposed, really })}`
    assert.equal(supposed.reason, really.reason ?? null, compared)
    assert.equal(supposed.amount, really.amountCents, compared)
    found.set(
      supposed.pass ? 'then passes' : 'then stopped',
      (found.get(supposed.pass ? 'then passes' : 'then stopped') ?? 0) + 1,
    )
    if (random() < 0.15) await asks(ana, 'freezeCard', { cardId: [on.cardId], frozen: true, requestNo: requestNo() })
  }
  for (const kind of ['INSUFFICIENT_FUNDS', 'CARD_PAUSED', 'then passes', 'then stopped'])
    assert.ok(found.has(kind), `${kind} was not among the cases of KAIKA_SEED=${SEED}: ${JSON.stringify([...found])}`)
})
