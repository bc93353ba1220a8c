import { sql, type Kysely } from 'kysely'
import { seal, unseal } from './secrets.ts'

/** The keyed hash of a card's number and code, as it is stored: sealed, and of use for this card only. */
export const sealCvc = (cardId: string, hash: Buffer): Buffer => seal(`cvc ${cardId}`, hash.toString('base64'))
export const unsealCvc = (cardId: string, sealed: Buffer): Buffer =>
  Buffer.from(unseal(`cvc ${cardId}`, sealed), 'base64')

const LOT = 5000

/** Part of migration 0072: seals the hashes that were stored before it. */
export async function sealCvcs(db: Kysely<unknown>): Promise<void> {
  const table = sql.table('card_number')
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const { rows } = await sql<{ pan_hmac: Buffer; card_id: string; cvc_hmac: Buffer }>`
      SELECT pan_hmac, card_id, cvc_hmac FROM ${table} WHERE pan_hmac > ${after} ORDER BY pan_hmac LIMIT ${LOT}`.execute(
      db,
    )
    if (!rows.length) break
    await sql`
      UPDATE ${table} AS number SET cvc_enc = made.cvc_enc
        FROM unnest(${rows.map((row) => row.pan_hmac)}::bytea[], ${rows.map((row) => sealCvc(row.card_id, row.cvc_hmac))}::bytea[])
             AS made (pan_hmac, cvc_enc)
       WHERE number.pan_hmac = made.pan_hmac`.execute(db)
    after = rows.at(-1)!.pan_hmac
  }
  await sql`ALTER TABLE ${table} DROP COLUMN cvc_hmac, ALTER COLUMN cvc_enc SET NOT NULL`.execute(db)
}
