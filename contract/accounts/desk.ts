/** What staff do to an account: restrictions, custom limits, adjustments, authenticator resets and sessions. */
import * as z from 'zod/mini'
import { AccountId } from './accounts.ts'
import { AttachmentId } from '../staff/approvals.ts'
import { call } from '../core/call.ts'
import { Cents, cents, Flag, id, pattern, requestNo, text, Time, time, type Words } from '../core/fields.ts'
import type { AccountCode } from '../ledger/ledger.ts'

/** Limits that staff may set for one account instead of the standard ones (docs/reference/numbers.md#rails). */
export const limitKeys = {
  topupPerDay: { cn: '每日自助充值', en: 'Top-ups per day', unit: 'USD' },
  perLoad: { cn: '单笔充卡与开卡', en: 'Per load or card opening', unit: 'USD' },
  yuanOnce: { cn: '单笔人民币充值', en: 'Per CNY top-up', unit: 'CNY' },
} as const satisfies Record<string, Words & { unit: 'USD' | 'CNY' }>
export type LimitKey = keyof typeof limitKeys
const LimitName = z.enum(Object.keys(limitKeys) as [LimitKey, ...LimitKey[]])
/** A larger limit is treated as a typing error. */
const MOST_LIMIT = 1_000_000_00

/** Causes of a manual wallet adjustment, each with its contra account in the books (docs/reference/postings.md#staff-and-the-end-of-an-account). */
export const adjustCauses = {
  GOODWILL: { cn: '补偿', en: 'Goodwill', direction: 'IN', against: '5070' },
  /** Posted against the fee's own account, and the commission on the fee is clawed back. The maker names the charge. */
  FEE_RETURN: { cn: '返还手续费', en: 'Fee refund', direction: 'IN', against: 'FEE' },
  CORRECTION_IN: { cn: '更正（入）', en: 'Correction (credit)', direction: 'IN', against: '5070' },
  CORRECTION_OUT: { cn: '更正（出）', en: 'Correction (debit)', direction: 'OUT', against: '5070' },
  /** What was written off before: never more than that. */
  RECOVERY: { cn: '收回已核销欠款', en: 'Written-off debt recovered', direction: 'OUT', against: '5050' },
  FEE: { cn: '补收手续费', en: 'Fee charged afterwards', direction: 'OUT', against: '4020' },
} as const satisfies Record<string, Words & { direction: 'IN' | 'OUT'; against: AccountCode | 'FEE' }>
export type AdjustCause = keyof typeof adjustCauses
const CauseName = z.enum(Object.keys(adjustCauses) as [AdjustCause, ...AdjustCause[]])

/** How the caller was verified to be the account holder. */
export const idChecks = {
  DOCUMENT: { cn: '重新核对证件', en: 'Document rechecked' },
  CALL_BACK: { cn: '回拨登记手机号', en: 'Callback to the registered number' },
  VIDEO: { cn: '视频核验', en: 'Video call' },
} as const satisfies Record<string, Words>
export type IdCheck = keyof typeof idChecks

export const accountMoves = call({
  on: 'GET /api/operator/account/moves',
  title: '账户处置 Staff actions on an account',
  who: 'staff:account.view',
  input: z.object({ accountId: AccountId }),
  output: z.object({
    held: z.nullable(z.object({ by: z.string(), reason: z.string(), time: Time })),
    limits: z.array(
      z.object({
        key: LimitName,
        name: z.string(),
        unit: z.enum(['USD', 'CNY']),
        /** The limit of every account with this status. */
        standard: z.nullable(Cents),
        own: z.nullable(z.object({ amount: Cents, endTime: z.nullable(Time) })),
        approvalId: z.nullable(z.string()),
      }),
    ),
    /** Every version, newest first. */
    history: z.array(
      z.object({
        seq: z.int(),
        approvalId: z.string(),
        name: z.string(),
        unit: z.enum(['USD', 'CNY']),
        amount: z.nullable(Cents),
        startTime: Time,
        endTime: z.nullable(Time),
        reason: z.string(),
        maker: z.string(),
        checker: z.string(),
        time: Time,
      }),
    ),
    adjustments: z.array(
      z.object({
        adjustNo: z.string(),
        approvalId: z.string(),
        causeText: z.string(),
        direction: z.enum(['IN', 'OUT']),
        amount: Cents,
        reason: z.string(),
        maker: z.string(),
        checker: z.string(),
        time: Time,
      }),
    ),
    logins: z.array(z.object({ loginId: z.string(), bound: Flag, approvalId: z.nullable(z.string()) })),
    adjustApprovalId: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})

const because = { accountId: AccountId, reason: text(500, 2), requestNo }

/**
 * Blocks openings, loads, withdrawals, plans, seats and payouts until it is lifted; top-ups and existing cards keep working
 * (docs/reference/permissions.md#actions-and-account-standing).
 */
export const restrictAccount = call({
  on: 'POST /api/operator/account/restrict',
  title: '限制账户 Restrict an account',
  who: 'staff:account.make',
  once: true,
  input: z.object(because),
  output: z.object({ held: Flag }),
  refusals: ['not_found', 'conflict'],
})

export const liftRestriction = call({
  on: 'POST /api/operator/account/lift',
  title: '解除限制 Lift a restriction',
  who: 'staff:account.make',
  once: true,
  input: z.object(because),
  output: z.object({ held: Flag }),
  refusals: ['not_found', 'conflict'],
})

/** Ends one session or all of them, and revokes remembered sign-ins. */
export const endAccountSessions = call({
  on: 'POST /api/operator/account/signOut',
  title: '强制退出 Sign an account out',
  who: 'staff:account.make',
  once: true,
  input: z.object({ ...because, sessionId: z.optional(id('ses')) }),
  output: z.object({ ended: z.int() }),
  refusals: ['not_found'],
})

/** Requests a reset, which a second approver confirms. */
export const askAuthenticatorReset = call({
  on: 'POST /api/operator/account/authenticator',
  title: '重置谷歌验证 Reset Google Authenticator of an account',
  who: 'staff:account.make',
  once: true,
  input: z.object({
    ...because,
    loginId: id('lgn'),
    checkedBy: z.enum(Object.keys(idChecks) as [IdCheck, ...IdCheck[]]),
  }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

/**
 * Requests a limit, which a second approver confirms. Without an amount the standard limit applies again. Takes effect now or at a set time, and ends at a set
 * time or never.
 */
export const askLimit = call({
  on: 'POST /api/operator/account/limit',
  title: '调整账户额度 Set an individual limit',
  who: 'staff:account.make',
  once: true,
  input: z
    .object({
      ...because,
      key: LimitName,
      amount: z.optional(cents(1_00, MOST_LIMIT)),
      startTime: z.optional(time),
      endTime: z.optional(time),
    })
    .check(
      z.superRefine(({ startTime, endTime }, found) => {
        if (endTime !== undefined && startTime !== undefined && endTime <= startTime)
          found.addIssue({ code: 'custom', path: ['endTime'], message: 'required' })
      }),
    ),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

/** Fees in dollars charged to the account, newest first, with the amount of each that can still be refunded. */
export const accountFees = call({
  on: 'GET /api/operator/account/fees',
  title: '账户手续费 Fees charged to an account',
  who: 'staff:account.view',
  input: z.object({ accountId: AccountId }),
  output: z.object({
    list: z.array(
      z.object({
        transferId: z.string(),
        feeCode: z.string(),
        feeText: z.string(),
        typeText: z.string(),
        bizNo: z.string(),
        time: Time,
        charged: Cents,
        left: Cents,
      }),
    ),
  }),
  refusals: ['not_found'],
})

/** Requests an adjustment with its evidence. A second approver confirms it; above $1,000 a third is needed. */
export const askAdjustment = call({
  on: 'POST /api/operator/account/adjust',
  title: '钱包调账 Adjust a wallet',
  who: 'staff:adjust.make',
  once: true,
  input: z
    .object({
      ...because,
      cause: CauseName,
      amount: cents(1, 100_000_00),
      fileId: AttachmentId,
      /** For a fee refund: the charge, and which of its fees. */
      feeTransferId: z.optional(id('trf')),
      feeCode: z.optional(pattern(/^4\d{3}$/)),
    })
    .check(
      z.superRefine(({ cause, feeTransferId, feeCode }, found) => {
        const named = feeTransferId !== undefined && feeCode !== undefined
        if (named !== (cause === 'FEE_RETURN'))
          found.addIssue({ code: 'custom', path: ['feeTransferId'], message: 'required' })
      }),
    ),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'insufficient_wallet', 'amount_above_max', 'day_cap_reached'],
})
