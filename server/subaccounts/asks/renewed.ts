import type { Actor } from '#server/core/actor.ts'
import type { Tx } from '#server/core/db.ts'
import type { SubRow } from '#server/identity/identity.ts'
import { tellAnswer } from './answerAsk.ts'
import { openRenewals } from './queries.ts'

/** A renewal answers whoever asked for one. */
export async function answerRenewals(tx: Tx, actor: Actor, subs: readonly SubRow[]): Promise<void> {
  const byUid = new Map(subs.map((sub) => [sub.sub_uid, sub]))
  for (const ask of await openRenewals(tx, [...byUid.keys()]))
    await tellAnswer(tx, actor, ask, byUid.get(ask.sub_uid)!, 'GRANTED', '')
}
