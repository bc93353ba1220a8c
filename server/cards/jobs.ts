import { db } from '../db.ts'
import type { JobTasks, Sweeps } from '../jobs.ts'
import { forgetOldQuotes } from '../quotes.ts'
import { askIssuer } from './askIssuer.ts'
import { workBatch, workDueBatches } from './batches/workBatch.ts'
import { closeFailedOpening } from './closeFailedOpening.ts'
import { compareDaily, compareWithIssuer } from './compareWithIssuer.ts'
import { coverDebts, settleAllDebts } from './coverDebts.ts'
import { sealOldHolders } from './holders/sealOldHolders.ts'
import { tellDueHolders, tellHolder } from './holders/tellHolder.ts'
import { expireCards } from './expireCards.ts'
import { forgetOldReveals, openingsToAsk } from './orderQueries.ts'
import { tellIssuer } from './tellIssuer.ts'

export const tasks: JobTasks = {
  'cards.askIssuer': askIssuer,
  'cards.tellIssuer': tellIssuer,
  'cards.tellHolder': tellHolder,
  'cards.coverDebts': coverDebts,
  'cards.compareWithIssuer': compareWithIssuer,
  'cards.closeFailedOpening': closeFailedOpening,
  'cards.workBatch': workBatch,
}

export const sweeps: Sweeps = {
  /** Openings that are due to be asked for again: their job is lost, or it is long since they were asked for. */
  'cards.askDue': { every: 'minute', work: askDue },
  /** Rows of batches that are due: their worker is gone, or they waited long. */
  'cards.batchesDue': { every: 'minute', work: workDueBatches },
  'cards.holdersDue': { every: 'minute', work: tellDueHolders },
  'cards.sealOldHolders': { every: 'minute', work: async () => void (await sealOldHolders()) },
  'cards.settleDebts': { every: 'hour', work: settleAllDebts },
  'cards.compareDaily': { every: 'day', work: compareDaily },
  'cards.expire': { every: 'hour', work: expireCards },
  'cards.forget': {
    every: 'day',
    work: async () => {
      await forgetOldReveals(db)
      await forgetOldQuotes()
    },
  },
}

async function askDue(): Promise<void> {
  for (const { account_id, order_no } of await openingsToAsk(db, 200))
    await askIssuer({ accountId: account_id, orderNo: order_no })
}
