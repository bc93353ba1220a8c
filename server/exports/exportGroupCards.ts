import type * as contract from '#contract/exports/exports.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { seesGroups } from '../cards/cards.ts'
import { db } from '../core/db.ts'
import { cardsFile } from './exportCards.ts'

const what = { cn: '分组卡片', en: 'Cards by group' }

/** The cards of these groups, of the parent and of its sub-accounts, as the groups count them. */
export const exportGroupCards: Answer<typeof contract.exportGroupCards> = async (actor, { gid: gids, ...wish }) => {
  if (!(await seesGroups(db, actor, gids))) throw refuse('not_found', { field: 'gid' })
  return cardsFile(actor, what, { ...wish, gids })
}
