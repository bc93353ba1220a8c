import { ago } from '../clock.ts'
import type { JobTasks, Sweeps } from '../jobs.ts'
import { blockedByCvc, liftCvcBlocks, ranShort } from './cardBlocks.ts'
import { AWAITED_FOR_MS } from './decide/limits.ts'
import { applyEvents } from './events/apply.ts'
import { applyLeftOver, fillGaps } from './events/intake.ts'
import { expireOverdue } from './events/letGo.ts'
import { forgetAwaited } from './queries.ts'
import { backTest } from './rules/backTest.ts'
import { readSettlement, readYesterday } from './settlement/readSettlement.ts'
import { weighAll, weighDeclines } from './ladder/weighDeclines.ts'

export const tasks: JobTasks = {
  'trades.applyEvents': applyEvents,
  'trades.weighDeclines': weighDeclines,
  'trades.ranShort': ranShort,
  'trades.blockedByCvc': blockedByCvc,
  'trades.backTest': (payload) => backTest(payload),
  'trades.readSettlement': readSettlement,
}

export const sweeps: Sweeps = {
  'trades.fillGaps': { every: 'minute', work: fillGaps },
  'trades.applyLeftOver': { every: 'minute', work: applyLeftOver },
  'trades.expireOverdue': { every: 'minute', work: expireOverdue },
  'trades.liftCvcBlocks': { every: 'minute', work: liftCvcBlocks },
  'trades.readYesterday': { every: 'day', work: readYesterday },
  'trades.weighAll': { every: 'hour', work: weighAll },
  'trades.forgetAwaited': { every: 'day', work: async () => void (await forgetAwaited(ago(AWAITED_FOR_MS))) },
}
