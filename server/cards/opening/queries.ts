/** SQL for openings: many cards in one statement, so that a thousand cost little more than one. */
import type { Insertable } from 'kysely'
import type { Card } from '#db/tables.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { many, run, sql, type Tx } from '#server/core/db.ts'
import { serial } from '#server/core/ids.ts'
import type { CardNumber } from '../sealed.ts'

export type NewCard = Omit<
  Insertable<Card>,
  'cell' | 'created_at' | 'updated_at' | 'shown_status' | 'status' | 'la_id' | 'open_order_no'
> & { la_id: number; open_order_no: string; holder_enc: Buffer; zip_hash: Buffer }

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::json`

export const insertCards = (tx: Tx, cards: readonly NewCard[]): Promise<number> =>
  run(
    tx,
    sql`
    INSERT INTO card (cell, account_id, card_id, card_seq_no, vid, bin, network, holder_enc, holder_marks, zip_hash,
                      country, issuer_id, owner_sub_uid, gid, remark, open_order_no, la_id, status, created_at, updated_at)
    SELECT cell_of(account_id), account_id, card_id, card_seq_no, vid, bin, network, holder_enc, holder_marks, zip_hash,
           country, issuer_id, owner_sub_uid, gid, coalesce(remark, ''), open_order_no, la_id, 'PENDING', ${now()}, ${now()}
      FROM json_populate_recordset(NULL::card, ${json(cards.map((card) => ({ ...card, holder_enc: hex(card.holder_enc), zip_hash: hex(card.zip_hash) })))})`,
  )
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** Returns serial numbers that no card of the account has. Under the wallet's lock, so that free numbers stay free. */
export async function freeSeqNos(tx: Tx, accountId: string, count: number): Promise<string[]> {
  const free = new Set<string>()
  while (free.size < count) {
    const drawn = Array.from({ length: count - free.size }, () => serial(10))
    const taken = await many(
      tx,
      sql<{ card_seq_no: string }>`
      SELECT card_seq_no FROM card WHERE ${ofAccount(accountId)} AND card_seq_no = ANY (${drawn})`,
    )
    const isTaken = new Set(taken.map(({ card_seq_no }) => card_seq_no))
    for (const one of drawn) if (!isTaken.has(one)) free.add(one)
  }
  return [...free]
}

/** Takes cards from a segment's stock; returns false if there are too few. A segment without a stock is unlimited. */
export const takeStock = async (tx: Tx, vid: string, count: number): Promise<boolean> =>
  (await run(
    tx,
    sql`UPDATE card_range SET stock = stock - ${count} WHERE vid = ${vid} AND (stock IS NULL OR stock >= ${count})`,
  )) > 0

/** Returns cards that were not made to the segment's stock. */
export const giveBackStock = (tx: Tx, vid: string, count: number): Promise<number> =>
  run(tx, sql`UPDATE card_range SET stock = stock + ${count} WHERE vid = ${vid} AND stock IS NOT NULL`)

export type MadeCard = {
  card_id: string
  status: 'ACTIVE'
  issuer_ref: string
  last4: string
  exp_month: number
  exp_year: number
  expires_at: Date
  deposit_cents: number
}

/** Activates cards that the issuer has made. */
export const activateCards = (tx: Tx, accountId: string, cards: readonly MadeCard[]): Promise<number> =>
  run(
    tx,
    sql`
    WITH active AS (
      UPDATE card
         SET status = 'ACTIVE', issuer_ref = made.issuer_ref, last4 = made.last4, exp_month = made.exp_month,
             exp_year = made.exp_year, expires_at = made.expires_at, deposit_cents = card.deposit_cents + made.deposit_cents,
             opened_at = ${now()}, version = version + 1, updated_at = ${now()}
        FROM json_to_recordset(${json(cards)})
          AS made (card_id text, issuer_ref text, last4 text, exp_month smallint, exp_year smallint, expires_at timestamptz, deposit_cents bigint)
       WHERE ${ofAccount(accountId, 'card')} AND card.card_id = made.card_id
      RETURNING card.issuer_ref, card.issuer_id, card.cell, card.account_id, card.card_id)
    INSERT INTO card_issuer_ref (issuer_ref, issuer_id, cell, account_id, card_id)
    SELECT issuer_ref, issuer_id, cell, account_id, card_id FROM active`,
  )

export const failCards = (tx: Tx, accountId: string, cardIds: readonly string[]): Promise<number> =>
  run(
    tx,
    sql`
    UPDATE card
       SET status = 'FAILED', version = version + 1, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${cardIds})`,
  )

export const insertNumbers = (tx: Tx, accountId: string, numbers: readonly CardNumber[]): Promise<number> =>
  run(
    tx,
    sql`
    INSERT INTO card_number (cell, la_id, account_id, card_id, key_id, pan_hmac, cvc_enc)
    SELECT ${cellOf(accountId)}, card.la_id, ${accountId}, card_id, number.key_id, number.pan_hmac, number.cvc_enc
      FROM card
      JOIN json_populate_recordset(NULL::card_number, ${json(numbers.map(({ card_id, key_id, pan_hmac, cvc_enc }) => ({ card_id, key_id, pan_hmac: hex(pan_hmac), cvc_enc: cvc_enc && hex(cvc_enc) })))}) AS number USING (card_id)
     WHERE ${ofAccount(accountId, 'card')}`,
  )
