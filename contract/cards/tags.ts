/** Tags: coloured labels on cards, at most ten per card. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { CARDS_A_MOVE } from './groups.ts'
import { CardId, keysOf } from './shapes.ts'
import { Flag, id, listOf, pageInput, pageOf, requestNo, text, Time, type Words } from '../core/fields.ts'

/** Per account, and per card. */
export const TAGS_AT_MOST = 100
export const TAGS_ON_A_CARD = 10

export const tagColors = {
  gray: { cn: '灰', en: 'Grey' },
  red: { cn: '红', en: 'Red' },
  orange: { cn: '橙', en: 'Orange' },
  gold: { cn: '金', en: 'Gold' },
  green: { cn: '绿', en: 'Green' },
  cyan: { cn: '青', en: 'Cyan' },
  blue: { cn: '蓝', en: 'Blue' },
  purple: { cn: '紫', en: 'Purple' },
} as const satisfies Record<string, Words>
export type TagColor = keyof typeof tagColors

export const enums = { tagColor: tagColors }

const TagId = id('tag')
const tagName = text(16, 1)
const color = z.enum(keysOf<TagColor>(tagColors))
const cards = listOf(CardId, 1, CARDS_A_MOVE)

export const listTags = call({
  on: 'GET /api/tag/page',
  title: '标签列表 Tags, by name',
  who: 'card:tag',
  input: z.object({ ...pageInput, name: z.optional(text(16)) }),
  output: pageOf(z.object({ tagId: z.string(), name: z.string(), color, cardCount: z.int(), createTime: Time })),
  refusals: [],
})

export const addTag = call({
  on: 'POST /api/tag/add',
  title: '新建标签或给卡片打标签 Create a tag, tag cards, or both',
  who: 'card:tag',
  once: true,
  input: z.object({ name: tagName, color: z.optional(color), cardIds: z.optional(cards), requestNo }),
  /** `tagged`: how many cards did not have the tag before. */
  output: z.object({ tagId: z.string(), tagged: z.int() }),
  refusals: ['name_taken', 'tag_limit', 'card_tag_limit', 'not_found'],
})

export const changeTag = call({
  on: 'POST /api/tag/update',
  title: '修改标签 Rename or recolor a tag',
  who: 'parent',
  input: z.object({ tagId: TagId, name: z.optional(tagName), color: z.optional(color) }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found', 'name_taken'],
})

export const removeTags = call({
  on: 'POST /api/tag/remove',
  title: '删除标签 Remove tags, also from all cards',
  who: 'parent',
  once: true,
  input: z.object({ tagId: listOf(TagId, 1, TAGS_AT_MOST), requestNo }),
  output: z.object({ untagged: z.int() }),
  refusals: ['not_found'],
})

export const untagCards = call({
  on: 'POST /api/tag/removeCardTag',
  title: '移除卡片标签 Untag cards',
  who: 'card:tag',
  input: z.object({ cardIds: cards, tagId: TagId }),
  output: z.object({ removed: z.int() }),
  refusals: ['not_found'],
})
