/** Marking personal notices as read, several together, and undoing that. Loaded with the list of notices. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { id, listOf, time, Time } from '../core/fields.ts'
import { eventGroups, type EventGroup } from './eventGroups.ts'

const Kind = z.enum(Object.keys(eventGroups) as [EventGroup, ...EventGroup[]])

export const readNotices = call({
  on: 'POST /api/notice/readMany',
  title: '全部标记已读 Mark notices as read',
  who: 'member',
  input: z.object({
    /** The time of the newest notice that was shown: later ones stay unread. */
    readTime: time,
    kind: z.optional(Kind),
    /** Only these. */
    ids: z.optional(listOf(id('ntp'), 1, 100)),
  }),
  /** `at` undoes it. */
  output: z.object({ count: z.int(), at: Time }),
  refusals: [],
})

export const unreadNotices = call({
  on: 'POST /api/notice/unreadMany',
  title: '撤销标记已读 Undo marking as read',
  who: 'member',
  input: z.object({ at: time }),
  output: z.object({ count: z.int() }),
  refusals: [],
})
