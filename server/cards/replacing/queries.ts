/** SQL on which card took the place of which. */
import type { ReplaceReason } from '#contract/cards/replacing.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, run, sql, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'

export type Replacement = {
  account_id: string
  new_card_id: string
  old_card_id: string
  reason: ReplaceReason
  state: 'OPENING' | 'KEPT' | 'DONE' | 'FAILED'
  /** Null where the former card was stopped immediately. */
  close_at: Date | null
  told_at: Date | null
  created_at: Date
}

/** `told_at`: now, if its owner needs no word before the former card closes. */
export const insertReplacement = (tx: Tx, row: Omit<Replacement, 'state' | 'created_at'>): Promise<number> =>
  run(
    tx,
    sql`
    INSERT INTO card_replacement (cell, account_id, new_card_id, old_card_id, reason, state, close_at, told_at, created_at, updated_at)
    VALUES (${cellOf(row.account_id)}, ${row.account_id}, ${row.new_card_id}, ${row.old_card_id}, ${row.reason}, 'OPENING',
            ${row.close_at}, ${row.told_at}, ${now()}, ${now()})`,
  )

/** The replacement by which a card came and the one by which it went, unless they failed. */
export async function replacementsOf(
  reader: Reader,
  accountId: string,
  cardId: string,
): Promise<{ came: Replacement | undefined; went: Replacement | undefined }> {
  const rows = await many(
    reader,
    sql<Replacement>`
    SELECT *
      FROM card_replacement
     WHERE ${ofAccount(accountId)} AND (new_card_id = ${cardId} OR old_card_id = ${cardId}) AND state <> 'FAILED'`,
  )
  return {
    came: rows.find(({ new_card_id }) => new_card_id === cardId),
    went: rows.find(({ old_card_id }) => old_card_id === cardId),
  }
}

type Due = Pick<Replacement, 'account_id' | 'new_card_id' | 'old_card_id'>

/** Replacements whose new card has been made or refused since they were last looked at. */
export const openedReplacements = (reader: Reader, limit: number): Promise<Due[]> =>
  many(
    reader,
    sql<Due>`
    SELECT replaced.account_id, replaced.new_card_id, replaced.old_card_id
      FROM card_replacement AS replaced
      JOIN card ON (card.cell, card.account_id, card.card_id) = (replaced.cell, replaced.account_id, replaced.new_card_id)
     WHERE replaced.state = 'OPENING' AND card.status <> 'PENDING'
     LIMIT ${limit}`,
  )

/** Former cards that close before `until` and whose owners have not been told. */
export const untoldReplacements = (reader: Reader, until: Date, limit: number): Promise<Due[]> =>
  many(
    reader,
    sql<Due>`
    SELECT account_id, new_card_id, old_card_id
      FROM card_replacement
     WHERE state = 'KEPT' AND close_at <= ${until} AND told_at IS NULL
     ORDER BY close_at
     LIMIT ${limit}`,
  )

/** Former cards whose time is over. */
export const dueReplacements = (reader: Reader, limit: number): Promise<Due[]> =>
  many(
    reader,
    sql<Due>`
    SELECT account_id, new_card_id, old_card_id
      FROM card_replacement
     WHERE state = 'KEPT' AND close_at <= ${now()}
     ORDER BY close_at
     LIMIT ${limit}`,
  )

/** Locks a replacement. After its cards: whoever replaces a card locks that first. */
export const lockReplacement = (tx: Tx, accountId: string, newCardId: string): Promise<Replacement | undefined> =>
  maybeOne(
    tx,
    sql<Replacement>`
    SELECT * FROM card_replacement WHERE ${ofAccount(accountId)} AND new_card_id = ${newCardId} FOR UPDATE`,
  )

export async function updateReplacement(
  tx: Tx,
  { account_id, new_card_id }: Pick<Replacement, 'account_id' | 'new_card_id'>,
  change: Partial<Pick<Replacement, 'state' | 'told_at'>>,
): Promise<void> {
  await tx
    .updateTable('card_replacement')
    .set({ ...change, updated_at: now() })
    .where(ofAccount(account_id))
    .where('new_card_id', '=', new_card_id)
    .execute()
  touch(tx, account_id, 'cards')
}
