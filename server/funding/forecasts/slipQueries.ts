import { now } from '#server/core/clock.ts'
import { maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export const insertSlip = (on: Database, slip: { fileId: string; accountId: string; name: string; bodyEnc: Buffer }) =>
  run(
    on,
    sql`
    INSERT INTO slip (file_id, account_id, name, body_enc, created_at)
    VALUES (${slip.fileId}, ${slip.accountId}, ${slip.name}, ${slip.bodyEnc}, ${now()})`,
  )

export const slipOf = (on: Tx | Database, accountId: string, fileId: string) =>
  maybeOne(
    on,
    sql<{ name: string; body_enc: Buffer }>`
    SELECT name, body_enc FROM slip WHERE account_id = ${accountId} AND file_id = ${fileId}`,
  )

export const ownSlips = async (on: Tx, accountId: string, fileIds: readonly string[]): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM slip WHERE account_id = ${accountId} AND file_id = ANY (${[...fileIds]}::text[])`,
    )
  ).n

export const slipsSince = async (on: Database, accountId: string, since: Date): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`SELECT count(*) AS n FROM slip WHERE account_id = ${accountId} AND created_at > ${since}`,
    )
  ).n

/** Uploaded and never sent in. What was sent in once stays, also where a later version left it out: it is part of the history. */
export const forgetLooseSlips = (on: Database, before: Date) =>
  run(
    on,
    sql`
    DELETE FROM slip
     WHERE created_at < ${before}
       AND NOT EXISTS (SELECT
                         FROM forecast
                         JOIN forecast_step AS step USING (topup_id)
                        WHERE forecast.account_id = slip.account_id AND step.said -> 'vouchers' ? slip.file_id)`,
  )
