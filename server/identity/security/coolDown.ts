import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { ahead, DAY, nowMs } from '#server/core/clock.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { updateCooldown } from '../loginQueries.ts'
import { loginById } from '../queries.ts'

/** Whoever changed a lock may not be who had the key: money does not leave for a day. */
export const coolDown = (tx: Tx, loginId: string) => updateCooldown(tx, loginId, ahead(DAY))

/** For everything that takes money out of the house. */
export async function refuseCoolingDown(on: Tx | Database, actor: Actor): Promise<void> {
  const { cooldown_until } = await loginById(on, actor.loginId)
  if (cooldown_until && cooldown_until.getTime() > nowMs())
    throw refuse('cooling_down', { untilTime: cooldown_until.getTime() })
}
