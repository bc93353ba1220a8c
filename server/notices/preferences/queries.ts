/** SQL on notification_setting, mail_waiting and low_balance_told. */
import type { Channel } from '#contract/notices/notifications.ts'
import type { NewsEvent } from '#contract/notices/notices.ts'
import type { Cents } from '#contract/core/money.ts'
import type { LoginKey } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount, ofLogin } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

type Chosen = { [E in NewsEvent]?: { [C in Lowercase<Channel>]?: boolean } }
export type SettingRow = {
  login_id: string
  email_enc: Buffer | null
  pending_enc: Buffer | null
  code_hash: Buffer | null
  code_tries: number
  code_expires_at: Date | null
  digest: 'EACH' | 'DAILY'
  chosen: Chosen
  low_balance_cents: Cents | null
  guide_done_at: Date | null
}

export const settingOf = (on: Database | Tx, login: LoginKey) =>
  maybeOne(
    on,
    sql<SettingRow>`
    SELECT login_id, email_enc, pending_enc, code_hash, code_tries, code_expires_at, digest, chosen, low_balance_cents, guide_done_at
      FROM notification_setting WHERE ${ofLogin(login)}`,
  )

/** Creates the row if needed and locks it until the transaction ends. */
export async function lockSetting(tx: Tx, login: LoginKey): Promise<SettingRow> {
  const { accountId, loginId } = login
  await run(
    tx,
    sql`
    INSERT INTO notification_setting (cell, account_id, login_id, updated_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${loginId}, ${now()})
        ON CONFLICT DO NOTHING`,
  )
  return one(
    tx,
    sql<SettingRow>`
    SELECT login_id, email_enc, pending_enc, code_hash, code_tries, code_expires_at, digest, chosen, low_balance_cents, guide_done_at
      FROM notification_setting WHERE ${ofLogin(login)} FOR UPDATE`,
  )
}

export const setChosen = (tx: Tx, login: LoginKey, chosen: Chosen) =>
  run(
    tx,
    sql`UPDATE notification_setting SET chosen = ${JSON.stringify(chosen)}::jsonb, updated_at = ${now()} WHERE ${ofLogin(login)}`,
  )

export const changeSetting = (tx: Tx, login: LoginKey, change: Partial<Omit<SettingRow, 'login_id' | 'chosen'>>) =>
  tx
    .updateTable('notification_setting')
    .set({ ...change, updated_at: now() })
    .where(ofLogin(login))
    .execute()

/** Count a wrong try, outside of the caller's transaction so that a refused request counts. Undefined where none is left. */
export const takeTry = (on: Database, login: LoginKey, most: number) =>
  maybeOne(
    on,
    sql<SettingRow>`
    UPDATE notification_setting SET code_tries = code_tries + 1
     WHERE ${ofLogin(login)} AND pending_enc IS NOT NULL AND code_tries < ${most}
    RETURNING login_id, email_enc, pending_enc, code_hash, code_tries, code_expires_at, digest, chosen, low_balance_cents, guide_done_at`,
  )

/** The account holder's choice, which also applies to its sub-accounts. */
export const lowBalanceOf = async (on: Database, accountId: string): Promise<Cents | undefined> =>
  (
    await maybeOne(
      on,
      sql<{ low: Cents }>`
      SELECT low_balance_cents AS low FROM notification_setting WHERE ${ofAccount(accountId)} AND low_balance_cents IS NOT NULL`,
    )
  )?.low

export const accountsWithAlert = (on: Database) =>
  many(
    on,
    sql<{ account_id: string; low: Cents }>`
    SELECT account_id, low_balance_cents AS low FROM notification_setting WHERE low_balance_cents IS NOT NULL ORDER BY account_id`,
  )

/** Returns the cards that are newly low. Cards that are no longer low are forgotten, so that they are reported again. */
export async function newlyLow(tx: Tx, accountId: string, cardIds: readonly string[]): Promise<string[]> {
  await run(
    tx,
    sql`DELETE FROM low_balance_told WHERE ${ofAccount(accountId)} AND card_id <> ALL (${[...cardIds]}::text[])`,
  )
  const rows = await many(
    tx,
    sql<{ card_id: string }>`
    INSERT INTO low_balance_told (cell, account_id, card_id, told_at)
    SELECT ${cellOf(accountId)}, ${accountId}, card_id, ${now()} FROM unnest(${[...cardIds]}::text[]) AS low (card_id)
    ON CONFLICT DO NOTHING
    RETURNING card_id`,
  )
  return rows.map(({ card_id }) => card_id)
}

export const putInDigest = (tx: Tx, { accountId, loginId }: LoginKey, noticeId: string) =>
  run(
    tx,
    sql`
    INSERT INTO mail_waiting (cell, account_id, login_id, notice_id, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${loginId}, ${noticeId}, ${now()})
    ON CONFLICT DO NOTHING`,
  )
export const dueDigests = (on: Database, before: Date) =>
  many(
    on,
    sql<{ account_id: string; login_id: string }>`
    SELECT DISTINCT account_id, login_id FROM mail_waiting WHERE created_at < ${before}`,
  )
/** Removes them: the caller must queue the job that sends them in the same transaction. */
export const takeDigest = async (tx: Tx, login: LoginKey, before: Date): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ notice_id: string }>`
      DELETE FROM mail_waiting WHERE ${ofLogin(login)} AND created_at < ${before} RETURNING notice_id`,
    )
  )
    .map(({ notice_id }) => notice_id)
    .sort()

export const noticesToMail = (on: Database, accountId: string, noticeIds: readonly string[]) =>
  many(
    on,
    sql<{ title_cn: string; title_en: string; html_cn: string; html_en: string }>`
    SELECT title_cn, title_en, html_cn, html_en FROM notice WHERE ${ofAccount(accountId)} AND notice_id = ANY (${[...noticeIds]}::text[]) ORDER BY notice_id`,
  )
