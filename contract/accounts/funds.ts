/** Staff calls: funds of an account that are frozen, released or forfeited, and debts that are written off. Each needs a second approver. */
import * as z from 'zod/mini'
import { AccountId } from './accounts.ts'
import { call } from '../core/call.ts'
import { Cents, cents, Flag, requestNo, text, Time, withDefault, yesNo, type Words } from '../core/fields.ts'

/** Frozen funds are forfeited this long after the account's last settlement, and no earlier (docs/reference/numbers.md#frozen-funds). */
export const FORFEIT_AFTER_DAYS = 180

/** Why frozen funds moved. */
const fundsDecisions = {
  RELEASED: { cn: '解冻', en: 'Released' },
  FORFEITED: { cn: '没收', en: 'Forfeited' },
} as const satisfies Record<string, Words>
export type FundsDecision = keyof typeof fundsDecisions
export const fundsDecisionText = (kind: FundsDecision): Words => fundsDecisions[kind]

const Part = z.object({ cardId: z.string(), cardSeqNo: z.string(), lastFour: z.string(), amount: Cents })

/** Amounts of an account by where they are, or were before they were frozen. */
const Parts = z.object({
  total: Cents,
  wallet: Cents,
  /** Payable after closing (2410). */
  payable: Cents,
  cards: Cents,
  /** The largest amounts first, at most fifty. */
  byCard: z.array(Part),
  cardCount: z.int(),
})

const people = { maker: z.string(), checker: z.string(), time: Time, approvalId: z.string() }

export const accountFunds = call({
  on: 'GET /api/operator/account/funds',
  title: '账户资金冻结与坏账 Frozen funds and written-off debts of an account',
  who: 'staff:account.view',
  input: z.object({ accountId: AccountId }),
  output: z.object({
    /** What a freeze would take now. */
    free: Parts,
    /** Held for purchases and openings: what becomes free of it is frozen later. */
    held: Cents,
    freeze: z.nullable(
      z.object({
        freezeId: z.string(),
        reason: z.string(),
        legalRef: z.string(),
        deactivated: Flag,
        /** What is frozen now (2420). */
        amount: Cents,
        /** What has been frozen, by where it came from. */
        parts: Parts,
        ...people,
        /** The last settled transaction of the account. */
        settleTime: z.nullable(Time),
        /** From when the funds can be forfeited. */
        forfeitTime: Time,
        mayForfeit: Flag,
      }),
    ),
    /** Decisions about frozen funds, newest first. */
    decisions: z.array(
      z.object({
        kind: z.enum(Object.keys(fundsDecisions) as [FundsDecision, ...FundsDecision[]]),
        kindText: z.string(),
        amount: Cents,
        /** The part that paid debts of the account. */
        debt: Cents,
        reason: z.string(),
        legalNote: z.nullable(z.string()),
        ...people,
      }),
    ),
    /** Freezes that were released, newest first. */
    freezes: z.array(z.object({ freezeId: z.string(), reason: z.string(), legalRef: z.string(), ...people })),
    /** What the account owes, and the part that can be written off: not the balances of live cards below zero. */
    owed: Cents,
    mayWriteOff: Cents,
    writeOffs: z.array(z.object({ writeOffNo: z.string(), amount: Cents, reason: z.string(), ...people })),
    /** The approvals that are waiting. */
    approvals: z.object({
      freeze: z.nullable(z.string()),
      release: z.nullable(z.string()),
      forfeit: z.nullable(z.string()),
      writeOff: z.nullable(z.string()),
    }),
  }),
  refusals: ['not_found'],
})

const because = { accountId: AccountId, reason: text(500, 2), requestNo }

/**
 * Requests a freeze. On approval all that is free in the wallet, on cards and payable after closing is frozen, and what becomes free later follows. Nothing can be
 * spent or withdrawn until it is released. `deactivate`: also blocks all sign-ins.
 */
export const freezeFunds = call({
  on: 'POST /api/operator/account/freezeFunds',
  title: '申请冻结资金 Request a freeze of funds',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ ...because, legalRef: text(120, 2), deactivate: withDefault(yesNo, false) }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

/** Requests the release: each open card gets back what was taken from it, the wallet gets the rest, and the account works again. */
export const releaseFunds = call({
  on: 'POST /api/operator/account/releaseFunds',
  title: '申请解冻资金 Request a release of funds',
  who: 'staff:risk.make',
  once: true,
  input: z.object(because),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

/** Requests the forfeit of what is frozen, less what the account owes. Needs two approvers and a legal note; the freeze goes on. */
export const forfeitFunds = call({
  on: 'POST /api/operator/account/forfeitFunds',
  title: '申请没收资金 Request a forfeit of funds',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ ...because, legalNote: text(500, 10) }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'too_early_to_forfeit', 'day_cap_reached'],
})

/** Requests that a debt, or a part of it, is written off. */
export const writeOffDebt = call({
  on: 'POST /api/operator/account/writeOff',
  title: '申请核销坏账 Request a write-off',
  who: 'staff:money.make',
  once: true,
  input: z.object({ ...because, amount: cents(1, 1_000_000_00) }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'amount_above_max', 'day_cap_reached'],
})
