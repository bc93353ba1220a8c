/** Openings of all accounts that the issuer has not answered in time, at the staff's desk. */
import * as z from 'zod'
import { Holder } from '#contract/accounts/accounts.ts'
import { call, nothing } from '#contract/core/call.ts'
import { Cents, id, requestNo, Time } from '#contract/core/fields.ts'

export const StuckOpening = z.object({
  orderNo: z.string(),
  cardId: z.string(),
  vid: z.string(),
  holder: Holder,
  batchNo: z.string().nullable(),
  /** What is held of the account holder's for it. */
  held: Cents,
  tries: z.int(),
  /** What was heard at the last try, if anything was. */
  error: z.string().nullable(),
  createTime: Time,
  /** When the next automatic attempt is due. */
  nextTime: Time.nullable(),
})
export type StuckOpening = z.infer<typeof StuckOpening>

/** The oldest first, at most two hundred; `count` is of all. */
export const listStuckOpenings = call({
  on: 'GET /api/operator/card/stuck',
  title: '未决开卡 Unconfirmed openings',
  who: 'staff:account.view',
  input: nothing,
  output: z.object({ data: z.array(StuckOpening), count: z.int() }),
  refusals: [],
})

/** A missing answer is not a failure: this asks the issuer again now, and only its answer ends an opening. */
export const askForOpening = call({
  on: 'POST /api/operator/card/ask',
  title: '重新查询发卡方 Ask the issuer again',
  who: 'staff:account.make',
  once: true,
  perMinute: 30,
  input: z.object({ orderNo: id('ord'), requestNo }),
  output: z.object({ orderNo: z.string() }),
  refusals: ['not_found'],
})
