/** Where an account's money came from and went to in a period, and the ledger entries behind each sum. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Cents, pattern, text, Time, type Words } from '../core/fields.ts'

/** What money flows through. A ribbon leads into one of them or out of it. */
export const flowHubs = {
  WALLET: { cn: '钱包', en: 'Wallet' },
  CARDS: { cn: '卡片', en: 'Cards' },
} as const satisfies Record<string, Words>
export type FlowHub = keyof typeof flowHubs
export type FlowWay = 'IN' | 'OUT'

/** The longest period, in days. */
export const FLOW_MAX_DAYS = 366

/** A day of Shanghai. */
export const flowDay = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const day = pattern(flowDay)
const date = z.string()
/** Both days are included. A longer period ends on the same day and is shortened; days to come are left out. */
const days = { from: day, until: day }

const Hub = z.enum(Object.keys(flowHubs) as [FlowHub, ...FlowHub[]])
const Way = z.enum(['IN', 'OUT'])

const Ribbon = z.object({
  /** Names it for the entries behind it, in every period. */
  ribbon: z.string(),
  hub: Hub,
  way: Way,
  name: z.string(),
  /** `PASS`: between the wallet and the cards. `MERCHANT`: spent at one merchant. `MERCHANTS`: at all that are not listed. */
  what: z.enum(['KIND', 'FEE', 'PASS', 'MERCHANT', 'MERCHANTS']),
  /** Always positive. */
  cents: Cents,
  /** How many transfers; null for what is added up by day. */
  entries: z.nullable(z.int()),
})
export type FlowRibbon = z.infer<typeof Ribbon>

export const moneyFlow = call({
  on: 'POST /api/account/flowMap',
  title: '资金流向 Money flow',
  reads: true,
  who: 'flow:view',
  perMinute: 60,
  input: z.object(days),
  output: z.object({
    from: date,
    until: date,
    hubs: z.array(
      z.object({
        hub: Hub,
        name: z.string(),
        /** The balances at both ends; null for a sub-account, which has no balance of its own. */
        open: z.nullable(Cents),
        close: z.nullable(Cents),
        /** What came in less what went out. */
        change: Cents,
        /** What the ribbons lack to explain the change of the balance, to the cent: 0 unless the books are broken. */
        missing: Cents,
      }),
    ),
    /** The largest first, by hub and way. */
    ribbons: z.array(Ribbon),
    /** False if the caller may not see transactions: nothing is returned of what cards spent. */
    detailed: z.boolean(),
    /** Up to when the nightly verification of the books has found no difference, and whether that covers the period. */
    proof: z.object({ state: z.enum(['PROVEN', 'PARTLY', 'WAITING']), until: z.nullable(Time) }),
  }),
  refusals: [],
})

/** The transfers behind a ribbon, newest first. Their amounts add up to it. */
export const moneyFlowEntries = call({
  on: 'POST /api/account/flowMapEntries',
  title: '资金流向明细 Entries behind a money flow',
  reads: true,
  who: 'flow:view',
  perMinute: 120,
  input: z.object({ ...days, ribbon: text(260, 3), cursor: z.optional(text(60)) }),
  output: z.object({
    list: z.array(
      z.object({
        entryId: z.string(),
        time: Time,
        kindText: z.string(),
        /** Along the ribbon: negative for what was reversed. */
        cents: Cents,
        /** The merchant or the month that it is about; empty if there is none. */
        about: z.string(),
        /** Its line in the wallet's statement. */
        flowNo: z.optional(z.string()),
        /** The settled transaction. */
        tradeId: z.optional(z.string()),
        cardId: z.optional(z.string()),
        lastFour: z.optional(z.string()),
        bizNo: z.string(),
        subNickname: z.optional(z.string()),
      }),
    ),
    /** Null on the last page. */
    cursor: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})
