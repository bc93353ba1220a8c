/** Card groups: folders of cards. The account holder creates and shares them; a sub-account sees the ones shared with it. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { CardId } from './shapes.ts'
import {
  Cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  requestNo,
  text,
  Time,
  withDefault,
  type Words,
} from '../core/fields.ts'

/** Per account, and per call. */
export const GROUPS_AT_MOST = 200
/** Cards in one move to a group, or in one tagging. */
export const CARDS_A_MOVE = 500

export const GroupId = id('cgr')
/** A group id, or `0` for none. */
export const GroupOrNone = pattern(/^(0|cgr_[0-9A-HJKMNP-TV-Z]{26})$/) as unknown as typeof GroupId
const groupName = text(20, 1)
const remark = text(50)
const groups = listOf(GroupId, 1, GROUPS_AT_MOST)

const CardGroup = z.object({
  gid: z.string(),
  name: z.string(),
  remark: z.string(),
  sort: z.int(),
  pinned: Flag,
  cardCount: z.int(),
  active: z.int(),
  frozen: z.int(),
  balance: Cents,
  createTime: Time,
  /** The sub-accounts it is shared with; not returned to sub-accounts. */
  shared: z.array(z.object({ subUid: z.string(), nickname: z.string() })),
})
type CardGroup = z.infer<typeof CardGroup>

/** An account has at most 200 groups, so one page may contain all of them. */
export const listCardGroups = call({
  on: 'GET /api/cardGroup/page',
  title: '卡片分组列表 Card groups in order',
  who: 'group:view',
  input: z.object({ ...pageInput, name: z.optional(text(20)) }),
  output: pageOf(
    CardGroup,
    z.object({
      /** Counts the caller's cards, regardless of the filter. */
      cards: z.int(),
      balance: Cents,
      /** Sub-accounts that a group can be shared with; empty when the caller is a sub-account. */
      subs: z.array(z.object({ subUid: z.string(), nickname: z.string() })),
    }),
  ),
  refusals: [],
})

export const countUngrouped = call({
  on: 'GET /api/cardGroup/cardCountNg',
  title: '未分组的卡片数 Number of ungrouped cards',
  who: 'card:view',
  input: z.object({}),
  output: z.object({ count: z.int(), balance: Cents }),
  refusals: [],
})

export const countCardGroups = call({
  on: 'POST /api/cardGroup/cardCount',
  title: '分组内的卡片数 Number of cards per group',
  who: 'group:view',
  /** Without ids: all groups. */
  input: z.object({ gids: z.optional(listOf(GroupId, 0, GROUPS_AT_MOST)) }),
  output: z.array(z.object({ gid: z.string(), count: z.int(), active: z.int(), frozen: z.int(), balance: Cents })),
  refusals: ['not_found'],
})

export const addCardGroup = call({
  on: 'POST /api/cardGroup/add',
  title: '新建分组 Create a card group',
  who: 'parent',
  once: true,
  input: z.object({ name: groupName, remark: z.optional(remark), requestNo }),
  output: z.object({ gid: z.string() }),
  refusals: ['name_taken', 'group_limit'],
})

export const changeCardGroup = call({
  on: 'POST /api/cardGroup/update',
  title: '修改分组（名称、备注、共享） Edit a card group: name, note, sharing',
  who: 'parent',
  /** Omitted fields keep their value; an empty list of sub-accounts ends the sharing. */
  input: z.object({
    gid: GroupId,
    name: z.optional(groupName),
    remark: z.optional(remark),
    subUids: z.optional(listOf(text(40, 1), 0, 500)),
  }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found', 'name_taken'],
})

const groupSteps = {
  TOP: { cn: '置顶', en: 'Pin to the top' },
  UP: { cn: '上移', en: 'Move up' },
  DOWN: { cn: '下移', en: 'Move down' },
  UNPIN: { cn: '取消置顶', en: 'Unpin' },
} as const satisfies Record<string, Words>
export type GroupStep = keyof typeof groupSteps

export const orderCardGroup = call({
  on: 'POST /api/cardGroup/upGroup',
  title: '置顶或移动分组 Pin or reorder a card group',
  who: 'parent',
  input: z.object({
    gid: GroupId,
    action: withDefault(z.enum(Object.keys(groupSteps) as [GroupStep, ...GroupStep[]]), 'TOP'),
  }),
  /** All groups, in order. */
  output: z.object({ list: z.array(z.object({ gid: z.string(), pinned: Flag })) }),
  refusals: ['not_found'],
})

export const removeCardGroup = call({
  on: 'POST /api/cardGroup/remove',
  title: '删除分组，卡片移至其他分组 Remove a card group and move its cards',
  who: 'parent',
  once: true,
  input: z.object({ gid: GroupId, toGid: withDefault(GroupOrNone, '0'), requestNo }),
  output: z.object({ moved: z.int() }),
  refusals: ['not_found'],
})

export const removeCardGroups = call({
  on: 'POST /api/cardGroup/batchRemove',
  title: '批量删除分组，卡片移至其他分组 Remove several card groups and move their cards',
  who: 'parent',
  once: true,
  input: z
    .object({
      gids: withDefault(listOf(GroupId, 0, GROUPS_AT_MOST), []),
      toGid: withDefault(GroupOrNone, '0'),
      requestNo,
    })
    .check(z.refine(({ gids }) => gids.length > 0, { path: ['gids'], message: 'choose_group' })),
  output: z.object({ removed: z.int(), moved: z.int() }),
  refusals: ['not_found'],
})

export const mergeCardGroups = call({
  on: 'POST /api/cardGroup/merge',
  title: '合并分组 Merge card groups into one',
  who: 'parent',
  once: true,
  input: z.object({ fromGids: groups, toGid: GroupId, requestNo }),
  output: z.object({ moved: z.int() }),
  refusals: ['not_found'],
})

export const groupCards = call({
  on: 'POST /api/cardGroup/editBatchGroup',
  title: '批量移动分组 Move cards to a group, or ungroup them',
  who: 'card:group',
  input: z.object({ cardIds: listOf(CardId, 1, CARDS_A_MOVE), gid: GroupOrNone }),
  /** How many cards were in a different group before. */
  output: z.object({ moved: z.int() }),
  refusals: ['not_found'],
})

export const groupCard = call({
  on: 'POST /api/cardGroup/editCardGroup',
  title: '移动单张卡的分组 Move a card to a group, or ungroup it',
  who: 'card:group',
  input: z.object({ cardId: CardId, gid: GroupOrNone }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found'],
})
