import { refuse } from '#contract/core/refusals.ts'
import { revealKinds, type RevealKind } from '#contract/staff/staff.ts'
import type { Staff } from '#server/core/actor.ts'
import { raiseAlarm } from '#server/core/alarms.ts'
import { nowMs, dayOf } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { recordReveal, type Revealed } from '../chain/record.ts'
import { takeReveal } from './queries.ts'

/**
 * Reveals personal data to a member of staff, and is the only way to do so: counted against the daily cap, and added to the chain before it is shown. `find`
 * reads it and returns what the chain stores; its refusals are not counted.
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
  await raiseAlarm(db, alarm) // on its own: the transaction above wrote nothing
  throw refuse('reveal_cap_reached')
}
