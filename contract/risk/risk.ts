/** The risk desk: accounts by decline rate, stopping and restoring them, lists of merchants, and the switch for everything. */
import * as z from 'zod'
import { AccountId } from '../accounts/accounts.ts'
import { call, nothing } from '../core/call.ts'
import { rungs } from '../trades/declineLadder.ts'
import { Flag, id, pageInput, pageOf, requestNo, text, Time, type Words } from '../core/fields.ts'

export const BoardRow = z.object({
  accountId: z.string(),
  userNo: z.string(),
  nickname: z.string(),
  rung: z.enum(rungs),
  stopped: Flag,
  approved: z.int(),
  declined: z.int(),
  rateBps: z.int(),
  /** Attempts and counted declines of the last 14 days, oldest first. */
  trend: z.array(z.object({ date: z.string(), attempts: z.int(), declined: z.int() })),
  probationUntil: Time.nullable(),
  stoppedTime: Time.nullable(),
  /** Who stopped it by hand. */
  stoppedBy: z.string().nullable(),
  pendingApprovalId: z.string().nullable(),
})
export type BoardRow = z.infer<typeof BoardRow>

/** Highest rate first. `rung`: only those that stand there now. */
export const declineBoard = call({
  on: 'GET /api/operator/risk/board',
  title: '拒付看板 Decline board',
  who: 'staff:risk.view',
  input: z.object({ ...pageInput, rung: z.enum(rungs).optional() }),
  output: pageOf(BoardRow),
  refusals: [],
})

export const shutAccount = call({
  on: 'POST /api/operator/risk/shutdown',
  title: '停用账户全部卡片 Block all cards of an account',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ accountId: AccountId, reason: text(500, 2), requestNo }),
  output: z.object({ accountId: z.string(), cards: z.int() }),
  refusals: ['not_found', 'conflict'],
})

export const askRestore = call({
  on: 'POST /api/operator/risk/restore',
  title: '申请恢复账户 Request restore of an account',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ accountId: AccountId, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

export const riskState = call({
  on: 'GET /api/operator/risk/state',
  title: '风控总览 Risk overview',
  who: 'staff:risk.view',
  input: nothing,
  output: z.object({
    halted: Flag,
    haltReason: z.string().nullable(),
    haltedBy: z.string().nullable(),
    haltTime: Time.nullable(),
    resumeApprovalId: z.string().nullable(),
    live: z.object({ rulesId: z.string(), number: z.int() }),
    shadow: z.object({ rulesId: z.string(), number: z.int() }).nullable(),
    stoppedAccounts: z.int(),
  }),
  refusals: [],
})

/** Every authorization is declined, on every server within a second. One person may do this; two undo it. */
export const haltDecisions = call({
  on: 'POST /api/operator/risk/halt',
  title: '停止一切授权 Decline everything',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ reason: text(500, 5), requestNo }),
  output: z.object({ halted: Flag }),
  refusals: ['conflict'],
})

export const askResume = call({
  on: 'POST /api/operator/risk/resume',
  title: '申请恢复授权 Request to resume authorizations',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ reason: text(500, 5), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['conflict', 'day_cap_reached'],
})

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
  input: z.object({ ...pageInput, kind: ListKindName.optional(), effect: ListEffectName.optional() }),
  output: pageOf(ListEntry),
  refusals: [],
})

const shapes: Record<ListKind, RegExp> = { MERCHANT: /^[\x21-\x7e]{1,64}$/, MCC: /^\d{4}$/, COUNTRY: /^[A-Z]{2}$/ }
/** What makes it stricter is done at once; what makes it looser takes two people: then `approvalId` is theirs. */
export const addToList = call({
  on: 'POST /api/operator/risk/lists/add',
  title: '加入名单 Add a list entry',
  who: 'staff:risk.make',
  once: true,
  input: z
    .object({ kind: ListKindName, value: text(64, 1), effect: ListEffectName, reason: text(500, 2), requestNo })
    .refine(({ kind, value }) => shapes[kind].test(value), { path: ['value'], message: 'list_value_shape' }),
  output: z.object({ entryId: z.string().nullable(), approvalId: z.string().nullable() }),
  refusals: ['conflict', 'day_cap_reached'],
})

export const takeOffList = call({
  on: 'POST /api/operator/risk/lists/remove',
  title: '移出名单 Remove a list entry',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ entryId: id('rle'), reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string().nullable() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
