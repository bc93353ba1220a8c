/** All SQL on payout_card. */
import type { BankCode } from '#contract/referrals/referrals.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'

type Reader = Tx | Database

export type CardRow = {
  bank_card_id: string
  account_id: string
  bank_code: BankCode
  bank_name: string
  no_hash: Buffer
  sealed: Buffer
  tail: string
  branch: string
  is_default: boolean
  usable_at: Date
  created_at: Date
}

export const cardsOf = (on: Reader, accountId: string) =>
  many(
    on,
    sql<CardRow>`
    SELECT * FROM payout_card WHERE account_id = ${accountId} AND removed_at IS NULL ORDER BY created_at DESC, bank_card_id DESC`,
  )

/** Locked: a card is not taken away while something is being paid to it. */
export const lockCard = (tx: Tx, accountId: string, bankCardId: string) =>
  maybeOne(
    tx,
    sql<CardRow>`
    SELECT * FROM payout_card
     WHERE account_id = ${accountId} AND bank_card_id = ${bankCardId} AND removed_at IS NULL
       FOR UPDATE`,
  )

/** Also one that was removed: for those who look back. */
export const cardById = (on: Reader, bankCardId: string) =>
  one(on, sql<CardRow>`SELECT * FROM payout_card WHERE bank_card_id = ${bankCardId}`)

export const insertCard = (tx: Tx, card: Omit<CardRow, 'created_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO payout_card (bank_card_id, account_id, bank_code, bank_name, no_hash, sealed, tail, branch, is_default, usable_at, created_at)
    VALUES (${card.bank_card_id}, ${card.account_id}, ${card.bank_code}, ${card.bank_name}, ${card.no_hash}, ${card.sealed}, ${card.tail},
            ${card.branch}, ${card.is_default}, ${card.usable_at}, ${now()})`,
  )

/** Its number is forgotten but for the hash, which still tells rings. Another becomes the default if it was. */
export async function removeCard(tx: Tx, accountId: string, bankCardId: string): Promise<void> {
  await run(
    tx,
    sql`UPDATE payout_card SET removed_at = ${now()}, is_default = false WHERE bank_card_id = ${bankCardId}`,
  )
  await run(
    tx,
    sql`
    UPDATE payout_card SET is_default = true
     WHERE bank_card_id = (SELECT bank_card_id FROM payout_card
                            WHERE account_id = ${accountId} AND removed_at IS NULL
                            ORDER BY is_default DESC, created_at LIMIT 1)`,
  )
}

/** Have both accounts ever named one bank card? */
export const sharePayoutCard = async (on: Reader, one_: string, other: string): Promise<boolean> =>
  (
    await one(
      on,
      sql<{ yes: boolean }>`
      SELECT EXISTS (SELECT FROM payout_card AS mine JOIN payout_card AS theirs USING (no_hash)
                      WHERE mine.account_id = ${one_} AND theirs.account_id = ${other}) AS yes`,
    )
  ).yes
