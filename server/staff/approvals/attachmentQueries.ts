/** All SQL on attachment. */
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

export const insertAttachment = (
  on: Database,
  { fileId, staffId, name, bodyEnc }: { fileId: string; staffId: string; name: string; bodyEnc: Buffer },
) =>
  run(
    on,
    sql`
    INSERT INTO attachment (file_id, staff_id, name, body_enc, created_at)
    VALUES (${fileId}, ${staffId}, ${name}, ${bodyEnc}, ${now()})`,
  )

export const attachmentsSince = async (on: Database, staffId: string, since: Date): Promise<number> =>
  (await maybeOne(
    on,
    sql<{
      count: number
    }>`SELECT count(*) AS count FROM attachment WHERE staff_id = ${staffId} AND created_at >= ${since}`,
  ))!.count

/** Put beside an approval, each beside one, by whoever sent it: false if it is not there, or beside another already. */
export const bindAttachment = async (tx: Tx, staffId: string, fileId: string, approvalId: string): Promise<boolean> =>
  (await run(
    tx,
    sql`UPDATE attachment SET approval_id = ${approvalId} WHERE file_id = ${fileId} AND staff_id = ${staffId} AND approval_id IS NULL`,
  )) === 1

export const attachmentsOf = (on: Database, approvalId: string) =>
  many(
    on,
    sql<{ file_id: string; name: string }>`
    SELECT file_id, name FROM attachment WHERE approval_id = ${approvalId} ORDER BY file_id`,
  )

export const attachmentOf = (on: Database, approvalId: string, fileId: string) =>
  maybeOne(
    on,
    sql<{ name: string; body_enc: Buffer }>`
    SELECT name, body_enc FROM attachment WHERE approval_id = ${approvalId} AND file_id = ${fileId}`,
  )

export const dropUnusedAttachments = (on: Database, before: Date) =>
  run(on, sql`DELETE FROM attachment WHERE approval_id IS NULL AND created_at < ${before}`)
