import { refuse } from '#contract/core/refusals.ts'
import type { Actor, LoginKey } from '../core/actor.ts'
import { ahead, DAY, nowMs } from '../core/clock.ts'
import type { Database, Tx } from '../core/db.ts'
import { loginById, updateCooldown } from './logins/queries.ts'

/** Whoever changed a credential may not be its owner: money cannot leave for a day. */
export const coolDown = (tx: Tx, login: LoginKey) => updateCooldown(tx, login, ahead(DAY))

/** Required by everything that pays money out. */
export async function refuseCoolingDown(on: Tx | Database, actor: Actor): Promise<void> {
  const { cooldown_until } = await loginById(on, actor)
  if (cooldown_until && cooldown_until.getTime() > nowMs())
    throw refuse('cooling_down', { untilTime: cooldown_until.getTime() })
}
