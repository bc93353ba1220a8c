import { strict as assert } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import { SOLID_AFTER_BLOCKS, USDT_CONTRACT } from '#server/outside/chain.ts'
import { testWorld, type TestWorld } from '../testServer.ts'

const send = async (world: TestWorld, more: object = {}) => {
  const to = await world.outside.depositAddress(0)
  const { txHash } = await world.call<{ txHash: string }>('/chain/transfers', {
    toAddress: to,
    units: '120.500001',
    ...more,
  })
  return { to, txHash }
}

test('a transfer is in the history and, with its block and log, in the receipt', async (t) => {
  const world = await testWorld(t)
  const { to, txHash } = await send(world)
  const { chain } = world.outside
  const { transfers } = await chain.transfers(to, { contract: USDT_CONTRACT })
  assert.equal(transfers.length, 1)
  assert.deepEqual(
    [transfers[0]!.txHash, transfers[0]!.to, transfers[0]!.units, transfers[0]!.type],
    [txHash, to, 120_500_001n, 'Transfer'],
  )
  const receipt = await chain.receipt(txHash)
  assert.equal(receipt?.success, true)
  assert.equal(receipt?.blockNo, (await chain.head()).number)
  assert.deepEqual(receipt?.transfers, [
    { logIndex: 0, contract: USDT_CONTRACT, from: transfers[0]!.from, to, units: 120_500_001n },
  ])
})

test('it is confirmed when the blocks on top of it are enough, or at once when asked', async (t) => {
  const world = await testWorld(t, { blockMs: 5 })
  const { chain } = world.outside
  const { to } = await send(world)
  assert.equal((await chain.transfers(to, { onlyConfirmed: true })).transfers.length, 0)
  for (
    let waited = 0;
    waited < 5000 && !(await chain.transfers(to, { onlyConfirmed: true })).transfers.length;
    waited += 20
  )
    await setTimeout(20)
  assert.equal((await chain.transfers(to, { onlyConfirmed: true })).transfers.length, 1)

  const { txHash } = await send(world, { confirmations: 20 })
  const receipt = await chain.receipt(txHash)
  assert.ok((await chain.head()).number - receipt!.blockNo >= 20)
  assert.ok(receipt!.blockNo <= (await chain.solidified()).number)
})

test('the solid block lies nineteen behind the newest', async (t) => {
  const { chain } = (await testWorld(t)).outside
  assert.equal((await chain.head()).number - (await chain.solidified()).number, SOLID_AFTER_BLOCKS)
})

test('fake tokens, allowances and failed transfers are there to be told apart', async (t) => {
  const world = await testWorld(t)
  const { chain } = world.outside
  const fake = await send(world, { token: 'FAKE' })
  const approval = await send(world, { token: 'APPROVAL' })
  const reverted = await send(world, { token: 'REVERTED' })
  const { transfers } = await chain.transfers(fake.to)
  assert.deepEqual(
    transfers.map(({ symbol }) => symbol),
    ['USDT', 'USDT', 'USDT'],
  )
  assert.equal((await chain.transfers(fake.to, { contract: USDT_CONTRACT })).transfers.length, 2)
  assert.notEqual((await chain.receipt(fake.txHash))!.transfers[0]!.contract, USDT_CONTRACT)
  assert.deepEqual((await chain.receipt(approval.txHash))!.transfers, [])
  const { success, transfers: moved } = (await chain.receipt(reverted.txHash))!
  assert.deepEqual([success, moved], [false, []])
})

test('after a reorganisation a transfer is gone, until a later block takes it in', async (t) => {
  const world = await testWorld(t)
  const { chain } = world.outside
  const { to, txHash } = await send(world)
  await world.call('/chain/reorg', { txHash })
  assert.equal(await chain.receipt(txHash), null)
  assert.deepEqual((await chain.transfers(to)).transfers, [])
  await world.call('/chain/reorg', { txHash, again: true })
  assert.equal((await chain.receipt(txHash))?.blockNo, (await chain.head()).number)
})

test('a long history comes in pages of two hundred, newest first, none twice', async (t) => {
  const world = await testWorld(t)
  const to = await world.outside.depositAddress(1)
  for (let made = 0; made < 205; made++)
    await world.call('/chain/transfers', { toAddress: to, units: String(made + 1), confirmations: 1 })
  const first = await world.outside.chain.transfers(to)
  const second = await world.outside.chain.transfers(to, { fingerprint: first.next! })
  assert.deepEqual([first.transfers.length, second.transfers.length, second.next], [200, 5, undefined])
  assert.equal(new Set([...first.transfers, ...second.transfers].map(({ txHash }) => txHash)).size, 205)
  assert.equal(first.transfers[0]!.units, 205_000_000n)
})

test('a mistyped address and an amount with seven decimals are refused', async (t) => {
  const world = await testWorld(t)
  await assert.rejects(send(world, { toAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }), { status: 400 })
  await assert.rejects(send(world, { units: '1.0000001' }), { status: 400 })
})
