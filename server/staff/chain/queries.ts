/** All SQL on staff_audit and staff_chain. */
import type { Checked } from '#contract/core/call.ts'
import type { listStaffAudit, StaffAction } from '#contract/staff/staff.ts'
import { many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

/** `desk`: actions of signed-in people. `door`: failed sign-ins, kept separate so that guesses never block the desk. */
export type Chain = 'desk' | 'door'

/** A row's content as one text that does not depend on how the database prints it. */
const SAYS = `jsonb_build_array(
  chain, seq, id, staff_id, staff_name, action, target, account_id, content_cn, content_en, reason, before, after, ip, device,
  floor(extract(epoch FROM created_at) * 1000)::bigint)::text`

export type AuditRow = {
  chain: Chain
  seq: number
  id: string
  staff_id: string | null
  staff_name: string
  action: StaffAction
  target: string
  account_id: string | null
  content_cn: string
  content_en: string
  reason: string
  before: unknown
  after: unknown
  ip: string
  device: string
  created_at: Date
}

/** The end of a chain, locked until the transaction ends: two rows after the same row would be a fork. Lock it last. */
export const lockChain = (tx: Tx, chain: Chain) =>
  one(tx, sql<{ seq: number; hash: Buffer }>`SELECT seq, hash FROM staff_chain WHERE chain = ${chain} FOR UPDATE`)

const saidBy = (row: AuditRow) => sql`
      SELECT ${row.chain}::text AS chain, ${row.seq}::bigint AS seq, ${row.id}::text AS id, ${row.staff_id}::text AS staff_id,
             ${row.staff_name}::text AS staff_name, ${row.action}::text AS action, ${row.target}::text AS target,
             ${row.account_id}::text AS account_id, ${row.content_cn}::text AS content_cn, ${row.content_en}::text AS content_en,
             ${row.reason}::text AS reason, ${json(row.before)}::jsonb AS before, ${json(row.after)}::jsonb AS after,
             ${row.ip}::text AS ip, ${row.device}::text AS device, ${row.created_at}::timestamptz AS created_at`

/** The hash of a row's future content and the previous hash. */
export const hashOf = async (tx: Tx, row: AuditRow, previous: Buffer): Promise<Buffer> =>
  (
    await one(
      tx,
      sql<{ hash: Buffer }>`
      SELECT sha256(${previous}::bytea || convert_to(${sql.raw(SAYS)}, 'UTF8')) AS hash
        FROM (${saidBy(row)}) AS said`,
    )
  ).hash

/** Appends the row with its hash and signature, and moves the chain's end. */
export const appendRow = (
  tx: Tx,
  row: AuditRow,
  { previous, hash, signature }: Record<'previous' | 'hash' | 'signature', Buffer>,
) =>
  run(
    tx,
    sql`
    WITH written AS (
      INSERT INTO staff_audit (chain, seq, id, staff_id, staff_name, action, target, account_id, content_cn, content_en,
                               reason, before, after, ip, device, created_at, prev_hash, hash, signature)
      SELECT chain, seq, id, staff_id, staff_name, action, target, account_id, content_cn, content_en,
             reason, before, after, ip, device, created_at, ${previous}::bytea, ${hash}::bytea, ${signature}::bytea
        FROM (${saidBy(row)}) AS said
    )
    UPDATE staff_chain SET seq = ${row.seq}, hash = ${hash}::bytea WHERE chain = ${row.chain}`,
  )

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/** Every break of a chain: changed, missing or moved rows, or a cut-off end. */
const BROKEN_CHAIN = `
  SELECT chain, seq, id, why
    FROM (SELECT chain, seq, id,
                 CASE WHEN seq <> coalesce(lag(seq) OVER rows, 0) + 1 THEN 'MISSING'
                      WHEN prev_hash <> coalesce(lag(hash) OVER rows, decode(repeat('00', 32), 'hex')) THEN 'MOVED'
                      WHEN hash <> sha256(prev_hash || convert_to(${SAYS}, 'UTF8')) THEN 'CHANGED'
                 END AS why
            FROM staff_audit
          WINDOW rows AS (PARTITION BY chain ORDER BY seq)) AS looked_at
   WHERE why IS NOT NULL
  UNION ALL
  SELECT chain, seq, '', 'CUT_OFF'
    FROM staff_chain
   WHERE seq > 0
     AND NOT EXISTS (SELECT FROM staff_audit AS last
                      WHERE last.chain = staff_chain.chain AND last.seq = staff_chain.seq AND last.hash = staff_chain.hash)`

export const linksAfter = (on: Tx | Database, chain: string, seq: number, limit: number) =>
  many(
    on,
    sql<{ chain: Chain; seq: number; id: string; hash: Buffer; signature: Buffer }>`
    SELECT chain, seq, id, hash, signature
      FROM staff_audit
     WHERE (chain, seq) > (${chain}, ${seq})
     ORDER BY chain, seq
     LIMIT ${limit}`,
  )

export const brokenRows = (on: Tx | Database, atMost: number) =>
  many(
    on,
    sql<{ chain: Chain; seq: number; id: string; why: string }>`
    SELECT * FROM (${sql.raw(BROKEN_CHAIN)}) AS found ORDER BY chain, seq LIMIT ${atMost}`,
  )

export const chainSizes = (on: Database) =>
  many(on, sql<{ chain: Chain; rows: number }>`SELECT chain, count(*) AS rows FROM staff_audit GROUP BY chain`)

/** The deeds of an action whose target is like this (`LIKE`), with what they left. Oldest first. */
export const deedsOf = (on: Tx | Database, action: StaffAction, like: string) =>
  many(
    on,
    sql<{ target: string; after: unknown }>`
    SELECT target, after FROM staff_audit WHERE action = ${action} AND target LIKE ${like} ORDER BY chain, seq`,
  )

/** Newest first. */
export async function auditPage(
  on: Database,
  { action, keyword, startTime, endTime, pageNo, pageSize }: Checked<typeof listStaffAudit>,
  cap: number,
): Promise<{ rows: (AuditRow & { hash: Buffer })[]; count: number }> {
  const like = keyword && `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const asked = sql`
        ${action ? sql`action = ${action}` : sql`true`}
    AND ${startTime === undefined ? sql`true` : sql`created_at >= ${new Date(startTime)}`}
    AND ${endTime === undefined ? sql`true` : sql`created_at <= ${new Date(endTime)}`}
    AND ${like ? sql`(target ILIKE ${like} OR staff_name ILIKE ${like} OR content_cn ILIKE ${like} OR content_en ILIKE ${like} OR reason ILIKE ${like})` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<AuditRow & { hash: Buffer }>`
      SELECT * FROM staff_audit WHERE ${asked} ORDER BY created_at DESC, id DESC LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(
      on,
      sql<{ count: number }>`SELECT count(*) FROM (SELECT FROM staff_audit WHERE ${asked} LIMIT ${cap + 1}) AS found`,
    ),
  ])
  return { rows, count }
}
