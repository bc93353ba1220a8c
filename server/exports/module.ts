import * as exportsContract from '#contract/exports/exports.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { exportCards, exportGroupCards, exportFlows, exportTrades, exportAuthorizations } from './lists/exportLists.ts'
import { exportFullCards } from './fullCards/exportFullCards.ts'
import { forgetOldFiles } from './fullCards/queries.ts'

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
    /** Full numbers that nobody downloaded: encrypted, and still not worth keeping. */
    'exports.forget': { every: 'minute', work: async () => void (await forgetOldFiles()) },
  },
} satisfies Module
