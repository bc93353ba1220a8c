import { revealKinds, type RevealKind } from '#contract/staff/reveals.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '../core/actor.ts'
import { raiseAlarm } from '../core/alarms.ts'
import { nowMs, dayOf } from '../core/clock.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { recordReveal, type Revealed } from './chain/record.ts'
import { takeReveal } from './revealQueries.ts'

/**
 * Personal data in the clear for one of the staff, and the only way to it: counted against the cap of the day, and in the
 * chain before it is shown. `find` reads it and says what the chain keeps; what it refuses is not counted.
 */
export async function reveal<T>(
  staff: Staff,
  kind: RevealKind,
  find: (tx: Tx) => Promise<{ clear: T; deed: Revealed }>,
): Promise<T> {
  const { perDay } = revealKinds[kind]
  const alarm = { kind: 'REVEAL_CAP', subject: `${staff.staffId} ${kind}`, detail: { limit: perDay } } as const
  const shown = await transaction(async (tx) => {
    const times = await takeReveal(tx, { staffId: staff.staffId, day: dayOf(nowMs()), kind, most: perDay })
    if (times === undefined) return undefined
    const { clear, deed } = await find(tx)
    if (times === perDay) await raiseAlarm(tx, alarm)
    await recordReveal(tx, staff, deed)
    return { clear }
  })
  if (shown) return shown.clear
  await raiseAlarm(db, alarm) // not with the transaction, which has nothing to keep
  throw refuse('reveal_cap_reached')
}
