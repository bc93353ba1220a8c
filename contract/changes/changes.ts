/** What tells a console that something changed, so that it reads again what it shows instead of asking every few seconds. */
import * as z from 'zod/mini'
import { call, eventsAnswer } from '../core/call.ts'
import { whole } from '../core/fields.ts'

/**
 * What may have changed. An event names topics and sometimes cards, never content: a console that hears it asks again with its own rights.
 * `trades`: authorizations, clearings, 3-D Secure codes. `cards`: status, orders, batches, groups. `money`: wallet, balances, top-ups.
 * `account`: requests, sub-accounts, notices, permissions, sessions.
 */
export const topics = ['trades', 'cards', 'money', 'account'] as const
export type Topic = (typeof topics)[number]

/**
 * The data of an event without a name. `cards`: only what belongs to these cards has changed; it is not told to sub-accounts, who do not see all cards. An event named
 * `resync` has no data: anything may have changed.
 */
export const ChangeEvent = z.object({ topics: z.array(z.enum(topics)), cards: z.optional(z.array(z.string())) })

/** Further back, everything is read again. */
export const LONGEST_AGO_MS = 60_000

export const watchChanges = call({
  on: 'GET /api/changes',
  title: '变更推送 Events that say what has changed',
  who: 'member',
  events: true,
  input: z.object({
    /** The id of the last event received: what came later is sent again. */
    since: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
    /** For who has received none yet: milliseconds since it first read anything. What changed in them is sent. */
    ago: z.optional(whole(0, LONGEST_AGO_MS)),
  }),
  output: eventsAnswer,
  refusals: ['busy'],
})
