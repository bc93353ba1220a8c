import type * as contract from '../../../contract/cardGroups.ts'
import type { Answers } from '../../answer.ts'
import { addCardGroup } from './addGroup.ts'
import { changeCardGroup } from './changeGroup.ts'
import { countCardGroups, countUngrouped, listCardGroups } from './listGroups.ts'
import { mergeCardGroups } from './mergeGroups.ts'
import { groupCard, groupCards } from './moveCards.ts'
import { orderCardGroup } from './orderGroup.ts'
import { removeCardGroup, removeCardGroups } from './removeGroups.ts'

export const answers = {
  listCardGroups,
  countUngrouped,
  countCardGroups,
  addCardGroup,
  changeCardGroup,
  orderCardGroup,
  removeCardGroup,
  removeCardGroups,
  mergeCardGroups,
  groupCards,
  groupCard,
} satisfies Answers<typeof contract>
