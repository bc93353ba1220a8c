/** Imported files and the outcome of their rows. */
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { ago, DAY, now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Tx } from '#server/core/db.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import type { Reader } from '../queries.ts'

export type ImportedLine = { row: number; cells: string[] }
type Imported = { batch_no: string; file_name: string; lines: ImportedLine[] }

/** Seals the file's typed content, bound to its batch. */
const sealLines = (batchNo: string, lines: readonly ImportedLine[]): Buffer => seal(batchNo, JSON.stringify(lines))

export const insertImport = (
  tx: Tx,
  {
    accountId,
    batchNo,
    fileName,
    sha256,
    lines,
  }: Record<'accountId' | 'batchNo' | 'fileName' | 'sha256', string> & { lines: readonly ImportedLine[] },
): Promise<number> =>
  run(
    tx,
    sql`
    INSERT INTO card_import (cell, account_id, batch_no, file_name, sha256, lines_enc, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${batchNo}, ${fileName}, ${sha256}, ${sealLines(batchNo, lines)}, ${now()})`,
  )

/** When cards were last opened from the same file; after a month it is no longer taken for a repetition. */
export const sameFileBefore = (reader: Reader, accountId: string, sha256: string) =>
  maybeOne(
    reader,
    sql<{ batch_no: string; created_at: Date }>`
    SELECT batch_no, created_at
      FROM card_import
     WHERE ${ofAccount(accountId)} AND sha256 = ${sha256} AND created_at > ${ago(30 * DAY)}
     ORDER BY created_at DESC
     LIMIT 1`,
  )

/** The file that a batch was made from, including a batch that retries its failed rows. `subUid`: only if it is that sub-account's. */
export async function importOf(
  reader: Reader,
  accountId: string,
  batchNo: string,
  subUid: string | undefined,
): Promise<Imported | undefined> {
  const found = await maybeOne(
    reader,
    sql<Omit<Imported, 'lines'> & { lines_enc: Buffer }>`
    WITH RECURSIVE way AS (
      SELECT batch_no, retry_of, sub_uid
        FROM card_batch
       WHERE ${ofAccount(accountId)} AND batch_no = ${batchNo}
         AND (${subUid ?? null}::text IS NULL OR sub_uid = ${subUid ?? null})
      UNION ALL
      SELECT earlier.batch_no, earlier.retry_of, earlier.sub_uid
        FROM way
        JOIN card_batch AS earlier ON ${ofAccount(accountId, 'earlier')} AND earlier.batch_no = way.retry_of)
    SELECT batch_no, file_name, lines_enc
      FROM way
      JOIN card_import USING (batch_no)
     WHERE ${ofAccount(accountId)}`,
  )
  if (!found) return undefined
  const { lines_enc, ...file } = found
  // Nothing remains of a file whose account was closed.
  return { ...file, lines: lines_enc.length ? (JSON.parse(unseal(file.batch_no, lines_enc)) as ImportedLine[]) : [] }
}

export type RowOutcome = { row_no: number; status: string; error: string | null; card_seq_no: string }

/** The status of each row; of a retried row, the status of its last retry. */
export const outcomesOf = (reader: Reader, accountId: string, batchNo: string): Promise<RowOutcome[]> =>
  many(
    reader,
    sql<RowOutcome>`
    WITH RECURSIVE tried AS (
      SELECT row_no, card_id, status, error, retried_in, 1 AS try
        FROM card_order
       WHERE ${ofAccount(accountId)} AND batch_no = ${batchNo}
      UNION ALL
      SELECT again.row_no, again.card_id, again.status, again.error, again.retried_in, try + 1
        FROM tried
        JOIN card_order AS again
          ON ${ofAccount(accountId, 'again')} AND again.batch_no = tried.retried_in AND again.row_no = tried.row_no)
    SELECT DISTINCT ON (row_no) row_no, tried.status, tried.error, card_seq_no
      FROM tried
      JOIN card ON ${ofAccount(accountId, 'card')} AND card.card_id = tried.card_id
     ORDER BY row_no, try DESC`,
  )
