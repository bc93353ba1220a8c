/** The whole service on the desk's first page: cover, decisions, declines, queues and alarms, now and on each of the last 14 days. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Cents, Time } from '../core/fields.ts'

export const HOUSE_DAYS = 14

/** Shares in basis points. null: not known, because nothing was counted. */
const Share = z.nullable(z.int())

export const HouseDay = z.object({
  /** In Asia/Shanghai. */
  date: z.string(),
  coverBps: Share,
  /** Checks of the books that found something on that day; null if they were not verified. */
  breaks: z.nullable(z.int()),
  decisions: z.nullable(z.int()),
  p99Ms: z.nullable(z.number()),
  approvalBps: Share,
  declineBps: Share,
  /** The longest that anything had waited in any queue. */
  queueAgeMs: z.nullable(z.number()),
  alarms: z.nullable(z.int()),
})
export type HouseDay = z.infer<typeof HouseDay>

export const showHouse = call({
  on: 'GET /api/operator/house',
  title: '服务总览 The service at a glance',
  who: 'staff:health.view',
  perMinute: 60,
  input: nothing,
  output: z.object({
    /** By the newest verification of the books that ended. */
    proof: z.nullable(
      z.object({
        time: Time,
        holds: z.boolean(),
        breaks: z.int(),
        /** null: an interrupted verification has no sums. */
        cover: z.nullable(z.object({ owed: Cents, covered: Cents, bps: Share })),
      }),
    ),
    /** Of the last complete minutes. null while fewer than two minutes were counted. */
    decisions: z.nullable(
      z.object({ minutes: z.int(), count: z.int(), perSecond: z.number(), p99Ms: z.nullable(z.number()) }),
    ),
    /** Of all accounts in the last 30 days: approvals and counted declines, as in the decline rate of an account. */
    rates: z.object({ approved: z.int(), declined: z.int(), approvalBps: Share, declineBps: Share }),
    queues: z.array(
      z.object({ queue: z.string(), name: z.string(), count: z.int(), oldestTime: z.nullable(Time), slaMs: z.int() }),
    ),
    alarms: z.object({ count: z.int(), oldestTime: z.nullable(Time) }),
    /** Oldest first; today is the last. */
    days: z.array(HouseDay),
  }),
  refusals: [],
})
