/** The risk desk: accounts by decline rate, stopping and restoring them, and the switch that declines everything. */
import * as z from 'zod/mini'
import { AccountId } from '#contract/accounts/accounts.ts'
import { call, nothing } from '#contract/core/call.ts'
import { rungs } from '../declineLadder.ts'
import { Flag, pageInput, pageOf, requestNo, text, Time } from '#contract/core/fields.ts'

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
  probationUntil: z.nullable(Time),
  stoppedTime: z.nullable(Time),
  /** Who stopped it manually. */
  stoppedBy: z.nullable(z.string()),
  pendingApprovalId: z.nullable(z.string()),
})
export type BoardRow = z.infer<typeof BoardRow>

/** Highest rate first. `rung`: only accounts at this warning level. */
export const declineBoard = call({
  on: 'GET /api/operator/risk/board',
  title: '拒付看板 Decline board',
  who: 'staff:risk.view',
  input: z.object({ ...pageInput, rung: z.optional(z.enum(rungs)) }),
  output: pageOf(BoardRow),
  refusals: [],
})

export const shutAccount = call({
  on: 'POST /api/operator/risk/shutdown',
  title: '停用账户全部卡片 Stop an account',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ accountId: AccountId, reason: text(500, 2), requestNo }),
  output: z.object({ accountId: z.string(), cards: z.int() }),
  refusals: ['not_found', 'conflict'],
})

export const askRestore = call({
  on: 'POST /api/operator/risk/restore',
  title: '申请恢复账户 Request to restore an account',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ accountId: AccountId, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

export const riskState = call({
  on: 'GET /api/operator/risk/state',
  title: '风控总览 Current risk',
  who: 'staff:risk.view',
  input: nothing,
  output: z.object({
    halted: Flag,
    haltReason: z.nullable(z.string()),
    haltedBy: z.nullable(z.string()),
    haltTime: z.nullable(Time),
    resumeApprovalId: z.nullable(z.string()),
    live: z.object({ rulesId: z.string(), number: z.int() }),
    shadow: z.nullable(z.object({ rulesId: z.string(), number: z.int() })),
    stoppedAccounts: z.int(),
  }),
  refusals: [],
})

/** Declines every authorization, on every server within a second. One person may do this; undoing it takes two. */
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
  title: '申请恢复授权 Request to resume decisions',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ reason: text(500, 5), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['conflict', 'day_cap_reached'],
})
