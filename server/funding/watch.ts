import { transaction, type Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { ageAddresses, anyPressing, takeDue } from './addressQueries.ts'
import { endShortOrders } from './keepTransfer.ts'
import { ifAnswered, lookAt } from './look.ts'
import { expireOrders } from './queries.ts'
import { usdt } from './rails.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    'funding.watch': Record<never, never>
  }
}

const AT_ONCE = 20

/**
 * Look at the addresses that are due. Any number of processes may do so at once: each address is taken by one of them.
 * One that cannot be looked at does not keep the others waiting, and is due again in a moment.
 */
export async function watch(): Promise<void> {
  await expireOrders()
  await ageAddresses()
  try {
    for (let due = await takeDue(AT_ONCE); due.length; due = due.length < AT_ONCE ? [] : await takeDue(AT_ONCE)) {
      const looks = await Promise.allSettled(due.map((address) => lookAt(address).catch(ifAnswered)))
      const failed = looks.find((look) => look.status === 'rejected')
      if (failed) throw failed.reason
    }
  } finally {
    // After the looks: what was sent in time completes its order first.
    await endShortOrders()
  }
}

/** While money may arrive any moment, look every few seconds: each look leaves the next. One is waiting at a time. */
export const keepWatching = (tx: Tx, inMs = 0): Promise<void> =>
  later(tx, 'funding.watch', {}, { key: 'funding.watch', inMs, tries: 1 })

/** The job: one watch, and the next while there is reason to look again soon. */
export async function watchOnce(): Promise<void> {
  try {
    await watch()
  } finally {
    if (await anyPressing()) await transaction((tx) => keepWatching(tx, usdt.lookEveryMs.ASSIGNED))
  }
}
