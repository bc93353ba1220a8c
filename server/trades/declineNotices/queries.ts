/** SQL on decline_notice and decline_notice_mark, and on the declines that are told. */
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, one, run, sql, type Tx } from '#server/core/db.ts'
import { accountNumbersSql } from '#server/identity/identity.ts'
import { authColumns, authOwner, authsOf, type AuthRow } from '../auths.ts'

/** `from` and `until`: keys of authorizations. `notAfter`: whoever was told later waits. */
export type Span = { readonly from: string; readonly until: string; readonly notAfter: Date }

/** Everything of the account is declined for these, and its holder has been told of that, once for all cards. */
const TOLD_OF_ACCOUNT = ['ACCOUNT_SHUTDOWN', 'FUNDS_FROZEN']

/** Declines of a span. */
const within = ({ from, until }: Span) => sql`
       status = 'DECLINED' AND auth.auth_id >= ${from}::bigint AND auth.auth_id < ${until}::bigint
   AND coalesce(reason, '') <> ALL (${TOLD_OF_ACCOUNT}::text[])`
/** Not told yet, and nothing was told of that card just now. */
const isDue = ({ notAfter }: Span) =>
  sql`(told.auth_id IS NULL OR (told.auth_id < auth.auth_id AND told.told_at <= ${notAfter}::timestamptz))`

/** Where to begin; from the first call on. */
export const beginMark = async (first: string): Promise<string> => {
  await run(db, sql`INSERT INTO decline_notice_mark (auth_id) VALUES (${first}::bigint) ON CONFLICT DO NOTHING`)
  return (await one(db, sql<{ auth_id: string }>`SELECT auth_id::text FROM decline_notice_mark`)).auth_id
}
export const moveMark = (to: string) =>
  run(db, sql`UPDATE decline_notice_mark SET auth_id = ${to}::bigint WHERE auth_id < ${to}::bigint`)

/** Accounts with declines to tell of. One look into the index of declines for each account, whatever it has declined before. */
export const accountsToTell = (span: Span) =>
  many(
    db,
    sql<{ account_id: string }>`
    SELECT account_id
      FROM ${accountNumbersSql} AS account
     WHERE (SELECT count(*)
              FROM (SELECT
                      FROM auth
                      LEFT JOIN decline_notice AS told
                        ON told.cell = auth.cell AND told.account_id = account.account_id AND told.la_id = auth.la_id
                           AND told.owner_sub_no = coalesce(auth.owner_sub_no, 0)
                     WHERE auth.cell = account.cell AND auth.account_no = account.account_no AND ${within(span)} AND ${isDue(span)}
                     LIMIT 1) AS due) = 1`,
  )

/** Declines of one card while one sub-account had it, or the account itself (0): how many, and the last of them. */
export type Bundle = { la_id: string; owner_sub_no: number; count: number; last: string }
export const bundlesToTell = (tx: Tx, accountId: string, span: Span): Promise<Bundle[]> =>
  many(
    tx,
    sql<Bundle>`
    SELECT auth.la_id::text, coalesce(auth.owner_sub_no, 0) AS owner_sub_no, count(*)::int AS count, max(auth.auth_id)::text AS last
      FROM (SELECT * FROM auth WHERE ${authsOf(accountId)} AND ${within(span)}) AS auth
      LEFT JOIN decline_notice AS told
        ON told.cell = auth.cell AND ${ofAccount(accountId, 'told')} AND told.la_id = auth.la_id
           AND told.owner_sub_no = coalesce(auth.owner_sub_no, 0)
     WHERE ${isDue(span)}
     GROUP BY auth.la_id, coalesce(auth.owner_sub_no, 0)
     ORDER BY max(auth.auth_id)`,
  )

/** Returns those that nobody else has told meanwhile: whoever comes second finds a row that was told less than `pauseMs` ago. That is part of the text: where the tables are spread, a conflict knows no parameters. */
export const claim = (
  tx: Tx,
  accountId: string,
  bundles: readonly Bundle[],
  { pauseMs, at }: { pauseMs: number; at: Date },
): Promise<Pick<Bundle, 'la_id' | 'owner_sub_no'>[]> =>
  many(
    tx,
    sql<Pick<Bundle, 'la_id' | 'owner_sub_no'>>`
    INSERT INTO decline_notice (cell, account_id, la_id, owner_sub_no, auth_id, told_at)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}::text, la_id, owner_sub_no, auth_id, ${at}::timestamptz
      FROM unnest(${bundles.map(({ la_id }) => la_id)}::bigint[], ${bundles.map(({ owner_sub_no }) => owner_sub_no)}::int[],
                  ${bundles.map(({ last }) => last)}::bigint[]) AS bundle (la_id, owner_sub_no, auth_id)
     ORDER BY la_id, owner_sub_no
        ON CONFLICT (cell, account_id, la_id, owner_sub_no) DO UPDATE
       SET auth_id = excluded.auth_id, told_at = excluded.told_at
     WHERE decline_notice.auth_id < excluded.auth_id AND excluded.told_at - decline_notice.told_at >= ${sql.lit(`${pauseMs} milliseconds`)}::interval
    RETURNING la_id::text, owner_sub_no`,
  )

/** Authorizations by their keys. */
export const authsByKey = (
  tx: Tx,
  accountId: string,
  keys: readonly string[],
): Promise<(AuthRow & { key: string })[]> =>
  many(
    tx,
    sql<AuthRow & { key: string }>`
    SELECT ${authColumns}, auth.auth_id::text AS key
      FROM auth ${authOwner(accountId)}
     WHERE ${authsOf(accountId)} AND auth.auth_id = ANY (${[...keys]}::bigint[])`,
  )
