import type * as contract from '#contract/exports/exports.ts'
import type { Answer } from '../core/answer.ts'
import { tradesAsSheet } from '../trades/trades.ts'
import { downloadSheet } from './download.ts'

const what = { cn: '结算明细', en: 'Settled transactions' }

export const exportTrades: Answer<typeof contract.exportTrades> = async (actor, { format, ...filters }) =>
  downloadSheet(actor, { what, format, filters }, await tradesAsSheet(actor, filters))
