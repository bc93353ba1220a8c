import type { Checked, FileAnswer } from '#contract/core/call.ts'
import type * as contract from '#contract/exports/exports.ts'
import type { CardExportColumn } from '#contract/exports/exports.ts'
import type { Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { cardsAsSheet } from '../cards/cards.ts'
import { downloadSheet } from './download.ts'
import { takeFullCards } from './takeFullCards.ts'

const what = { cn: '卡片', en: 'Cards' }

export const exportCards: Answer<typeof contract.exportCards> = (actor, wish) => cardsFile(actor, what, wish)

/** A list of cards, numbers masked; or, with `columns=FULL`, the file that has been prepared, once. */
export async function cardsFile(
  actor: Actor,
  name: Words,
  { format, columns = [], ticket, ...filters }: Checked<typeof contract.exportCards> & { gids?: readonly string[] },
): Promise<FileAnswer> {
  if (columns.includes('FULL')) return takeFullCards(actor, ticket)
  // A code is never in a file that nobody has to prove anything for.
  if (columns.includes('cvc')) throw refuse('step_up', { methods: ['SMS'] })
  const keys = columns.length ? (columns as CardExportColumn[]) : undefined
  const sheet = cardsAsSheet(actor, filters, keys)
  return downloadSheet(actor, { what: name, format, filters: { ...filters, columns: keys } }, sheet)
}
