import * as exportsContract from '#contract/exports/exports.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { exportAuthorizations } from './exportAuthorizations.ts'
import { exportCards } from './exportCards.ts'
import { exportFlows } from './exportFlows.ts'
import { exportFullCards } from './exportFullCards.ts'
import { exportGroupCards } from './exportGroupCards.ts'
import { exportTrades } from './exportTrades.ts'
import { forgetOldFiles } from './queries.ts'

export const answers = {
  exportCards,
  exportGroupCards,
  exportFullCards,
  exportAuthorizations,
  exportTrades,
  exportFlows,
} satisfies Answers<typeof exportsContract>

export const module = {
  calls: [answered(exportsContract, answers)],
  sweeps: {
    /** Full numbers that nobody fetched: encrypted, and still nothing to keep. */
    'exports.forget': { every: 'minute', work: async () => void (await forgetOldFiles()) },
  },
} satisfies Module
