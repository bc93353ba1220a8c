/** Files with full numbers, between being prepared and being fetched. */
import { createHash } from 'node:crypto'
import type { Actor } from '../core/actor.ts'
import { now } from '../core/clock.ts'
import { db, maybeOne, run, sql, type Tx } from '../core/db.ts'

type Waiting = { name: string; file: Buffer; cards: number }

/** The only form in which a link is kept; it has 256 bits, so a plain hash is enough. */
const hashed = (link: string): Buffer => createHash('sha256').update(link).digest()

export const insertFile = (
  tx: Tx,
  { accountId, loginId }: Actor,
  { link, name, file, cards, expiresAt }: Waiting & { link: string; expiresAt: Date },
) =>
  run(
    tx,
    sql`
    INSERT INTO full_export (link_hash, account_id, login_id, name, file, cards, expires_at, created_at)
    VALUES (${hashed(link)}, ${accountId}, ${loginId}, ${name}, ${file}, ${cards}, ${expiresAt}, ${now()})`,
  )

/** Gives it and forgets it, in one statement: of two that come together one finds nothing. */
export const takeFile = (tx: Tx, { accountId, loginId }: Actor, link: string): Promise<Waiting | undefined> =>
  maybeOne(
    tx,
    sql<Waiting>`
    DELETE FROM full_export
     WHERE link_hash = ${hashed(link)} AND (account_id, login_id) = (${accountId}, ${loginId}) AND expires_at > ${now()}
    RETURNING name, file, cards`,
  )

export const forgetOldFiles = () => run(db, sql`DELETE FROM full_export WHERE expires_at <= ${now()}`)
