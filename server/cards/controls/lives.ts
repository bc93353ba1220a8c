/** SQL on the deadlines of cards that their controls set, and on who froze a card last. */
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, run, sql, type Tx } from '#server/core/db.ts'
import type { CardRow } from '../queries.ts'

/** Null: never. `life_tell_at`: when the owner is told of what comes next. */
export type Life = Pick<CardRow, 'close_at' | 'freeze_at' | 'thaw_at' | 'idle_freeze_at' | 'life_tell_at'>
export const noLife: Life = { close_at: null, freeze_at: null, thaw_at: null, idle_freeze_at: null, life_tell_at: null }

const columns = sql`close_at, freeze_at, thaw_at, idle_freeze_at, life_tell_at`

/** Sets the deadlines of locked cards. */
export async function setLives(tx: Tx, accountId: string, cardIds: readonly string[], life: Life): Promise<void> {
  const at = (time: Date | null) => sql`${time}::timestamptz`
  const [close, freeze, thaw] = [at(life.close_at), at(life.freeze_at), at(life.thaw_at)]
  const [idle, tell] = [at(life.idle_freeze_at), at(life.life_tell_at)]
  const changed = await run(
    tx,
    sql`
    UPDATE card
       SET close_at = ${close}, freeze_at = ${freeze}, thaw_at = ${thaw}, idle_freeze_at = ${idle}, life_tell_at = ${tell},
           updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${[...cardIds]})
       AND (${columns}) IS DISTINCT FROM (${close}, ${freeze}, ${thaw}, ${idle}, ${tell})`,
  )
  if (changed) touch(tx, accountId, 'cards')
}

const deadline = sql`least(${columns})`
export type DueLife = { cell: number; account_id: string; card_id: string; due_at: string }

/** A page of the cards of which a deadline has passed, in one order over all cells. `due_at` as text: a Date has no microseconds. */
export const dueLives = (limit: number, after?: DueLife): Promise<DueLife[]> =>
  many(
    db,
    sql<DueLife>`
    SELECT cell, account_id, card_id, ${deadline}::text AS due_at
      FROM card
     WHERE ${deadline} <= ${now()}
       ${after ? sql`AND (${deadline}, cell, account_id, card_id) > (${after.due_at}::timestamptz, ${after.cell}::smallint, ${after.account_id}, ${after.card_id})` : sql``}
     ORDER BY ${deadline}, cell, account_id, card_id
     LIMIT ${limit}`,
  )

export type OwnBlock = { type: 'FREEZE' | 'UNFREEZE' | 'BLOCK' | 'UNBLOCK'; remark: string; created_at: Date }

/** Who last set or lifted the owner's block of a card: the owner (`FREEZE`, `UNFREEZE`), or the system, for a reason. */
export const lastOwnBlock = (tx: Tx, accountId: string, cardId: string): Promise<OwnBlock | undefined> =>
  maybeOne(
    tx,
    sql<OwnBlock>`
    SELECT type, remark, created_at
      FROM card_log
     WHERE ${ofAccount(accountId)} AND card_id = ${cardId}
       AND (type IN ('FREEZE', 'UNFREEZE') OR type IN ('BLOCK', 'UNBLOCK') AND after = 'USER')
     ORDER BY id DESC
     LIMIT 1`,
  )
