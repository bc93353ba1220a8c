import type { Checked, FileAnswer } from '#contract/core/call.ts'
import type * as contract from '#contract/exports/exports.ts'
import type { CardExportColumn } from '#contract/exports/exports.ts'
import type { Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardsAsSheet, seesGroups } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { downloadSheet } from '../download/download.ts'
import { takeFullCards } from '../fullCards/takeFullCards.ts'

export const exportCards: Answer<typeof contract.exportCards> = (actor, wish) =>
  cardsFile(actor, { cn: '卡片', en: 'Cards' }, wish)

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

const groupCards = { cn: '分组卡片', en: 'Cards by group' }

/** The cards of these groups, of the parent and of its sub-accounts, as the groups count them. */
export const exportGroupCards: Answer<typeof contract.exportGroupCards> = async (actor, { gid: gids, ...wish }) => {
  if (!(await seesGroups(db, actor, gids))) throw refuse('not_found', { field: 'gid' })
  return cardsFile(actor, groupCards, { ...wish, gids })
}
