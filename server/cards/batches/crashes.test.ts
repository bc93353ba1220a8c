import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { identified, openingRows, rowsOf, statusOf } from '#test/fixtures/batches.ts'
import { asks, booksHold, requestNo, walletOf, withIssuer, withIssuerThat } from '#test/fixtures/cards.ts'
import { newAccount } from '#test/world.ts'
import { showControls } from '#server/controls/showControls.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { issuerOf, OutsideRefused, OutsideUnknown } from '#server/outside/outside.ts'
import { startBatch } from './startBatch.ts'
import { workBatch } from './workBatch.ts'

const issuer = withIssuer({ connections: 24 })

/** The outcome of one row: made, refused, made but the answer is lost, or the worker dies during the call. */
const fates = ['made', 'refused', 'lost', 'crash'] as const
type Fate = (typeof fates)[number]

/** Moves time forward so that every lease and every wait has expired. */
const later = (batchNo: string) =>
  sql`UPDATE card_order SET ask_at = created_at WHERE batch_no = ${batchNo} AND ask_at IS NOT NULL`.execute(db)

test('whatever fails and whenever a worker dies: nothing is held, charged or released that the rows do not explain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 5 }), async (fate) => {
      const ana = await newAccount({ balanceCents: 50_000 })
      await identified(ana)
      const real = issuerOf('simulated')
      const before = await issuer.cardsMade()
      const rows = openingRows(fate.length, (at) => ({ lastName: 'ABCDE'[at]! }))
      const { batchNo } = await transaction((tx) => startBatch(tx, ana, { kind: 'OPEN', rows }))
      const told = new Set<string>()
      const fateOf = (lastName: string): Fate => fate['ABCDE'.indexOf(lastName)]!
      await withIssuerThat(
        {
          createCard: async (input) => {
            const mine = fateOf(input.holder.lastName)
            if (mine === 'refused') throw new OutsideRefused('HOLDER_REFUSED', 'no')
            const made = await real.createCard(input)
            if (told.has(input.idem) || mine === 'made') return made
            told.add(input.idem)
            if (mine === 'lost') throw new OutsideUnknown('no answer')
            throw new Error('the worker dies here')
          },
        },
        async () => {
          for (let round = 0; round < 12 && (await statusOf(batchNo)) === 'RUNNING'; round++) {
            await workBatch({ accountId: ana.accountId, batchNo }).catch(() => {})
            await booksHold()
            await later(batchNo)
          }
        },
      )
      const good = fate.filter((one) => one !== 'refused').length
      assert.deepEqual(
        await rowsOf(batchNo),
        fate.map((one, at) => `${at + 2} ${one === 'refused' ? 'FAILED HOLDER_REFUSED' : 'SUCCESS'}`),
      )
      assert.equal(await issuer.cardsMade(), before + good)
      const { posted, held } = await walletOf(ana)
      assert.deepEqual([posted, held], [50_000 - good * 5650, 0])
    }),
    { numRuns: 12, seed: 20_260_101 },
  )
})

test('a worker that is killed in the middle leaves nothing behind: another takes its rows up and no card is made twice', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  await identified(ana)
  const before = await issuer.cardsMade()
  const { batchNo } = await asks(ana, 'openBatch', {
    ...{ vid: 'VISA-US-1', num: 5, rechargeAmount: 5000, controls: { singleMax: 100 }, requestNo: requestNo() },
  })
  const worker = path.join(import.meta.dirname, '../../../test/batchWorker.ts')
  const child = fork(worker, [issuer.database.url, ...issuer.reachedBy(), ana.accountId, batchNo, '3'])
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL')
  assert.ok((await issuer.cardsMade()) >= before + 3, 'the issuer has made cards that we know nothing of')
  assert.ok((await rowsOf(batchNo)).every((row) => row.endsWith('SENT')))
  assert.deepEqual([(await walletOf(ana)).posted, (await walletOf(ana)).held], [50_000, 5 * 5650])
  await booksHold()

  await workBatch({ accountId: ana.accountId, batchNo })
  assert.equal(await statusOf(batchNo), 'RUNNING', 'until its lease is over, a silent worker may still come back')
  await later(batchNo)
  await workBatch({ accountId: ana.accountId, batchNo })
  assert.equal(await statusOf(batchNo), 'DONE')
  assert.equal(await issuer.cardsMade(), before + 5)
  assert.deepEqual([(await walletOf(ana)).posted, (await walletOf(ana)).held], [50_000 - 5 * 5650, 0])
  const { data } = await asks(ana, 'listCards', { pageSize: 10 })
  for (const { cardId } of data)
    assert.deepEqual((await showControls(ana, { scope: 'CARD', scopeId: cardId })).controls, { singleMax: 100 })
  assert.equal(data.length, 5)
  await booksHold()
})
