/** Templates: what new cards are allowed, and what the form for opening is filled with. The parent account makes them; whoever opens cards uses them. */
import * as z from 'zod/mini'
import { TAGS_ON_A_CARD } from '../cards/tags.ts'
import { call } from '../core/call.ts'
import { Cents, cents, Flag, id, listOf, requestNo, text, Time } from '../core/fields.ts'
import { Document } from './controls.ts'
import { Controls } from './documents.ts'

/** Per account. */
export const TEMPLATES_AT_MOST = 50
export const TemplateId = id('tpl')

const Template = z.object({
  templateId: z.string(),
  name: z.string(),
  /** `{}`: none. */
  controls: Controls,
  vid: z.nullable(z.string()),
  amount: z.nullable(Cents),
  /** Null also for a group that was deleted, or that the caller does not see. */
  gid: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  tags: z.array(z.object({ tagId: z.string(), name: z.string(), color: z.string() })),
  /** `{n}` in it is the number of the card, from 1. */
  remarkPattern: z.string(),
  updateTime: Time,
})
export type Template = z.infer<typeof Template>

export const listTemplates = call({
  on: 'GET /api/card/template/list',
  title: '卡片模板 Templates for opening cards, by name',
  who: 'card:open',
  input: z.object({}),
  output: z.array(Template),
  refusals: [],
})

export const saveTemplate = call({
  on: 'POST /api/card/template/save',
  title: '新建或修改模板 Create a template, or change one as a whole',
  who: 'parent',
  action: 'edit',
  once: true,
  perMinute: 40,
  input: z.object({
    /** Omitted: a new one. */
    templateId: z.optional(TemplateId),
    name: text(30, 1),
    /** As JSON; `{}` or omitted: none. */
    controls: z.optional(Document),
    vid: z.optional(text(20)),
    amount: z.optional(cents()),
    gid: z.optional(text(40)),
    tagIds: z.optional(listOf(id('tag'), 0, TAGS_ON_A_CARD)),
    remarkPattern: z.optional(text(40)),
    requestNo,
  }),
  output: Template,
  refusals: ['not_found', 'name_taken', 'template_limit', 'range_unavailable'],
})

export const removeTemplate = call({
  on: 'POST /api/card/template/remove',
  title: '删除模板 Remove a template; cards that were opened from it keep what they have',
  who: 'parent',
  action: 'edit',
  once: true,
  input: z.object({ templateId: TemplateId, requestNo }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found'],
})
