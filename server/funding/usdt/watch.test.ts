import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { owner } from '#test/database.ts'
import {
  accountHolder,
  check,
  inWallet,
  jobsLeft,
  later,
  order,
  send,
  status,
  withChain,
} from '#test/fixtures/topUps.ts'
import { db, many, run, sql, transaction } from '#server/core/db.ts'
import { startWorking } from '#server/core/worker/worker.ts'
import { prove } from '#server/ledger/ledger.ts'
import { outside, OutsideUnknown, useOutside } from '#server/outside/outside.ts'
import { module as fundingModule } from '../module.ts'
import { keepWatching } from './watch.ts'
import { watch } from './watch.ts'

const { jobs: tasks } = fundingModule

const breaks = async () => (await prove()).map(({ check: name }) => name)

describe('the watch on the chain', () => {
  withChain()

  test('keeps itself going from the order to the credit, on two workers at once', async () => {
    const ana = await accountHolder()
    const workers = [await startWorking(tasks, {}), await startWorking(tasks, {})]
    try {
      const made = await order(ana, '120')
      await sleep(500) // the first scan finds nothing and schedules the next
      await send(made.address, '120', { confirmations: 30 })
      for (let waited = 0; waited < 15_000 && (await inWallet(ana)) === 0; waited += 200) await sleep(200)
      assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['SUCCESS', 11_760])
      const waiting = await many(
        db,
        sql`SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'funding.watch' AND locked_at IS NULL`,
      )
      assert.ok(waiting.length <= 1, 'one look is waiting at a time')
    } finally {
      for (const worker of workers) await worker.stop()
    }
  })

  test('goes on when the node does not answer, and credits when it does', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    await send(made.address, '120', { confirmations: 30 })
    const real = outside
    const silent = () => Promise.reject(new OutsideUnknown('no answer'))
    useOutside({ ...real, chain: { transfers: silent, receipt: silent, head: silent, solidified: silent } })
    await watch()
    assert.equal((await check(ana, made.orderNo)).status, 'WAIT_PAY')
    useOutside(real)
    later(4000)
    await watch()
    assert.equal((await status(ana, made.orderNo)).status, 'SUCCESS')
  })

  test('one address that cannot be looked at does not keep the others waiting', async () => {
    const [ana, ben] = [await accountHolder(), await accountHolder()]
    const [bad, good] = [await order(ana, '120'), await order(ben, '120')]
    await send(good.address, '120', { confirmations: 30 })
    const real = outside
    const transfers: typeof real.chain.transfers = (address, options) =>
      address === bad.address ? Promise.reject(new Error('unreadable')) : real.chain.transfers(address, options)
    useOutside({ ...real, chain: { ...real.chain, transfers } })
    later(4000)
    await assert.rejects(watch(), /unreadable/)
    useOutside(real)
    assert.equal((await status(ben, good.orderNo)).status, 'SUCCESS')
  })

  test('leaves one job however often it is asked to', async () => {
    const ana = await accountHolder()
    for (let n = 0; n < 5; n++) await transaction((tx) => keepWatching(tx))
    const rows = await many(db, sql`SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'funding.watch'`)
    assert.equal(rows.length, 1)
    assert.deepEqual(await jobsLeft('funding.watch', ana), [])
  })

  test('is checked against the books: each way in which they could differ has a name', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    const txHash = await send(made.address, '120', { confirmations: 30 })
    later(4000)
    await watch()
    assert.deepEqual(await breaks(), [])

    type Changes = ReturnType<typeof sql> | ReturnType<typeof sql>[]
    const spoiled = async (changes: Changes, undo: Changes): Promise<string[]> => {
      for (const change of [changes].flat()) await run(owner, change)
      const found = await breaks()
      for (const change of [undo].flat()) await run(owner, change)
      return found
    }
    assert.deepEqual(
      await spoiled(
        sql`UPDATE chain_transfer SET units = units + 1 WHERE tx_hash = ${txHash}`,
        sql`UPDATE chain_transfer SET units = units - 1 WHERE tx_hash = ${txHash}`,
      ),
      ['chain-transfer-not-in-the-books', 'order-not-its-credits'],
    )
    assert.deepEqual(
      await spoiled(
        sql`UPDATE recharge_order SET credit_cents = credit_cents + 1 WHERE order_no = ${made.orderNo}`,
        sql`UPDATE recharge_order SET credit_cents = credit_cents - 1 WHERE order_no = ${made.orderNo}`,
      ),
      ['order-not-its-credits'],
    )
    assert.deepEqual(
      await spoiled(
        sql`UPDATE chain_transfer SET transfer_id = transfer_id || 'x' WHERE tx_hash = ${txHash}`,
        sql`UPDATE chain_transfer SET transfer_id = left(transfer_id, -1) WHERE tx_hash = ${txHash}`,
      ),
      ['chain-transfer-not-in-the-books', 'booked-without-chain-transfer', 'order-not-its-credits'],
    )
    assert.deepEqual(
      await spoiled(
        sql`UPDATE chain_transfer SET tx_hash = tx_hash || 'x' WHERE tx_hash = ${txHash}`,
        sql`UPDATE chain_transfer SET tx_hash = ${txHash} WHERE tx_hash = ${`${txHash}x`}`,
      ),
      ['chain-transfer-not-in-the-books'],
    )
    assert.deepEqual(
      await spoiled(
        sql`INSERT INTO chain_transfer (tx_hash, log_index, block_no, block_time, to_address, from_address, contract,
                                        units, confirmations, state, created_at, updated_at)
            SELECT 'stuck', 0, 1, block_time, to_address, from_address, contract,
                   units, 30, 'CONFIRMED', created_at, updated_at - interval '11 minutes'
              FROM chain_transfer
             WHERE tx_hash = ${txHash}`,
        sql`DELETE FROM chain_transfer WHERE tx_hash = 'stuck'`,
      ),
      ['chain-transfer-undecided'],
    )
    for (const [directory, column, check] of [
      ['recharge_order_no', 'order_no', 'order-not-found-by-its-number'],
      ['deposit_address_owner', 'address', 'address-without-its-owner'],
    ] as const) {
      const [table, name] = [sql.table(directory), sql.ref(column)]
      const row = column === 'address' ? made.address : made.orderNo
      // Another name is another place in the directory.
      const renamed = (from: string, to: string) => [
        sql`INSERT INTO ${table} (${name}, cell, account_id) SELECT ${to}, cell, account_id FROM ${table} WHERE ${name} = ${from}`,
        sql`DELETE FROM ${table} WHERE ${name} = ${from}`,
      ]
      // What is not found, and the name of nothing.
      assert.deepEqual(await spoiled(renamed(row, `${row}x`), renamed(`${row}x`, row)), [check, check])
      assert.deepEqual(
        await spoiled(
          sql`UPDATE ${table} SET cell = cell + 1 WHERE ${name} = ${row}`,
          sql`UPDATE ${table} SET cell = cell - 1 WHERE ${name} = ${row}`,
        ),
        [check, check],
      )
    }
  })
})
