import { transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { endShortOrders } from './keepTransfer.ts'
import { ifAnswered, scanAddress } from './scanAddress.ts'
import { expireOrders } from '../orders/queries.ts'
import { usdt } from '../rails/rails.ts'
import { ageAddresses, anyPressing, findDue, takeScan } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'funding.watch': Record<never, never>
  }
}

const AT_ONCE = 20

/**
 * Scans the addresses that are due. Any number of processes may do so concurrently: each address is taken by one of them. A failed scan does not delay the
 * others and is retried shortly.
 */
export async function watch(): Promise<void> {
  await expireOrders()
  await ageAddresses()
  try {
    for (let due = await findDue(AT_ONCE); due.length; due = due.length < AT_ONCE ? [] : await findDue(AT_ONCE)) {
      const looks = await Promise.allSettled(
        due.map(async ({ underWay, ...address }) => {
          if (await takeScan(address, underWay)) await scanAddress(address).catch(ifAnswered)
        }),
      )
      const failed = looks.find((look) => look.status === 'rejected')
      if (failed) throw failed.reason
    }
  } finally {
    // After the scans: a transfer sent in time completes its order first.
    await endShortOrders()
  }
}

/** While money may arrive any moment, scans every few seconds: each scan schedules the next. At most one is scheduled. */
export const keepWatching = (tx: Tx, inMs = 0): Promise<void> =>
  later(tx, 'funding.watch', {}, { key: 'funding.watch', inMs, tries: 1 })

/** The job: one watch, and the next while scans are pressing. */
export async function watchOnce(): Promise<void> {
  try {
    await watch()
  } finally {
    if (await anyPressing()) await transaction((tx) => keepWatching(tx, usdt.lookEveryMs.ASSIGNED))
  }
}
