/** All SQL on login_log, operate_log and operate_seal, the chain over the operation log. */
import type { Checked } from '#contract/core/call.ts'
import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import {
  codeViewed,
  type listOperations,
  type listSignIns,
  type LoginType,
  type OperateType,
} from '#contract/audit/audit.ts'
import { NO_LOGIN, type Actor, type Caller, type LoginKey } from '../core/actor.ts'
import { touch } from '../core/changes/touch.ts'
import { ago, DAY, HOUR, MINUTE, now } from '../core/clock.ts'
import { cellOf, ofAccount, ofLogin } from '../core/database/cells.ts'
import { many, maybeOne, one, run, runAtCommit, sql, type Database, type Tx } from '../core/db.ts'
import type { RawBuilder } from 'kysely'
import { firstIdOf, newId } from '../core/ids.ts'
import { countSignIn } from './signIns.ts'

/** Who acts: any Actor, or {@link system}. */
export type By = {
  readonly accountId: string
  readonly loginId?: string | undefined
  readonly subUid?: string | undefined
  readonly name: string
  readonly from: { readonly ip: string; readonly device: string }
}

/** In the holder's own log: what of the account staff have viewed, and when, but not who; the staff's chain has the name. `what` continues a sentence. */
export const recordSeen = (tx: Tx, accountId: string, target: string, what: Words) =>
  record(
    tx,
    { accountId, name: 'Kaika 客服 Customer service', from: { ip: '', device: '' } },
    {
      type: 'STAFF',
      target,
      content: { cn: `客服查看了您的账户：${what.cn}`, en: `Customer service viewed your account: ${what.en}` },
    },
  )

/** The service itself acting on an account: a deadline passed, a rule fired. */
export const system = (accountId: string): By => ({ accountId, name: '系统 System', from: { ip: '', device: '' } })

export type Operation = {
  type: OperateType
  /** What it is about, as people know it: a card's last four digits, an order number. */
  target: string
  /** What was done, for people to read; in both languages unless it is a plain value. */
  content: string | Words
  before?: unknown
  after?: unknown
  /** In cents. */
  amount?: Cents
  result?: 'OK' | 'FAIL'
}

export type SignInEntry = {
  type: LoginType
  /** Absent if no login has that name. The row is written anyway, so that both cases take the same time. */
  login?: LoginKey | undefined
  from: Caller
  /** Absent: it worked. */
  failed?: string
}

/** Counting stops here, so that a page never costs a full count. */
export const COUNT_CAP = 10_000

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export const record = (tx: Tx, by: By, operation: Operation): Promise<void> => recordMany(tx, by, [operation])

/** One statement for any number of rows: a batch of a thousand cards writes a thousand. No field may hold a secret. */
export async function recordMany(tx: Tx, by: By, operations: readonly Operation[]): Promise<void> {
  if (!operations.length) return
  const rows = operations.map(({ type, target, content, before, after, amount, result = 'OK' }) => {
    const words = typeof content === 'string' ? { cn: content, en: content } : content
    return {
      id: newId('opl'),
      type,
      target,
      content_cn: words.cn,
      content_en: words.en,
      before: json(before),
      after: json(after),
      amount,
      result,
    }
  })
  await runAtCommit(
    tx,
    sql`
    WITH logged AS (
    INSERT INTO operate_log (cell, account_id, id, login_id, sub_uid, actor_name, type, target, content_cn, content_en,
                             before, after, amount_cents, result, ip, device, created_at)
    SELECT ${cellOf(by.accountId)}, ${by.accountId}, id, ${by.loginId ?? null}::text, ${by.subUid ?? null}::text, ${by.name}, type, target, content_cn, content_en,
           before::jsonb, after::jsonb, amount, result, ${by.from.ip}, ${by.from.device}, ${now()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS wanted (id text, type text, target text, content_cn text, content_en text, before text, after text, amount bigint, result text)
    RETURNING cell, account_id, id)
    INSERT INTO operate_unsealed (cell, account_id, log_id) SELECT cell, account_id, id FROM logged`,
  )
  // Whatever a holder does is seen by the account's other logins, and in its other windows.
  touch(tx, by.accountId, 'account')
}

export async function logSignIn(
  on: Tx | Database,
  { type, login: { accountId, loginId } = NO_LOGIN, from, failed }: SignInEntry,
): Promise<void> {
  countSignIn(type, { failed: failed !== undefined })
  await run(
    on,
    sql`
    INSERT INTO login_log (cell, id, account_id, login_id, type, ip, device, result, fail_reason, created_at)
    VALUES (${cellOf(accountId)}, ${newId('lgl')}, ${accountId}, ${loginId}, ${type}, ${from.ip}, ${from.device},
            ${failed ? 'FAIL' : 'OK'}, ${failed ?? null}, ${now()})`,
  )
}

/** Whether this login was used from this device and address in the last 90 days. */
export const knowsDevice = async (on: Tx | Database, login: LoginKey | undefined, from: Caller): Promise<boolean> =>
  !!(await maybeOne(
    on,
    sql`
    SELECT 1
      FROM login_log
     WHERE ${ofLogin(login ?? NO_LOGIN)} AND result = 'OK' AND id > ${firstIdOf('lgl', ago(90 * DAY).getTime())}
       AND device = ${from.device} AND ip = ${from.ip}
     LIMIT 1`,
  ))

type Counted = { count: number }

export type SignInRow = {
  id: string
  created_at: Date
  type: LoginType
  ip: string
  device: string
  result: 'OK' | 'FAIL'
  fail_reason: string | null
}

/**
 * Rows of a time. Ids are made a moment before their row is, and a condition on ids leaves out the months that cannot have any. Lists are ordered by the id,
 * so that each month is read from its newest row on and no further than the page needs.
 */
type Period = { startTime?: number | undefined; endTime?: number | undefined }
const during = (prefix: 'opl' | 'lgl', { startTime, endTime }: Period) => sql`
       ${startTime === undefined ? sql`true` : sql`created_at >= ${new Date(startTime)} AND id >= ${firstIdOf(prefix, startTime - MINUTE)}`}
   AND ${endTime === undefined ? sql`true` : sql`created_at <= ${new Date(endTime)} AND id < ${firstIdOf(prefix, endTime + MINUTE)}`}`

/** The caller's own sign-ins, newest first, and their number. */
export async function signInsOf(
  on: Database,
  actor: Actor,
  input: Checked<typeof listSignIns>,
): Promise<{ rows: SignInRow[]; count: number }> {
  const asked = sql`${ofLogin(actor)} AND ${during('lgl', input)} AND ${input.result ? sql`result = ${input.result}` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<SignInRow>`
      SELECT id, created_at, type, ip, device, result, fail_reason
        FROM login_log
       WHERE ${asked}
       ORDER BY id DESC
       LIMIT ${input.pageSize} OFFSET ${(input.pageNo - 1) * input.pageSize}`,
    ),
    one(on, sql<Counted>`SELECT count(*) FROM (SELECT FROM login_log WHERE ${asked} LIMIT ${COUNT_CAP + 1}) AS found`),
  ])
  return { rows, count }
}

export type OperationRow = {
  id: string
  login_id: string | null
  created_at: Date
  actor_name: string
  sub_uid: string | null
  type: OperateType
  target: string
  content_cn: string
  content_en: string
  ip: string
  result: 'OK' | 'FAIL'
}

/** A code that somebody saw. Answers to a payment have the same type and are never folded. */
const isView = sql`type = 'CARD_OTP' AND content_en LIKE ${`${codeViewed.en} %`}`
const hourOf = (time: RawBuilder<unknown>) => sql<Date>`date_bin('1 hour', ${time}, ${new Date(0)}::timestamptz)`

/**
 * Of the codes that a login saw in an hour only the last one: without it a page of codes that stays open hides the changes between them. The log keeps a row of
 * each. Looking for the next view of a login costs no more than the rows in between, so a list costs what it did.
 */
const lastOfHour = ({ accountId }: Actor, input: Period) => sql`
  (NOT (${isView}) OR coalesce(
    (SELECT ${hourOf(sql`later.created_at`)} <> ${hourOf(sql`operate_log.created_at`)}
       FROM operate_log AS later
      WHERE ${ofAccount(accountId)} AND ${during('opl', input)} AND ${isView}
        AND later.login_id IS NOT DISTINCT FROM operate_log.login_id AND later.id > operate_log.id
      ORDER BY later.id
      LIMIT 1), true))`

const isFolded = ({ fold, type, keyword }: Checked<typeof listOperations>) => fold === true && !type && !keyword

/** How many codes each login saw in each hour of these rows, and on how many cards. */
export async function foldedViews(
  on: Database,
  actor: Actor,
  input: Checked<typeof listOperations>,
  rows: readonly OperationRow[],
) {
  if (!isFolded(input)) return () => undefined
  const views = rows.filter(({ type, content_en }) => type === 'CARD_OTP' && content_en.startsWith(codeViewed.en))
  const oldest = views.at(-1)
  if (!oldest) return () => undefined
  const found = await many(
    on,
    sql<{ login_id: string | null; hour: Date; count: number; since: Date; cards: number }>`
    SELECT login_id, ${hourOf(sql`created_at`)} AS hour, count(*) AS count, min(created_at) AS since, count(DISTINCT target) AS cards
      FROM operate_log
     WHERE ${ofAccount(actor.accountId)} AND ${during('opl', input)} AND ${isView}
       AND id <= ${views[0]!.id} AND id > ${firstIdOf('opl', startOfHour(oldest) - MINUTE)}
     GROUP BY 1, 2`,
  )
  const keyOf = (loginId: string | null, hour: number) => `${loginId} ${hour}`
  const byHour = new Map(found.map((one) => [keyOf(one.login_id, one.hour.getTime()), one]))
  return (row: OperationRow) => (views.includes(row) ? byHour.get(keyOf(row.login_id, startOfHour(row))) : undefined)
}
const startOfHour = ({ created_at }: OperationRow): number => created_at.getTime() - (created_at.getTime() % HOUR)

/** The operations of an account, newest first; a sub-account sees only its own. */
export async function operationsOf(
  on: Database,
  actor: Actor,
  input: Checked<typeof listOperations>,
): Promise<{ rows: OperationRow[]; count: number }> {
  const subUid = actor.subUid ?? input.subUid
  const like = input.keyword && `%${input.keyword.replace(/[\\%_]/g, '\\$&')}%`
  const asked = sql`
        ${ofAccount(actor.accountId)}
    AND ${subUid ? sql`sub_uid = ${subUid}` : sql`true`}
    AND ${during('opl', input)}
    AND ${input.type ? sql`type = ${input.type}` : sql`true`}
    AND ${isFolded(input) ? lastOfHour(actor, input) : sql`true`}
    AND ${like ? sql`(target ILIKE ${like} OR content_cn ILIKE ${like} OR content_en ILIKE ${like} OR actor_name ILIKE ${like})` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<OperationRow>`
      SELECT id, created_at, login_id, actor_name, sub_uid, type, target, content_cn, content_en, ip, result
        FROM operate_log
       WHERE ${asked}
       ORDER BY id DESC
       LIMIT ${input.pageSize} OFFSET ${(input.pageNo - 1) * input.pageSize}`,
    ),
    one(
      on,
      sql<Counted>`SELECT count(*) FROM (SELECT FROM operate_log WHERE ${asked} LIMIT ${COUNT_CAP + 1}) AS found`,
    ),
  ])
  return { rows, count }
}

/** When a person is forgotten: their addresses and devices. */
export const forgetSignInsOf = (tx: Tx, login: LoginKey) => run(tx, sql`DELETE FROM login_log WHERE ${ofLogin(login)}`)

/** The sealed columns as one text that does not depend on how the database prints them. */
const SEALED = `jsonb_build_array(
  l.id, l.account_id, l.login_id, l.sub_uid, l.actor_name, l.type, l.target, l.content_cn, l.content_en, l.before, l.after,
  l.amount_cents, l.result, l.ip, l.device, floor(extract(epoch FROM l.created_at) * 1000)::bigint)::text`

/** Only one process seals at a time; a second one finds the lock taken and skips its turn. */
export const lockSealing = async (tx: Tx): Promise<boolean> =>
  (await one(tx, sql<{ got: boolean }>`SELECT pg_try_advisory_xact_lock(5245243) AS got`)).got

export const lastSeal = (tx: Tx | Database) =>
  maybeOne(tx, sql<{ seq: number; hash: Buffer }>`SELECT seq, hash FROM operate_seal ORDER BY seq DESC LIMIT 1`)

/** Takes rows that wait for their seal: the work depends on how many wait, not on how long the log is. */
export const takeUnsealed = (tx: Tx, limit: number) =>
  many(
    tx,
    sql<{ id: string; text: string }>`
    WITH taken AS (
      DELETE FROM operate_unsealed
       WHERE (cell, account_id, log_id) IN (SELECT cell, account_id, log_id FROM operate_unsealed ORDER BY log_id LIMIT ${limit})
      RETURNING cell, account_id, log_id
    )
    SELECT l.id, ${sql.raw(SEALED)} AS text
      FROM taken
      JOIN operate_log l ON l.cell = taken.cell AND l.account_id = taken.account_id AND l.id = taken.log_id
     ORDER BY l.created_at, l.id`,
  )

/** Bytes as hexadecimal digits. */
type SealMade = { seq: number; log_id: string; prev_hash: string; hash: string; signature: string }

export const insertSeals = (tx: Tx, seals: readonly SealMade[]) =>
  run(
    tx,
    sql`
    INSERT INTO operate_seal (seq, log_id, prev_hash, hash, signature, sealed_at)
    SELECT seq, log_id, decode(prev_hash, 'hex'), decode(hash, 'hex'), decode(signature, 'hex'), ${now()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) AS made (seq bigint, log_id text, prev_hash text, hash text, signature text)`,
  )

/**
 * Every break of the chain, for the proof of the books: a seal that is missing or does not follow the previous one, or whose row is gone, is in a cell where its
 * account does not see it, or differs from what was sealed. Rows of archived months are in their file, whose hash is in the staff's audit.
 */
export const BROKEN_SEALS = `
  SELECT seq::text AS subject, json_build_object('row', log_id, 'why', why) AS found
    FROM (SELECT s.seq, s.log_id,
                 CASE WHEN s.seq <> s.expected_seq THEN 'a seal is missing before this one'
                      WHEN s.prev_hash <> s.expected_hash THEN 'the seal was changed'
                      WHEN l.id IS NULL AND NOT is_aged('operate_log', s.log_id) THEN 'the row is gone'
                      WHEN l.cell <> cell_of(l.account_id) THEN 'the row was moved'
                      WHEN l.id IS NOT NULL AND s.hash <> sha256(s.prev_hash || convert_to(${SEALED}, 'UTF8')) THEN 'the row was changed'
                 END AS why
            FROM (SELECT seq, log_id, prev_hash, hash, coalesce(lag(seq) OVER chain, 0) + 1 AS expected_seq,
                         coalesce(lag(hash) OVER chain, decode(repeat('00', 32), 'hex')) AS expected_hash
                    FROM operate_seal
                  WINDOW chain AS (ORDER BY seq)) AS s
            LEFT JOIN operate_log l ON l.id = s.log_id) AS looked_at
   WHERE why IS NOT NULL`

/** Operations that were taken out of the queue of the sealing without a seal. */
export const NOT_SEALED = `
  SELECT l.id AS subject, json_build_object('row', l.id) AS found
    FROM operate_log l
    LEFT JOIN operate_unsealed u ON (u.cell, u.account_id, u.log_id) = (l.cell, l.account_id, l.id)
    LEFT JOIN operate_seal s ON s.log_id = l.id
   WHERE u.log_id IS NULL AND s.log_id IS NULL`

export const sealsAfter = (tx: Tx, seq: number, limit: number) =>
  many(
    tx,
    sql<{ seq: number; log_id: string; hash: Buffer; signature: Buffer }>`
    SELECT seq, log_id, hash, signature
      FROM operate_seal
     WHERE seq > ${seq}
     ORDER BY seq
     LIMIT ${limit}`,
  )
