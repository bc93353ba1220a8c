/** Whatever is sent, by anyone: the answer matches the document, is not a fault, reveals nothing, and the books still balance. */
import assert from 'node:assert/strict'
import type fc from 'fast-check'
import { before, describe, test } from 'node:test'
import { db, sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { owner } from '../database.ts'
import { send, withApp, workOff } from './app.ts'
import { operationsOf, type Document, type Draft, type Operation } from './drafts.ts'
import { newTally, refill, search, setStage, someDrafts, tried, type Stage } from './fuzzer.ts'
import { responseRulesOf, leaksIn, type Judge, type Judged } from './responseRules.ts'

const AT_LEAST = 20_000
/** KAIKA_FUZZ_SEED repeats the same requests; KAIKA_FUZZ_RUNS sets the number of batches. */
const seed = Number(process.env['KAIKA_FUZZ_SEED'] ?? 20_260_101)
const runs = Number(process.env['KAIKA_FUZZ_RUNS'] ?? 1400)

describe('requests made from the document', () => {
  const served = withApp()
  let stage: Stage
  let judge: Judge
  let operations: Operation[]
  let drafts: fc.Arbitrary<Draft[]>

  before(async () => {
    const { text } = await send(served.url, { method: 'GET', path: '/api/openapi.json', headers: {} })
    const document = JSON.parse(text) as Document & Judged
    operations = operationsOf(document)
    drafts = someDrafts(operations)
    stage = await setStage(served)
    judge = responseRulesOf(document, () => stage.secrets)
  })

  test('twenty thousand hostile requests meet no fault, learn nothing, and move no money that is not theirs', async (t) => {
    const tally = newTally()
    const started = performance.now()
    const found = await search(drafts, (draft) => tried(served.url, draft, stage, judge, tally), {
      seed,
      runs,
      between: async (run) => void (run % 60 === 0 && (await refill(served, stage))),
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const codes = [...tally.byCode].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code}×${count}`)
    t.diagnostic(`${tally.requests} requests in ${seconds} s, seed ${seed}, answers ${codes.join(' ')}`)
    const never = [...tally.tried].filter((call) => !tally.happy.has(call))
    assert.ok(tally.busy < tally.requests / 1000, `${tally.busy} were told that the system is busy`)
    t.diagnostic(`never answered happily: ${never.join(', ')}`)
    if (found) assert.fail(`KAIKA_FUZZ_SEED=${found.seed} finds it again (${found.path})\n${found.report}`)

    assert.ok(tally.requests >= AT_LEAST || process.env['KAIKA_FUZZ_RUNS'], `only ${tally.requests} requests`)
    const untried = operations.map(({ method, path }) => `${method} ${path}`).filter((call) => !tally.tried.has(call))
    assert.deepEqual(untried, [], 'every operation was tried')
    // Not higher, because drafts cannot refer to the desk's cases, lines and receipts.
    assert.ok(tally.happy.size > operations.length * 0.6, 'what is sent is good enough to get behind the first check')
    await workOff()
    assert.deepEqual(await prove(), [])
    const { rows } =
      await sql`SELECT * FROM ledger_account WHERE code IN ('2010', '2020') AND posted - held < 0`.execute(db)
    assert.deepEqual(rows, [], 'no wallet and no card is below zero')
  })

  test('a fault would be seen and shrunk to the one request that met it', async () => {
    await sql`ALTER TABLE public_notice RENAME TO notice_gone`.execute(owner)
    const found = await search(drafts, (draft) => tried(served.url, draft, stage, judge, newTally()), {
      seed,
      runs: 200,
    })
    await sql`ALTER TABLE notice_gone RENAME TO public_notice`.execute(owner)
    assert.match(found?.report ?? 'not found', /^as (parent|sub|staff): (?:GET|POST) \/api\/\S+\n.*\n.*\n  status 500/)
  })

  test('a leak would be seen', () => {
    const refusal = (msg: string) => leaksIn({ code: 1400, msg } as never, ['4000001234567899'])
    assert.deepEqual(refusal('Check what you entered'), [])
    for (const said of [
      'Error\n    at openCard (x)',
      'server/cards/opening/openCard.ts:12',
      'SELECT 1',
      'duplicate key value',
      'TypeError: x',
      '4000001234567899',
    ])
      assert.equal(refusal(said).length, 1, said)
  })
})
