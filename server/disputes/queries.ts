/** All SQL on disputes, their steps, their evidence and their terms. */
import type { Insertable, Selectable } from 'kysely'
import type { Dispute, DisputeTerms } from '#db/tables.ts'
import { openStates, type DisputeState } from '#contract/disputes/disputes.ts'
import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { touch } from '../core/changes/touch.ts'
import { now } from '../core/clock.ts'
import { cellOf, ofAccount, ofAccounts, takeName } from '../core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'

export type Reader = Database | Tx
export type DisputeRow = Omit<Selectable<Dispute>, 'state'> & { readonly state: DisputeState }
export type DisputeKey = Pick<DisputeRow, 'account_id' | 'dispute_id'>

const keyIs = ({ account_id, dispute_id }: DisputeKey) =>
  sql<boolean>`${ofAccount(account_id)} AND dispute_id = ${dispute_id}`
const OPEN = [...openStates]

/** Until the end of the transaction nobody else begins a dispute of this purchase. */
export const oneDisputeAtATime = (tx: Tx, tradeId: string) => takeName(tx, `dispute of ${tradeId}`)

export const insertDispute = (tx: Tx, row: Omit<Insertable<Dispute>, 'cell' | 'updated_at'>) => {
  touch(tx, row.account_id, 'trades')
  return tx
    .insertInto('dispute')
    .values({ ...row, cell: cellOf(row.account_id), updated_at: now() })
    .execute()
}

export type DisputeChange = Partial<Omit<Insertable<Dispute>, 'cell' | 'state'>> & { state?: DisputeState }
export const updateDispute = (tx: Tx, dispute: DisputeKey, change: DisputeChange) => {
  touch(tx, dispute.account_id, 'trades')
  return tx
    .updateTable('dispute')
    .set({ ...change, updated_at: now() })
    .where(keyIs(dispute))
    .execute()
}

export const disputeOf = async (on: Reader, accountId: string, disputeId: string): Promise<DisputeRow | undefined> =>
  maybeOne(on, sql<DisputeRow>`SELECT * FROM dispute WHERE ${keyIs({ account_id: accountId, dispute_id: disputeId })}`)

/** Locked after the money of its card. */
export const lockDispute = (tx: Tx, dispute: DisputeKey): Promise<DisputeRow | undefined> =>
  maybeOne(tx, sql<DisputeRow>`SELECT * FROM dispute WHERE ${keyIs(dispute)} FOR UPDATE`)

/** The open dispute of a purchase; at most one. */
export const openDisputeOf = (on: Reader, accountId: string, tradeId: string): Promise<DisputeRow | undefined> =>
  maybeOne(
    on,
    sql<DisputeRow>`
    SELECT * FROM dispute WHERE ${ofAccount(accountId)} AND trade_id = ${tradeId} AND state = ANY (${OPEN}::text[])`,
  )

/** The issuer knows the dispute, and learns here whose it is. */
export const disputeByRef = (on: Reader, issuerId: string, ref: string): Promise<DisputeRow | undefined> =>
  maybeOne(on, sql<DisputeRow>`SELECT * FROM dispute WHERE issuer_ref = ${ref} AND issuer_id = ${issuerId}`)

/** So does the desk. Drafts are their holder's. */
export const disputeAtDesk = (on: Reader, disputeId: string): Promise<DisputeRow | undefined> =>
  maybeOne(on, sql<DisputeRow>`SELECT * FROM dispute WHERE dispute_id = ${disputeId} AND state <> 'DRAFT'`)

/** What keeps an account from closing. */
export const countOpen = async (on: Reader, accountId: string): Promise<number> =>
  (
    await one(
      on,
      sql<{ count: number }>`
      SELECT count(*) AS count FROM dispute WHERE ${ofAccount(accountId)} AND state = ANY (${OPEN}::text[])`,
    )
  ).count

/** Over all accounts, for what issuers charge. */
export const countFiled = async (
  on: Database,
  issuerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<number> =>
  (
    await one(
      on,
      sql<{ count: number }>`
      SELECT count(*) AS count FROM dispute WHERE issuer_id = ${issuerId} AND filed_at >= ${from} AND filed_at < ${until}`,
    )
  ).count

export type Step = {
  readonly state: DisputeState
  readonly by_kind: 'HOLDER' | 'STAFF' | 'ISSUER' | 'SYSTEM'
  readonly said: Partial<Words>
  readonly created_at: Date
}
export const insertStep = (
  tx: Tx,
  { account_id, dispute_id }: DisputeKey,
  { state, by, said = {} }: { state: DisputeState; by: Step['by_kind']; said?: Partial<Words> | undefined },
) =>
  run(
    tx,
    sql`
    INSERT INTO dispute_step (cell, account_id, dispute_id, step_id, state, by_kind, said, created_at)
    VALUES (${cellOf(account_id)}, ${account_id}, ${dispute_id}, ${newId('dss')}, ${state}, ${by}, ${JSON.stringify(said)}::jsonb, ${now()})`,
  )
export const stepsOf = (on: Reader, dispute: DisputeKey): Promise<Step[]> =>
  many(
    on,
    sql<Step>`SELECT state, by_kind, said, created_at FROM dispute_step WHERE ${keyIs(dispute)} ORDER BY step_id`,
  )

/** A page of one account, newest first; of one sub-account with `subUid`. */
export async function disputesPage(
  on: Database,
  by: { accountId: string; subUid: string | undefined; state?: string; tradeId?: string; cardId?: string },
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ rows: DisputeRow[]; count: number }> {
  const where = sql`
    ${ofAccount(by.accountId)}
    ${by.subUid === undefined ? sql`` : sql`AND owner_sub_uid = ${by.subUid}`}
    ${by.state === undefined ? sql`` : sql`AND state = ${by.state}`}
    ${by.tradeId === undefined ? sql`` : sql`AND trade_id = ${by.tradeId}`}
    ${by.cardId === undefined ? sql`` : sql`AND card_id = ${by.cardId}`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<DisputeRow>`
      SELECT * FROM dispute WHERE ${where} ORDER BY dispute_id DESC LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) AS count FROM dispute WHERE ${where}`),
  ])
  return { rows, count }
}

const scopes = {
  open: { where: sql`state = 'SUBMITTED'`, order: sql`file_by, dispute_id` },
  issuer: { where: sql`state = 'IN_PROGRESS'`, order: sql`filed_at, dispute_id` },
  all: { where: sql`state <> 'DRAFT'`, order: sql`dispute_id DESC` },
} as const

/** A page of all accounts: those that wait for us by their deadline, those at issuers by how long they have been there. */
export async function deskPage(
  on: Database,
  { scope, pageNo, pageSize }: { scope: keyof typeof scopes; pageNo: number; pageSize: number },
): Promise<{ rows: DisputeRow[]; count: number }> {
  const { where, order } = scopes[scope]
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<DisputeRow>`
      SELECT * FROM dispute WHERE ${where} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) AS count FROM dispute WHERE ${where}`),
  ])
  return { rows, count }
}

/** How the earlier disputes of these accounts ended. */
export const recordsOf = async (on: Database, accountIds: readonly string[]) => {
  const rows = await many(
    on,
    sql<{ account_id: string; won: number; lost: number }>`
    SELECT account_id, count(*) FILTER (WHERE state = 'WON') AS won, count(*) FILTER (WHERE state = 'LOST') AS lost
      FROM dispute
     WHERE ${ofAccounts([...new Set(accountIds)])} AND state IN ('WON', 'LOST')
     GROUP BY account_id`,
  )
  return new Map(rows.map(({ account_id, won, lost }) => [account_id, { won, lost }]))
}

export const waitingAtDesk = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(submitted_at) AS oldest FROM dispute WHERE state = 'SUBMITTED' AND filing_at IS NULL`,
  )

/** Drafts and submitted disputes whose deadline has passed, and that are on their way to no issuer. */
export const overdue = (on: Database): Promise<DisputeKey[]> =>
  many(
    on,
    sql<DisputeKey>`
    SELECT account_id, dispute_id FROM dispute
     WHERE state IN ('DRAFT', 'SUBMITTED') AND file_by < ${now()} AND filing_at IS NULL
     ORDER BY file_by LIMIT 200`,
  )

/** Filing has begun and has not ended for a while: its job was lost, or given up. */
export const leftFiling = (on: Database, before: Date): Promise<DisputeKey[]> =>
  many(
    on,
    sql<DisputeKey>`
    SELECT account_id, dispute_id FROM dispute
     WHERE state = 'SUBMITTED' AND filing_at < ${before} ORDER BY filing_at LIMIT 200`,
  )

/** At an issuer, and not heard of for the longest time. */
export const unheard = (on: Database, before: Date): Promise<DisputeRow[]> =>
  many(
    on,
    sql<DisputeRow>`
    SELECT * FROM dispute WHERE state = 'IN_PROGRESS' AND updated_at < ${before} ORDER BY updated_at LIMIT 100`,
  )

export type EvidenceRow = {
  readonly file_id: string
  readonly dispute_id: string | null
  readonly login_id: string
  readonly name: string
  readonly body_enc: Buffer
  readonly sent_at: Date | null
}
type File = { accountId: string; fileId: string; loginId: string; name: string; bodyEnc: Buffer }
export const insertEvidence = (on: Database, { accountId, fileId, loginId, name, bodyEnc }: File) =>
  run(
    on,
    sql`
    INSERT INTO dispute_file (cell, account_id, file_id, login_id, name, body_enc, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${fileId}, ${loginId}, ${name}, ${bodyEnc}, ${now()})`,
  )
export const evidenceById = (on: Reader, accountId: string, fileId: string): Promise<EvidenceRow | undefined> =>
  maybeOne(on, sql<EvidenceRow>`SELECT * FROM dispute_file WHERE ${ofAccount(accountId)} AND file_id = ${fileId}`)
export const evidenceOf = (on: Reader, { account_id, dispute_id }: DisputeKey): Promise<EvidenceRow[]> =>
  many(
    on,
    sql<EvidenceRow>`
    SELECT * FROM dispute_file WHERE ${ofAccount(account_id)} AND dispute_id = ${dispute_id} ORDER BY file_id`,
  )
/** Without the pictures. */
export const evidenceNames = (on: Reader, disputes: readonly DisputeKey[]) =>
  many(
    on,
    sql<{ dispute_id: string; file_id: string; name: string }>`
    SELECT dispute_id, file_id, name FROM dispute_file
     WHERE ${ofAccounts([...new Set(disputes.map(({ account_id }) => account_id))])}
       AND dispute_id = ANY (${disputes.map(({ dispute_id }) => dispute_id)})
     ORDER BY file_id`,
  )
export const evidenceSince = async (on: Database, accountId: string, since: Date): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM dispute_file WHERE ${ofAccount(accountId)} AND created_at > ${since}`,
    )
  ).n

/** The pictures of a draft are these and no others. Returns how many of them may be: loose ones of the login, and those that it has. */
export async function bindEvidence(
  tx: Tx,
  { account_id, dispute_id }: DisputeKey,
  loginId: string,
  fileIds: readonly string[],
): Promise<number> {
  const ids = [...fileIds]
  await run(
    tx,
    sql`
    UPDATE dispute_file SET dispute_id = NULL
     WHERE ${ofAccount(account_id)} AND dispute_id = ${dispute_id} AND file_id <> ALL (${ids}::text[])`,
  )
  return run(
    tx,
    sql`
    UPDATE dispute_file SET dispute_id = ${dispute_id}
     WHERE ${ofAccount(account_id)} AND file_id = ANY (${ids}::text[])
       AND (dispute_id = ${dispute_id} OR (dispute_id IS NULL AND login_id = ${loginId}))`,
  )
}
export const markSent = (tx: Tx, accountId: string, fileId: string) =>
  run(tx, sql`UPDATE dispute_file SET sent_at = ${now()} WHERE ${ofAccount(accountId)} AND file_id = ${fileId}`)
export const forgetLoose = (on: Database, before: Date) =>
  run(on, sql`DELETE FROM dispute_file WHERE dispute_id IS NULL AND created_at < ${before}`)

export type TermsRow = Selectable<DisputeTerms>
export const allTerms = (on: Reader): Promise<TermsRow[]> => many(on, sql<TermsRow>`SELECT * FROM dispute_terms`)
export const givesCredit = async (on: Reader, issuerId: string): Promise<boolean> =>
  (await maybeOne(on, sql<TermsRow>`SELECT * FROM dispute_terms WHERE issuer_id = ${issuerId}`))?.provisional ?? false
export const keepTerms = (tx: Tx, issuerId: string, provisional: boolean) =>
  run(
    tx,
    sql`
    INSERT INTO dispute_terms (issuer_id, provisional, updated_at) VALUES (${issuerId}, ${provisional}, ${now()})
        ON CONFLICT (issuer_id) DO UPDATE SET provisional = excluded.provisional, updated_at = excluded.updated_at`,
  )
/** Provisional credit that is open, by issuer. */
export const openCredits = (on: Database) =>
  many(
    on,
    sql<{ issuer_id: string; open: Cents }>`
    SELECT issuer_id, sum(provisional_cents)::bigint AS open FROM dispute WHERE provisional_cents > 0 GROUP BY issuer_id`,
  )
