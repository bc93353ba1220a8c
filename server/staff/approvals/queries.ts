/** All SQL on approval and approval_vote. */
import type { RawBuilder } from 'kysely'
import type { ApprovalKind, ApprovalState } from '#contract/staff/approvals.ts'
import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { db, many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type FrozenLine = { label: Words; before: string | Words | null; after: string | Words | null }

export type ApprovalFound = {
  approval_id: string
  kind: ApprovalKind
  target: string
  account_id: string | null
  amount_cents: Cents | null
  payload: unknown
  diff: FrozenLine[]
  hash: Buffer
  reason: string
  maker_id: string
  maker_cn: string
  maker_en: string
  needs: number
  agreed: number
  state: ApprovalState
  decided_why: string | null
  decided_at: Date | null
  created_at: Date
  expires_at: Date
  voters: string[]
}

type Frozen = Record<'kind' | 'target' | 'amountCents' | 'makerId' | 'payload' | 'diff', RawBuilder<unknown>>
/** The hash of the frozen content as the database prints jsonb: always the same text for the same content. */
const hashOf = ({ kind, target, amountCents, makerId, payload, diff }: Frozen) => sql`
  sha256(convert_to(${kind} || chr(10) || ${target} || chr(10) || coalesce(${amountCents}::text, '-') || chr(10) || ${makerId} || chr(10)
                    || ${payload}::text || chr(10) || ${diff}::text, 'UTF8'))`
const STORED = hashOf({
  kind: sql`kind`,
  target: sql`target`,
  amountCents: sql`amount_cents`,
  makerId: sql`maker_id`,
  payload: sql`payload`,
  diff: sql`diff`,
})

/** Returns false if another of its kind is waiting for the same key. */
export async function insertApproval(
  tx: Tx,
  made: {
    approvalId: string
    kind: ApprovalKind
    target: string
    accountId: string | undefined
    amountCents: Cents | undefined
    payload: unknown
    diff: FrozenLine[]
    reason: string
    onlyOne: string | undefined
    makerId: string
    needs: number
    expiresAt: Date
  },
): Promise<boolean> {
  const frozen = {
    kind: sql`${made.kind}::text`,
    target: sql`${made.target}::text`,
    amountCents: sql`${made.amountCents ?? null}::bigint`,
    makerId: sql`${made.makerId}::text`,
    payload: sql`${JSON.stringify(made.payload)}::jsonb`,
    diff: sql`${JSON.stringify(made.diff)}::jsonb`,
  }
  const inserted = await run(
    tx,
    // VALUES, because an engine that spreads tables counts what a SELECT offers, also what is not inserted.
    sql`
    INSERT INTO approval (approval_id, kind, target, account_id, amount_cents, payload, diff, hash, reason, only_one, maker_id, needs,
                          created_at, expires_at)
    VALUES (${made.approvalId}, ${frozen.kind}, ${frozen.target}, ${made.accountId ?? null}, ${frozen.amountCents}, ${frozen.payload}, ${frozen.diff},
            ${hashOf(frozen)}, ${made.reason}, ${made.onlyOne ?? null}, ${frozen.makerId}, ${made.needs}, ${now()}, ${made.expiresAt})
    ON CONFLICT (kind, only_one) WHERE state = 'WAITING' DO NOTHING`,
  )
  return inserted === 1
}

const columns = sql`
  a.approval_id, a.kind, a.target, a.account_id, a.amount_cents, a.payload, a.diff, a.hash, a.reason, a.maker_id,
  m.name_cn AS maker_cn, m.name_en AS maker_en, a.needs, a.state, a.decided_why, a.decided_at, a.created_at, a.expires_at,
  (SELECT count(*) FROM approval_vote v WHERE v.approval_id = a.approval_id AND v.agreed) AS agreed,
  ARRAY(SELECT v.staff_id FROM approval_vote v WHERE v.approval_id = a.approval_id) AS voters`
const tables = sql`FROM approval a JOIN staff m ON m.staff_id = a.maker_id`

export const approvalById = (on: Tx | Database, approvalId: string) =>
  maybeOne(on, sql<ApprovalFound>`SELECT ${columns} ${tables} WHERE a.approval_id = ${approvalId}`)

/** Locked before anything it allows is touched: of two concurrent checkers, the second sees the first one's decision. */
export const lockApproval = async (tx: Tx, approvalId: string): Promise<ApprovalFound | undefined> => {
  const locked = await maybeOne(tx, sql`SELECT 1 FROM approval WHERE approval_id = ${approvalId} FOR UPDATE`)
  return locked ? approvalById(tx, approvalId) : undefined
}

/** Whether the payload is unchanged since the request. */
export const isAsFrozen = async (tx: Tx, approvalId: string): Promise<boolean> =>
  (
    await one(
      tx,
      sql<{ same: boolean }>`SELECT hash = ${STORED} AS same FROM approval WHERE approval_id = ${approvalId}`,
    )
  ).same

export const insertVote = async (
  tx: Tx,
  vote: { approvalId: string; staffId: string; agreed: boolean; reason: string },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO approval_vote (approval_id, staff_id, agreed, reason, created_at)
    VALUES (${vote.approvalId}, ${vote.staffId}, ${vote.agreed}, ${vote.reason}, ${now()})
    ON CONFLICT DO NOTHING`,
  )) === 1

export const setApprovalState = (tx: Tx, approvalId: string, state: ApprovalState, why: string) =>
  run(
    tx,
    sql`UPDATE approval SET state = ${state}, decided_why = ${why}, decided_at = ${now()} WHERE approval_id = ${approvalId}`,
  )

export const votesOn = (on: Database, approvalId: string) =>
  many(
    on,
    sql<{ name_cn: string; name_en: string; agreed: boolean; reason: string; created_at: Date }>`
    SELECT s.name_cn, s.name_en, v.agreed, v.reason, v.created_at
      FROM approval_vote v
      JOIN staff s ON s.staff_id = v.staff_id
     WHERE v.approval_id = ${approvalId}
     ORDER BY v.created_at`,
  )

export const overdue = (on: Database) =>
  many(
    on,
    sql<{ approval_id: string }>`
    SELECT approval_id FROM approval WHERE state = 'WAITING' AND expires_at <= ${now()} ORDER BY expires_at LIMIT 200`,
  )

/** What a person has requested and approved of one kind since then. Cancelled requests do not count. */
export const madeSince = (tx: Tx, staffId: string, kind: ApprovalKind, since: Date) =>
  one(
    tx,
    sql<{ count: number; cents: number }>`
    SELECT count(*) AS count, coalesce(sum(abs(amount_cents)), 0)::bigint AS cents
      FROM approval
     WHERE maker_id = ${staffId} AND kind = ${kind} AND created_at >= ${since} AND state <> 'WITHDRAWN'`,
  )
export const agreedSince = (tx: Tx, staffId: string, kind: ApprovalKind, since: Date) =>
  one(
    tx,
    sql<{ count: number; cents: number }>`
    SELECT count(*) AS count, coalesce(sum(abs(a.amount_cents)), 0)::bigint AS cents
      FROM approval_vote v
      JOIN approval a ON a.approval_id = v.approval_id
     WHERE v.staff_id = ${staffId} AND v.agreed AND a.kind = ${kind} AND v.created_at >= ${since}`,
  )

export type ApprovalFilter = {
  kinds: readonly ApprovalKind[]
  /** Also everything made by this person. */
  orMadeBy?: string
  madeBy?: string
  /** Only those this person can decide now: not their own, and without a vote of theirs. */
  forVoter?: string
  state?: ApprovalState | undefined
}

const matches = ({ kinds, orMadeBy, madeBy, forVoter, state }: ApprovalFilter) => sql`
      (a.kind = ANY (${[...kinds]}::text[]) ${orMadeBy ? sql`OR a.maker_id = ${orMadeBy}` : sql``})
  AND ${madeBy ? sql`a.maker_id = ${madeBy}` : sql`true`}
  AND ${state ? sql`a.state = ${state}` : sql`true`}
  AND ${
    forVoter
      ? sql`a.maker_id <> ${forVoter} AND a.expires_at > ${now()}
            AND NOT EXISTS (SELECT FROM approval_vote v WHERE v.approval_id = a.approval_id AND v.staff_id = ${forVoter})`
      : sql`true`
  }`

/** The inbox is oldest first, as it is worked off; everything else newest first. */
export async function approvalPage(
  on: Database,
  filter: ApprovalFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
  cap: number,
): Promise<{ rows: ApprovalFound[]; count: number }> {
  const asked = matches(filter)
  const order = filter.forVoter ? sql`a.created_at, a.approval_id` : sql`a.created_at DESC, a.approval_id DESC`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<ApprovalFound>`
      SELECT ${columns} ${tables} WHERE ${asked} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(
      on,
      sql<{ count: number }>`SELECT count(*) FROM (SELECT FROM approval a WHERE ${asked} LIMIT ${cap + 1}) AS found`,
    ),
  ])
  return { rows, count }
}

export const waitingOf = (on: Database, filter: ApprovalFilter) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(a.created_at) AS oldest FROM approval a WHERE ${matches({ ...filter, state: 'WAITING' })}`,
  )

/** The waiting approvals of a kind, by their exclusive key. */
export const waitingByLane = async (on: Database | Tx, kind: ApprovalKind): Promise<Map<string, string>> => {
  const rows = await many(
    on,
    sql<{ only_one: string; approval_id: string }>`
    SELECT only_one, approval_id FROM approval WHERE state = 'WAITING' AND kind = ${kind} AND only_one IS NOT NULL`,
  )
  return new Map(rows.map(({ only_one, approval_id }) => [only_one, approval_id]))
}

/** The waiting approval for one object. */
export const approvalWaitingFor = async (kind: ApprovalKind, onlyOne: string): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<{ approval_id: string }>`
      SELECT approval_id FROM approval WHERE kind = ${kind} AND only_one = ${onlyOne} AND state = 'WAITING'`,
    )
  )?.approval_id ?? null

/** All SQL on attachment. */
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

/** Binds an attachment to an approval, each to one, by its uploader: returns false if it does not exist or is already bound. */
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
