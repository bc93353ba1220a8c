import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { withCluster, type Cluster } from './cluster.ts'
import { minutesPass, nothingLostOrDoubled, settled, whatIsWrong } from './healing.ts'
import { breaks, bustle, gather, type Crowd } from './people.ts'

/** Lives through every fault of this file; after each one, everything ever acknowledged to it is checked. */
let crowd: Crowd
const cluster: Cluster = withCluster(async () => {
  crowd = await gather(cluster)
})

test('what the network tells comes twice, in another order, or not at all', async () => {
  await breaks(cluster, { duplicate: true, reorderMs: 800, dropRate: 0.3 })
  const people = bustle(cluster, crowd, { inputs: { pay: 1 } })
  assert.ok(await people.sees(30))
  await people.stop()
  await breaks(cluster, {})
  await settled(cluster, crowd)
  await minutesPass(1) // the issuer's own list is read every minute
  await nothingLostOrDoubled(cluster, crowd)
})

test('control: until the issuer’s list is read, what never came is missing', async () => {
  const strangers = await gather(cluster, 1)
  await breaks(cluster, { dropRate: 1 })
  const people = bustle(cluster, strangers, { inputs: { pay: 1 } })
  while (strangers.log.approvals.filter(({ cleared }) => cleared.size).length < 2) await people.sees(1)
  await people.stop()
  await breaks(cluster, {})
  const wrong = await whatIsWrong(cluster, strangers)
  assert.ok(
    wrong.some((line) => line.startsWith('acknowledged and not there: settled')),
    wrong.join('; '),
  )
  await minutesPass(1)
  await nothingLostOrDoubled(cluster, strangers)
})

test('the issuer is away, makes cards and does not say so, and still makes each of them once', async () => {
  const people = bustle(cluster, crowd, { inputs: { open: 1 }, firstName: 'Timeout', hands: 4 })
  assert.ok(await people.sees(4))
  await breaks(cluster, { issuerDownMs: 1500 })
  assert.ok(await people.sees(4))
  await people.stop()
  await nothingLostOrDoubled(cluster, crowd)
})

test('control: an issuer that forgets what it was asked makes a second card, and that is seen', async () => {
  const strangers = await gather(cluster, 1)
  const people = bustle(cluster, strangers, { inputs: { open: 1 }, firstName: 'Timeout', hands: 1 })
  const { accountId } = strangers.people[0]!
  const forget = (): number =>
    cluster.simulators.world.store.run(
      `UPDATE cards SET idem = 'forgotten ' || idem WHERE holder LIKE '%Timeout%' AND memo = :accountId`,
      { accountId },
    )
  assert.ok(await people.sees(1))
  await people.stop()
  while (forget() === 0) await sleep(5)
  await settled(cluster, strangers)
  const wrong = await whatIsWrong(cluster, strangers)
  assert.ok(
    wrong.some((line) => line.startsWith('there and not acknowledged: made by the issuer')),
    wrong.join('; '),
  )
})
