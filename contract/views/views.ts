/** Saved views of lists: filters, sort and columns, under a name. They are available in every browser. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { id, pattern, text } from '../core/fields.ts'

/** Lists that have views, by the path of their page. */
const listName = z.enum(['cards', 'authorizations', 'settled', 'declined', 'flows'])
export type ListName = z.infer<typeof listName>

export const VIEWS_MAX = 20

const View = z.object({
  viewId: z.string(),
  name: z.string(),
  /** The query string of the address: `status=ACTIVE&sort=-balance&cols=card,balance`. */
  query: z.string(),
})
export type View = z.infer<typeof View>

export const listViews = call({
  on: 'GET /api/view/list',
  title: '已保存视图 Saved views of a list',
  who: 'member',
  input: z.object({ list: listName }),
  output: z.array(View),
  refusals: [],
})

export const saveView = call({
  on: 'POST /api/view/save',
  title: '保存视图（同名覆盖） Save a view, replacing one of the same name',
  who: 'member',
  once: true,
  input: z.object({
    list: listName,
    name: text(20, 1),
    query: z.string().check(z.maxLength(1000), z.regex(/^[\w%&=.,+~*-]*$/)),
    requestNo: z.optional(pattern(/^[\w-]{8,64}$/)),
  }),
  output: View,
  refusals: ['conflict'],
})

export const removeView = call({
  on: 'POST /api/view/remove',
  title: '删除视图 Remove a view',
  who: 'member',
  input: z.object({ viewId: id('vew') }),
  output: z.object({ ok: z.literal(true) }),
  refusals: ['not_found'],
})
