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

/** What a restoration rests on, for the person who requests it and the one who decides. */
export const restoreEvidence = call({
  on: 'GET /api/operator/risk/evidence',
  title: '恢复依据 Evidence for a restoration',
  who: 'staff:risk.view',
  input: z.object({ accountId: AccountId }),
  output: z.object({
    /** The stop that is in force; null if none is. */
    stop: z.nullable(
      z.object({
        time: Time,
        /** Who stopped it by hand, and why. */
        by: z.nullable(z.string()),
        why: z.nullable(z.string()),
        attempts: z.int(),
        declined: z.int(),
        rateBps: z.int(),
        limitBps: z.int(),
        cards: z.int(),
      }),
    ),
    /** Declines that led to the stop. */
    reasons: z.array(
      z.object({ reason: z.string(), text: z.string(), advice: z.string(), counted: Flag, count: z.int() }),
    ),
    /** The cards with the most of them, and how each is now. */
    cards: z.array(
      z.object({
        cardId: z.string(),
        lastFour: z.string(),
        attempts: z.int(),
        declined: z.int(),
        /** What its owner has done to it since, with the last time. */
        fixes: z.array(z.object({ type: z.string(), text: z.string(), count: z.int(), time: Time })),
      }),
    ),
    /** The same for all other cards of the account together. */
    fixes: z.array(z.object({ type: z.string(), text: z.string(), count: z.int(), cards: z.int() })),
    /** Purchases that were tried and declined since the stop. */
    triedSince: z.int(),
    /** Earlier stops, newest first. */
    history: z.array(
      z.object({
        time: Time,
        by: z.nullable(z.string()),
        rateBps: z.int(),
        restoredTime: z.nullable(Time),
        restoredBy: z.nullable(z.string()),
        note: z.nullable(z.string()),
      }),
    ),
    /** The terms after a restoration; `earliestTime`: before it, a restoration is refused. */
    probation: z.object({ days: z.int(), limitBps: z.int(), minAttempts: z.int(), earliestTime: z.nullable(Time) }),
    /** A request that waits for its second approver. */
    approvalId: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
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
