import type * as contract from '../../contract/exports.ts'
import type { Answers } from '../answer.ts'
import { exportAuthorizations } from './exportAuthorizations.ts'
import { exportCards } from './exportCards.ts'
import { exportFlows } from './exportFlows.ts'
import { exportFullCards } from './exportFullCards.ts'
import { exportGroupCards } from './exportGroupCards.ts'
import { exportTrades } from './exportTrades.ts'

export const answers: Answers<typeof contract> = {
  exportCards,
  exportGroupCards,
  exportFullCards,
  exportAuthorizations,
  exportTrades,
  exportFlows,
}
