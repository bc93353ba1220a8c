/** All SQL on files with full numbers, from their preparation until they are downloaded. */
import { createHash } from 'node:crypto'
import type { Actor } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, maybeOne, run, sql, type Tx } from '#server/core/db.ts'

type Waiting = { name: string; file: Buffer; cards: number }

/** Links are stored hashed; they have 256 bits, so a plain hash is enough. */
const hashed = (link: string): Buffer => createHash('sha256').update(link).digest()

export const insertFile = (
  tx: Tx,
  { accountId, loginId }: Actor,
  { link, name, file, cards, expiresAt }: Waiting & { link: string; expiresAt: Date },
) =>
  run(
    tx,
    sql`
    INSERT INTO full_export (cell, link_hash, account_id, login_id, name, file, cards, expires_at, created_at)
    VALUES (${cellOf(accountId)}, ${hashed(link)}, ${accountId}, ${loginId}, ${name}, ${file}, ${cards}, ${expiresAt}, ${now()})`,
  )

/** Return and delete the file in one statement: of two requests at the same time, one finds nothing. */
export const takeFile = (tx: Tx, { accountId, loginId }: Actor, link: string): Promise<Waiting | undefined> =>
  maybeOne(
    tx,
    sql<Waiting>`
    DELETE FROM full_export
     WHERE ${ofAccount(accountId)} AND link_hash = ${hashed(link)} AND login_id = ${loginId} AND expires_at > ${now()}
    RETURNING name, file, cards`,
  )

export const forgetOldFiles = () => run(db, sql`DELETE FROM full_export WHERE expires_at <= ${now()}`)
