/** Staff calls: openings on all accounts that the issuer has not answered in time. */
import * as z from 'zod/mini'
import { Holder } from '#contract/accounts/accounts.ts'
import { call, nothing } from '#contract/core/call.ts'
import { Cents, id, requestNo, Time } from '#contract/core/fields.ts'

export const StuckOpening = z.object({
  orderNo: z.string(),
  cardId: z.string(),
  vid: z.string(),
  holder: Holder,
  batchNo: z.nullable(z.string()),
  /** The amount held in the account holder's wallet for this opening. */
  held: Cents,
  tries: z.int(),
  /** The issuer's last response, if there was one. */
  error: z.nullable(z.string()),
  createTime: Time,
  /** When the next automatic attempt is due. */
  nextTime: z.nullable(Time),
})
export type StuckOpening = z.infer<typeof StuckOpening>

/** Oldest first, at most 200; `count` covers all of them. */
export const listStuckOpenings = call({
  on: 'GET /api/operator/card/stuck',
  title: '未决开卡 Unconfirmed openings',
  who: 'staff:account.view',
  input: nothing,
  output: z.object({ data: z.array(StuckOpening), count: z.int() }),
  refusals: [],
})

/** A missing answer is not a failure: this asks the issuer again now, and only the issuer's answer ends an opening. */
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
