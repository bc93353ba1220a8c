import './proof.ts'
import './statements/proof.ts'
import './suspense/proof.ts'
import { db, transaction, type Tx } from '../db.ts'
import { later, type JobTasks, type Sweeps } from '../jobs.ts'
import { ago, DAY } from '../clock.ts'
import { expireForecasts } from './forecasts/expireForecasts.ts'
import { forgetLooseSlips } from './forecasts/slipQueries.ts'
import { sealOldPayers } from './payers/sealOldPayers.ts'
import { putAsideLate } from './statements/suspense.ts'
import { ageAddresses, anyPressing, takeDue } from './addressQueries.ts'
import { endShortOrders } from './keepTransfer.ts'
import { ifAnswered, lookAt } from './look.ts'
import { expireOrders } from './queries.ts'
import { askLeftOver } from './payments/intake.ts'
import { lookAtOrder } from './payments/lookAtOrder.ts'
import { makePayment } from './payments/makePayment.ts'
import { moveEarnings } from './payments/moveEarnings.ts'
import { revalue } from './payments/revalue.ts'
import { askAboutOrders, readDay, readDueDays } from './payments/reconcile.ts'
import { applyPlanned } from './changes/due.ts'
import './recon/runs.ts'
import { railOf, usdt } from './rails.ts'

declare module '../jobs.ts' {
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

export const tasks: JobTasks = {
  'funding.makePayment': makePayment,
  'funding.askProvider': ({ provider, orderNo }) => lookAtOrder(railOf[provider], orderNo),
  'funding.readDay': ({ provider, fromMs }) => readDay(provider, fromMs),
  'funding.watch': async () => {
    try {
      await watch()
    } finally {
      if (await anyPressing()) await transaction((tx) => keepWatching(tx, usdt.lookEveryMs.ASSIGNED))
    }
  },
}

/** Starts the watch again where it was cut short, and looks at what is looked at less often. */
export const sweeps: Sweeps = {
  'funding.expireForecasts': { every: 'minute', work: async () => void (await expireForecasts()) },
  'funding.putAsideLate': { every: 'minute', work: async () => void (await putAsideLate()) },
  'funding.sealOldPayers': { every: 'minute', work: async () => void (await sealOldPayers()) },
  'funding.forgetLooseSlips': { every: 'day', work: async () => void (await forgetLooseSlips(db, ago(7 * DAY))) },
  // Earnings are counted after the day's gain or loss on currency.
  'funding.revalue': {
    every: 'day',
    work: async () => {
      await revalue()
      await moveEarnings()
    },
  },
  'funding.look': { every: 'minute', work: () => transaction((tx) => keepWatching(tx)) },
  'funding.askAboutOrders': { every: 'minute', work: askAboutOrders },
  'funding.askLeftOver': { every: 'minute', work: askLeftOver },
  'funding.plannedChanges': { every: 'minute', work: applyPlanned },
  'funding.readDays': { every: 'minute', work: readDueDays },
}
