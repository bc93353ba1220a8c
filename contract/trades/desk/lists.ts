/** Merchants, kinds of merchants and countries that staff block or allow, whatever rules are live. */
import * as z from 'zod/mini'
import { call } from '#contract/core/call.ts'
import { id, pageInput, pageOf, requestNo, text, Time, type Words } from '#contract/core/fields.ts'

export const listKinds = {
  MERCHANT: { cn: '商户', en: 'Merchant' },
  MCC: { cn: '商户类别 MCC', en: 'MCC' },
  COUNTRY: { cn: '国家或地区', en: 'Country' },
} as const satisfies Record<string, Words>
export type ListKind = keyof typeof listKinds

export const listEffects = {
  BLOCK: { cn: '拦截', en: 'Block' },
  ALLOW: { cn: '放行', en: 'Allow' },
} as const satisfies Record<string, Words>
export type ListEffect = keyof typeof listEffects

export const ListKindName = z.enum(Object.keys(listKinds) as [ListKind, ...ListKind[]])
export const ListEffectName = z.enum(Object.keys(listEffects) as [ListEffect, ...ListEffect[]])

export const ListEntry = z.object({
  entryId: z.string(),
  kind: ListKindName,
  kindText: z.string(),
  value: z.string(),
  effect: ListEffectName,
  effectText: z.string(),
  reason: z.string(),
  makerName: z.string(),
  createTime: Time,
})
export type ListEntry = z.infer<typeof ListEntry>

export const riskLists = call({
  on: 'GET /api/operator/risk/lists/page',
  title: '商户名单 Merchant lists',
  who: 'staff:risk.view',
  input: z.object({ ...pageInput, kind: z.optional(ListKindName), effect: z.optional(ListEffectName) }),
  output: pageOf(ListEntry),
  refusals: [],
})

const shapes: Record<ListKind, RegExp> = { MERCHANT: /^[\x21-\x7e]{1,64}$/, MCC: /^\d{4}$/, COUNTRY: /^[A-Z]{2}$/ }

/** A stricter list takes effect now; a looser one takes two people, and `approvalId` is their approval. */
export const addToList = call({
  on: 'POST /api/operator/risk/lists/add',
  title: '加入名单 Add to a list',
  who: 'staff:risk.make',
  once: true,
  input: z
    .object({ kind: ListKindName, value: text(64, 1), effect: ListEffectName, reason: text(500, 2), requestNo })
    .check(z.refine(({ kind, value }) => shapes[kind].test(value), { path: ['value'], message: 'list_value_shape' })),
  output: z.object({ entryId: z.nullable(z.string()), approvalId: z.nullable(z.string()) }),
  refusals: ['conflict', 'day_cap_reached'],
})

export const takeOffList = call({
  on: 'POST /api/operator/risk/lists/remove',
  title: '移出名单 Remove from a list',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ entryId: id('rle'), reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.nullable(z.string()) }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
