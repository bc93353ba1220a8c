/**
 * What was written before names were sealed. The migration does not know the key, so a sweep seals some hundred rows at a
 * time, each set in a transaction of its own, until none is left; a row is either sealed or as it was, and is read in both
 * forms. It may be stopped and begun again at any time.
 */
import { nowMs, SECOND } from '#server/core/clock.ts'
import { many, run, sql, transaction, type Tx } from '#server/core/db.ts'
import { sealLines, type ImportedLine } from '../imports/importQueries.ts'
import type { Holder } from './holderLine.ts'
import { holderColumns, sealHolder, sealHolders } from './sealedHolder.ts'

const AT_ONCE = 500
/** So that the next minute's sweep finds it done. */
const FOR_MS = 30 * SECOND

/** True while there may be more. */
export async function sealOldHolders({ atOnce = AT_ONCE, forMs = FOR_MS } = {}): Promise<boolean> {
  const until = nowMs() + forMs
  for (const seal of [sealCards, sealChanges, sealLogs, sealImports])
    while ((await transaction((tx) => seal(tx, atOnce))) > 0) if (nowMs() >= until) return true
  return false
}

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
const plain = sql`first_name = NULL, last_name = NULL, street = NULL, city = NULL, state = NULL, zip_code = NULL`
const open = sql`first_name, last_name, street, city, state, zip_code`

/** Cards that somebody is changing are left for the next time: this never waits for money, nor money for this. */
async function sealCards(tx: Tx, limit: number): Promise<number> {
  const cards = await many(
    tx,
    sql<Holder & { account_id: string; card_id: string }>`
    SELECT account_id, card_id, ${open} FROM card WHERE holder_enc IS NULL LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  )
  const sealed = cards.map(({ account_id, card_id, ...holder }) => {
    const { holder_enc, holder_marks, zip_hash } = holderColumns(account_id, card_id, holder)
    return { account_id, card_id, holder_enc: hex(holder_enc), holder_marks, zip_hash: hex(zip_hash) }
  })
  return run(
    tx,
    sql`
    UPDATE card
       SET holder_enc = sealed.holder_enc, holder_marks = sealed.holder_marks, zip_hash = sealed.zip_hash, ${plain}
      FROM json_populate_recordset(NULL::card, ${JSON.stringify(sealed)}::json) AS sealed
     WHERE card.account_id = sealed.account_id AND card.card_id = sealed.card_id`,
  )
}

async function sealChanges(tx: Tx, limit: number): Promise<number> {
  const changes = await many(
    tx,
    sql<Holder & { account_id: string; change_id: string }>`
    SELECT account_id, change_id, ${open} FROM card_holder_change WHERE holder_enc IS NULL LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  )
  return run(
    tx,
    sql`
    UPDATE card_holder_change AS change
       SET holder_enc = sealed.holder_enc, ${plain}
      FROM unnest(${changes.map((one) => one.account_id)}::text[], ${changes.map((one) => one.change_id)}::text[],
                  ${changes.map((one) => sealHolder(one.change_id, one))}::bytea[]) AS sealed (account_id, change_id, holder_enc)
     WHERE change.account_id = sealed.account_id AND change.change_id = sealed.change_id`,
  )
}

async function sealLogs(tx: Tx, limit: number): Promise<number> {
  const lines = await many(
    tx,
    sql<{ account_id: string; id: string; before: string | null; after: string | null }>`
    SELECT account_id, id, before, after
      FROM card_log
     WHERE type IN ('ADDRESS', 'ADDRESS_DONE') AND holders_enc IS NULL
     LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  )
  return run(
    tx,
    sql`
    UPDATE card_log AS line
       SET holders_enc = sealed.holders_enc, before = NULL, after = NULL
      FROM unnest(${lines.map((one) => one.account_id)}::text[], ${lines.map((one) => one.id)}::text[],
                  ${lines.map(({ id, before, after }) => sealHolders(id, { before: before ?? '', after: after ?? '' }))}::bytea[])
        AS sealed (account_id, id, holders_enc)
     WHERE line.account_id = sealed.account_id AND line.id = sealed.id`,
  )
}

async function sealImports(tx: Tx, limit: number): Promise<number> {
  const imports = await many(
    tx,
    sql<{ account_id: string; batch_no: string; lines: ImportedLine[] }>`
    SELECT account_id, batch_no, lines FROM card_import WHERE lines_enc IS NULL LIMIT ${Math.ceil(limit / 50)} FOR UPDATE SKIP LOCKED`,
  )
  return run(
    tx,
    sql`
    UPDATE card_import AS file
       SET lines_enc = sealed.lines_enc, lines = NULL
      FROM unnest(${imports.map((one) => one.account_id)}::text[], ${imports.map((one) => one.batch_no)}::text[],
                  ${imports.map(({ batch_no, lines }) => sealLines(batch_no, lines))}::bytea[]) AS sealed (account_id, batch_no, lines_enc)
     WHERE file.account_id = sealed.account_id AND file.batch_no = sealed.batch_no`,
  )
}
