import type * as contract from '#contract/staff/staff.ts'
import type { Words } from '#contract/core/fields.ts'
import type { StaffKey } from '#contract/core/staffRoles.ts'
import type { Staff } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { provided } from '../core/composition.ts'

export type StaffQueue = {
  /** `forecasts`: a unique name. */
  queue: string
  name: Words
  /** Holders of any of these keys work on it. */
  for: readonly StaffKey[] | 'everybody'
  /** The promised time to the first response (docs/reference/numbers.md#desk). */
  slaMs: number
  /** Its page on the desk: `/forecasts`. */
  path: string
  /** How many are waiting for this person, or for anybody, and since when the oldest. Counted on each request, so it needs an index. */
  waiting(staff: Staff | undefined): Promise<{ count: number; oldest: Date | null }>
}

declare module '../core/composition.ts' {
  interface Provides {
    /** The queues on the desk's first page. */
    queues: readonly StaffQueue[]
  }
}

export const staffQueues: Answer<typeof contract.staffQueues> = async (staff) => {
  const theirs = provided('queues').filter(
    ({ for: keys }) => keys === 'everybody' || keys.some((key) => staff.may.has(key)),
  )
  const list = await Promise.all(
    theirs.map(async ({ queue, name, slaMs, path, waiting }) => {
      const { count, oldest } = await waiting(staff)
      return { queue, name: name[staff.from.lang], count, oldestTime: oldest?.getTime() ?? null, slaMs, path }
    }),
  )
  return { list }
}
