import type * as contract from '../../contract/exports.ts'
import type { CardExportColumn } from '../../contract/exports.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answer } from '../answer.ts'
import { cardsAsSheet } from '../cards/cards.ts'
import { downloadSheet } from './download.ts'
import { takeFullCards } from './takeFullCards.ts'

const what = { cn: '卡片', en: 'Cards' }

/** The list as it is on the screen, numbers masked; or, with `columns=FULL`, the file that has been prepared, once. */
export const exportCards: Answer<typeof contract.exportCards> = async (
  actor,
  { format, columns = [], ticket, ...filters },
) => {
  if (columns.includes('FULL')) return takeFullCards(actor, ticket)
  // A code is never in a file that nobody has to prove anything for.
  if (columns.includes('cvc')) throw refuse('step_up', { methods: ['SMS'] })
  const keys = columns as CardExportColumn[]
  return downloadSheet(
    actor,
    { what, format, filters: { ...filters, columns: keys } },
    cardsAsSheet(actor, filters, keys.length ? keys : undefined),
  )
}
