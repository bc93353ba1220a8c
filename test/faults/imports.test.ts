/** An import of forty cards whose worker process is killed halfway. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { importData } from '#contract/cards/imports.ts'
import { MINUTE, setClock } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { composition } from '#server/modules.ts'
import { rowsOf, statusOf } from '../fixtures/batches.ts'
import { walletOf } from '../fixtures/cards.ts'
import { granted } from '../http/app.ts'
import { aHolder, someRequestNo } from '../http/inputs/actors.ts'
import { cardsFile, lineOf } from '../http/files.ts'
import { withCluster } from './cluster.ts'

const { sweeps } = composition

const COUNT = 40
const START = 10_000_00
const cluster = withCluster(async () => {})

test('an import whose workers are killed in the middle finishes, each card made and paid once', async (t) => {
  const { person, token } = await aHolder(START)
  const file = cardsFile(Array.from({ length: COUNT }, (_, at) => lineOf({ street: `${at + 1} Cedar Avenue` })))
  const input = { file, requestNo: someRequestNo() }
  const [one, other] = cluster.servers
  const started = await granted<{ batchNo: string; totalCost: number }>(one.url, importData, input, token)
  const { batchNo, totalCost } = started
  const ended = async () => (await rowsOf(batchNo)).filter((row) => / (SUCCESS|FAILED)/.test(row)).length

  // They are killed as soon as the issuer has been called for the first row, long before it has answered for all.
  const begun = async () => (await rowsOf(batchNo)).some((row) => !row.endsWith(' HELD'))
  for (let waited = 0; !(await begun()) && waited < 30_000; waited += 3) await sleep(3)
  await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')])
  const before = await ended()
  t.diagnostic(`${before} of ${COUNT} rows had ended when both processes were killed`)
  assert.ok(before < COUNT, 'they were killed in the middle')
  const held = await walletOf(person)
  assert.equal(START - held.posted + held.held, totalCost, 'what is not opened is still held')
  await Promise.all([one.start(), other.start()])

  assert.deepEqual(await granted(other.url, importData, input, token), started, 'asked again, it is the same batch')
  const from = Date.now()
  try {
    for (let passes = 0; (await statusOf(batchNo)) === 'RUNNING'; passes++) {
      assert.ok(Date.now() - from < 90_000, (await rowsOf(batchNo)).join(', '))
      // Runs the minutely sweeps as if minutes had passed: the leases of dead processes expire.
      setClock(() => Date.now() + passes * 2 * MINUTE)
      for (const { every, work } of Object.values(sweeps)) if (every === 'minute') await work()
      await sleep(500)
    }
  } finally {
    setClock()
  }
  assert.equal(await statusOf(batchNo), 'DONE')
  assert.equal((await rowsOf(batchNo)).filter((row) => row.endsWith('SUCCESS')).length, COUNT)
  const { posted, held: left } = await walletOf(person)
  assert.deepEqual([posted, left], [START - totalCost, 0])
  const made = cluster.simulators.world.store.many<{ ref: string }>('SELECT ref FROM cards', {})
  assert.equal(made.length, COUNT, 'the issuer made none twice')
  const cards = await db.selectFrom('card').select('status').where('account_id', '=', person.accountId).execute()
  assert.ok(cards.every(({ status }) => status === 'ACTIVE'))
  assert.deepEqual(await prove(), [])
})
