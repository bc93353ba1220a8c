/** What every start of the console needs, apart from the notification settings: they carry the texts of all events. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Cents, Flag } from '../core/fields.ts'

/** Requested once when the console starts: whether this login has seen the tour, and its low-balance threshold. */
export const consoleState = call({
  on: 'GET /api/user/console',
  title: '控制台状态 Console state',
  who: 'member',
  input: nothing,
  output: z.object({
    guideDone: Flag,
    lowBalance: Cents,
    alert: Flag,
    chat: z.nullable(z.object({ src: z.string(), key: z.string() })),
    /** Where people shop in the simulated world. Null where cards are real. */
    testShop: z.nullable(z.string()),
  }),
  refusals: [],
})

/** Marks the tour as seen or dismissed, so that no device offers it again. */
export const guideSeen = call({
  on: 'POST /api/user/guideSeen',
  title: '新手引导已看 Mark the product tour as seen',
  who: 'member',
  input: nothing,
  output: z.object({ ok: Flag }),
  refusals: [],
})
