/** All SQL on login_log and operate_log. */
import type { Checked } from '#contract/core/call.ts'
import type { listOperations, listSignIns, LoginType, OperateType } from '#contract/audit/audit.ts'
import type { Actor, Caller } from '../core/actor.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import type { By, Operation } from './record.ts'
import type { SignInEntry } from './signIns.ts'

/** Counting stops here: a page must never cost a full count. */
export const COUNT_CAP = 10_000

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export async function insertOperations(tx: Tx, by: By, operations: readonly Operation[]): Promise<void> {
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
  await run(
    tx,
    sql`
    INSERT INTO operate_log (id, account_id, login_id, sub_uid, actor_name, type, target, content_cn, content_en,
                             before, after, amount_cents, result, ip, device, created_at)
    SELECT id, ${by.accountId}, ${by.loginId ?? null}::text, ${by.subUid ?? null}::text, ${by.name}, type, target, content_cn, content_en,
           before::jsonb, after::jsonb, amount, result, ${by.from.ip}, ${by.from.device}, ${now()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS wanted (id text, type text, target text, content_cn text, content_en text, before text, after text, amount bigint, result text)`,
  )
}

export const insertSignIn = async (on: Tx | Database, { type, login, from, failed }: SignInEntry): Promise<void> =>
  void (await run(
    on,
    sql`
    INSERT INTO login_log (id, account_id, login_id, type, ip, device, result, fail_reason, created_at)
    VALUES (${newId('lgl')}, ${login?.accountId ?? ''}, ${login?.loginId ?? ''}, ${type}, ${from.ip}, ${from.device},
            ${failed ? 'FAIL' : 'OK'}, ${failed ?? null}, ${now()})`,
  ))

export const deviceSeen = async (on: Tx | Database, loginId: string, from: Caller, since: Date): Promise<boolean> =>
  !!(await maybeOne(
    on,
    sql`
    SELECT 1
      FROM login_log
     WHERE login_id = ${loginId} AND result = 'OK' AND created_at > ${since}
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

const during = ({ startTime, endTime }: { startTime?: number | undefined; endTime?: number | undefined }) => sql`
       ${startTime === undefined ? sql`true` : sql`created_at >= ${new Date(startTime)}`}
   AND ${endTime === undefined ? sql`true` : sql`created_at <= ${new Date(endTime)}`}`

/** One's own sign-ins, newest first, and how many there are. */
export async function signInsOf(
  on: Database,
  { loginId }: Actor,
  wish: Checked<typeof listSignIns>,
): Promise<{ rows: SignInRow[]; count: number }> {
  const asked = sql`login_id = ${loginId} AND ${during(wish)} AND ${wish.result ? sql`result = ${wish.result}` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<SignInRow>`
      SELECT id, created_at, type, ip, device, result, fail_reason
        FROM login_log
       WHERE ${asked}
       ORDER BY created_at DESC, id DESC
       LIMIT ${wish.pageSize} OFFSET ${(wish.pageNo - 1) * wish.pageSize}`,
    ),
    one(on, sql<Counted>`SELECT count(*) FROM (SELECT FROM login_log WHERE ${asked} LIMIT ${COUNT_CAP + 1}) AS found`),
  ])
  return { rows, count }
}

export type OperationRow = {
  id: string
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

/** The operations of an account, newest first; a sub-account sees only its own. */
export async function operationsOf(
  on: Database,
  actor: Actor,
  wish: Checked<typeof listOperations>,
): Promise<{ rows: OperationRow[]; count: number }> {
  const subUid = actor.subUid ?? wish.subUid
  const like = wish.keyword && `%${wish.keyword.replace(/[\\%_]/g, '\\$&')}%`
  const asked = sql`
        account_id = ${actor.accountId}
    AND ${subUid ? sql`sub_uid = ${subUid}` : sql`true`}
    AND ${during(wish)}
    AND ${wish.type ? sql`type = ${wish.type}` : sql`true`}
    AND ${like ? sql`(target ILIKE ${like} OR content_cn ILIKE ${like} OR content_en ILIKE ${like} OR actor_name ILIKE ${like})` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<OperationRow>`
      SELECT id, created_at, actor_name, sub_uid, type, target, content_cn, content_en, ip, result
        FROM operate_log
       WHERE ${asked}
       ORDER BY created_at DESC, id DESC
       LIMIT ${wish.pageSize} OFFSET ${(wish.pageNo - 1) * wish.pageSize}`,
    ),
    one(
      on,
      sql<Counted>`SELECT count(*) FROM (SELECT FROM operate_log WHERE ${asked} LIMIT ${COUNT_CAP + 1}) AS found`,
    ),
  ])
  return { rows, count }
}

export const forgetSignIns = (on: Database, before: Date) =>
  run(on, sql`DELETE FROM login_log WHERE created_at < ${before}`)

/** Of a person who has left: addresses and devices. */
export const forgetSignInsOf = (tx: Tx, loginId: string) =>
  run(tx, sql`DELETE FROM login_log WHERE login_id = ${loginId}`)
