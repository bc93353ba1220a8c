/** SQL on content, agreement and agreement_accepted. */
import type { AgreementKind } from '#contract/notices/agreements.ts'
import type { Contact } from '#contract/notices/content.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type ContactRow = { value: Contact; made_by: string; updated_at: Date }
export const contactRow = (on: Database | Tx) =>
  maybeOne(on, sql<ContactRow>`SELECT value, made_by, updated_at FROM content WHERE name = 'contact'`)
export const putContact = (tx: Tx, value: Contact, madeBy: string) =>
  run(
    tx,
    sql`
    INSERT INTO content (name, value, made_by, updated_at) VALUES ('contact', ${JSON.stringify(value)}::jsonb, ${madeBy}, ${now()})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, made_by = excluded.made_by, updated_at = excluded.updated_at`,
  )

export type AgreementRow = {
  agreement_id: string
  kind: AgreementKind
  version: number
  title_cn: string
  title_en: string
  html_cn: string
  html_en: string
  must_accept: boolean
  effective_at: Date
  status: 'DRAFT' | 'PUBLISHED'
  made_by: string
  created_at: Date
}
const columns = sql`
  a.agreement_id, a.kind, a.version, a.title_cn, a.title_en, a.html_cn, a.html_en, a.must_accept, a.effective_at,
  a.status, a.made_by, a.created_at`

/** The newest effective version of each kind. */
const inForce = () => sql`
  SELECT DISTINCT ON (kind) agreement_id
    FROM agreement
   WHERE status = 'PUBLISHED' AND effective_at <= ${now()}
   ORDER BY kind, version DESC`

export const agreementsInForce = (on: Database) =>
  many(
    on,
    sql<AgreementRow>`SELECT ${columns} FROM agreement a WHERE a.agreement_id IN (${inForce()}) ORDER BY a.kind DESC`,
  )

type Whose = { accountId: string; loginId: string }
/** Signing up counts as agreeing to the current version; later ones need agreement. */
export const agreementsToAccept = (on: Database, { accountId, loginId }: Whose, since: Date) =>
  many(
    on,
    sql<AgreementRow>`
    SELECT ${columns}
      FROM agreement a
     WHERE a.agreement_id IN (${inForce()}) AND a.must_accept AND a.effective_at > ${since}
       AND NOT EXISTS (SELECT FROM agreement_accepted y
                        WHERE ${ofAccount(accountId, 'y')} AND y.login_id = ${loginId} AND y.agreement_id = a.agreement_id)
     ORDER BY a.kind`,
  )

/** Returns whether such a version is in force; agreeing twice has no further effect. */
export const accept = async (
  on: Tx,
  { accountId, loginId }: Whose,
  agreementId: string,
  ip: string,
): Promise<boolean> =>
  (await run(
    on,
    sql`
    INSERT INTO agreement_accepted (cell, account_id, login_id, agreement_id, ip, accepted_at)
    SELECT ${cellOf(accountId)}, ${accountId}, ${loginId}, agreement_id, ${ip}, ${now()} FROM agreement WHERE agreement_id = ${agreementId} AND agreement_id IN (${inForce()})
    ON CONFLICT (cell, account_id, login_id, agreement_id) DO UPDATE SET ip = agreement_accepted.ip`,
  )) > 0

export async function agreementPage(
  on: Database,
  { kind, pageNo, pageSize }: { kind?: AgreementKind | undefined; pageNo: number; pageSize: number },
) {
  const where = kind ? sql`a.kind = ${kind}` : sql`true`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<AgreementRow & { accepts: number; in_force: boolean }>`
      WITH page AS MATERIALIZED (
        SELECT ${columns}, a.agreement_id IN (${inForce()}) AS in_force
          FROM agreement a
         WHERE ${where}
         ORDER BY a.kind DESC, a.version DESC
         LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize})
      SELECT page.*, coalesce(accepted.count, 0) AS accepts
        FROM page
        LEFT JOIN (SELECT agreement_id, count(*)
                     FROM agreement_accepted
                    WHERE agreement_id IN (SELECT agreement_id FROM page)
                    GROUP BY agreement_id) AS accepted USING (agreement_id)
       ORDER BY kind DESC, version DESC`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM agreement a WHERE ${where}`),
  ])
  return { rows, count }
}

export const lockAgreement = (tx: Tx, agreementId: string) =>
  maybeOne(tx, sql<AgreementRow>`SELECT ${columns} FROM agreement a WHERE a.agreement_id = ${agreementId} FOR UPDATE`)

export type AgreementDraft = Pick<
  AgreementRow,
  'title_cn' | 'title_en' | 'html_cn' | 'html_en' | 'must_accept' | 'effective_at' | 'made_by'
>

/** Returns its version: the next of its kind. Two concurrent inserts collide on the unique key, and one of them is asked to retry. */
export const insertAgreement = async (
  tx: Tx,
  agreementId: string,
  kind: AgreementKind,
  draft: AgreementDraft,
): Promise<number> => {
  const { version } = await one(
    tx,
    sql<{ version: number }>`SELECT coalesce(max(version), 0)::int + 1 AS version FROM agreement WHERE kind = ${kind}`,
  )
  await tx
    .insertInto('agreement')
    .values({ agreement_id: agreementId, kind, version, ...draft, status: 'DRAFT', created_at: now() })
    .execute()
  return version
}
export const updateAgreement = (tx: Tx, agreementId: string, draft: AgreementDraft) =>
  tx.updateTable('agreement').set(draft).where('agreement_id', '=', agreementId).where('status', '=', 'DRAFT').execute()
export const setInForce = (tx: Tx, agreementId: string) =>
  run(
    tx,
    sql`UPDATE agreement SET status = 'PUBLISHED', effective_at = greatest(effective_at, ${now()}) WHERE agreement_id = ${agreementId} AND status = 'DRAFT'`,
  )
