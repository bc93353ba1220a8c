/** Staff calls: the money of our programme at each issuer: what is prefunded there, what each day settles, and the floor below which no cards are opened. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { cents, Cents, Flag, pattern, requestNo, text, Time, type Words } from '../core/fields.ts'
import { AttachmentId } from '../staff/approvals.ts'

/** Fewer days of cover than this raise an alarm; fewer than the second an urgent one. */
export const COVER_DAYS = { low: 2, critical: 1 } as const
/** The burn is the average of this many complete days. */
export const BURN_DAYS = 7
/** Days on the page: those that the settlement files are read for. */
export const DAYS_SHOWN = 31

/** How the issuer's balance and ours compare. `SETTLING`: they differ, and not yet for longer than messages take. */
export const statementStates = {
  AGREES: { cn: '一致', en: 'Agrees' },
  SETTLING: { cn: '核对中', en: 'Checking' },
  DIFFERS: { cn: '有差异', en: 'Differs' },
  UNKNOWN: { cn: '未获取', en: 'Not available' },
} as const satisfies Record<string, Words>
export type StatementState = keyof typeof statementStates

/** `OPEN`: its settlement file has not been read in full. */
export const dayStates = {
  OPEN: { cn: '待读取', en: 'Not read yet' },
  AGREES: { cn: '一致，待入账', en: 'Agrees, not booked' },
  DIFFERS: { cn: '有差异', en: 'Differs' },
  BOOKED: { cn: '已入账', en: 'Booked' },
} as const satisfies Record<string, Words>
export type DayState = keyof typeof dayStates

export const IssuerId = pattern(/^[a-z0-9_-]{2,40}$/)
/** A Shanghai day, as in the settlement file. */
export const Day = pattern(/^\d{4}-\d{2}-\d{2}$/, 'value_date')
export const nameOf = <T extends object>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]])

/** All amounts in minor units of `currency`. */
const Program = z.object({
  issuerId: z.string(),
  currency: z.string(),
  /** 1110, 2110 and 2120 of the issuer; what is left when all that is owed is settled. */
  prefund: Cents,
  owed: Cents,
  feesOwed: Cents,
  available: Cents,
  /** Prefunds that the issuer's balance does not show yet. */
  underWay: Cents,
  /** The issuer's balance as it last answered. */
  theirs: z.nullable(Cents),
  readTime: z.nullable(Time),
  /** What we expect the issuer to have, less what it has. */
  difference: z.nullable(Cents),
  differsTime: z.nullable(Time),
  statement: nameOf(statementStates),
  statementText: z.string(),
  /** The average of the last complete days; below zero if refunds outweigh purchases. */
  burn: Cents,
  /** In tenths of a day, at that burn; null if nothing is spent. */
  coverTenths: z.nullable(z.int()),
  floor: z.nullable(Cents),
  /** Below the floor: segments of this issuer open no cards. */
  openingPaused: Flag,
  /** Complete days that are not booked. */
  daysOpen: z.int(),
})
export type Program = z.infer<typeof Program>

const SettlementDay = z.object({
  day: z.string(),
  state: nameOf(dayStates),
  stateText: z.string(),
  /** Of the file: lines, what was taken and returned, and the net. Null until it is read. */
  file: z.nullable(z.object({ lines: z.int(), clearings: Cents, refunds: Cents, net: Cents })),
  /** The same on our books (2110), by the day outside. */
  books: z.object({ clearings: Cents, refunds: Cents, net: Cents }),
  /** File less books. */
  difference: z.nullable(Cents),
  /** Reversals, which no file lists: below zero if they return money to cards. */
  reversals: Cents,
  fees: Cents,
  /** What has left the prefund for this day, fees included; null until it is booked. */
  settled: z.nullable(Cents),
  /** What of the day is still owed on 2110. */
  left: Cents,
  bookedBy: z.nullable(z.string()),
  bookedTime: z.nullable(Time),
  transferId: z.nullable(z.string()),
  /** A booking that waits for a second approver. */
  approvalId: z.nullable(z.string()),
})
export type SettlementDay = z.infer<typeof SettlementDay>

const Fund = z.object({
  fundNo: z.string(),
  amount: Cents,
  bankName: z.string(),
  reference: z.string(),
  valueDate: z.string(),
  maker: z.string(),
  checker: z.string(),
  approvalId: z.string(),
  transferId: z.string(),
  createTime: Time,
  /** When the issuer's balance showed it. */
  arriveTime: z.nullable(Time),
})
export type Fund = z.infer<typeof Fund>

export const listPrograms = call({
  on: 'GET /api/operator/program/list',
  title: '发卡行与项目 Issuers and programmes',
  who: 'staff:treasury.view',
  perMinute: 60,
  input: nothing,
  output: z.object({ list: z.array(Program) }),
  refusals: [],
})

export const showProgram = call({
  on: 'GET /api/operator/program/info',
  title: '项目详情 Programme',
  who: 'staff:treasury.view',
  perMinute: 60,
  input: z.object({ issuerId: IssuerId }),
  output: z.extend(Program, {
    /** The newest first. */
    days: z.array(SettlementDay),
    funds: z.array(Fund),
    /** Prefunds that wait for a second approver. */
    waiting: z.array(z.object({ approvalId: z.string(), reference: z.string() })),
    /** Where dollars may be sent from, and what is there. */
    banks: z.array(z.object({ bankId: z.string(), bankName: z.string(), balance: Cents })),
  }),
  refusals: ['not_found'],
})

export const why = { reason: text(500, 2), requestNo }

/** Requests to record that dollars of customers' money were sent to the issuer (PROGRAM_FUNDED). */
export const fundProgram = call({
  on: 'POST /api/operator/program/fund',
  title: '登记备付金划拨 Prefund an issuer',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    issuerId: IssuerId,
    bankId: text(40, 1),
    amount: cents(),
    /** Of the bank's payment order. */
    reference: pattern(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{3,59}$/, 'bank_reference'),
    valueDate: Day,
    /** The bank's confirmation, as a picture. */
    fileId: AttachmentId,
    ...why,
  }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['invalid', 'not_found', 'above_position', 'reference_used', 'conflict', 'day_cap_reached'],
})

/**
 * Books a day that agrees with its file (ISSUER_SETTLED). One that differs is requested instead: a second approver agrees to settle what the file says, and the
 * difference stays owed.
 */
export const settleDay = call({
  on: 'POST /api/operator/program/settle',
  title: '结算日入账 Book a settlement day',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({ issuerId: IssuerId, day: Day, ...why }),
  output: z.object({ state: z.enum(['BOOKED', 'REQUESTED']), approvalId: z.nullable(z.string()) }),
  refusals: ['invalid', 'not_found', 'conflict', 'day_cap_reached'],
})

/** Sets or removes the floor. It takes effect immediately, by the last known balance. */
export const setFloor = call({
  on: 'POST /api/operator/program/floor',
  title: '设定备付金下限 Set the floor of a programme',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({ issuerId: IssuerId, floor: cents(0, 1_000_000_000_00), ...why }),
  output: z.object({ openingPaused: Flag }),
  refusals: ['not_found'],
})
