/** SQL on sub_account for roles: who has one, and what it gives them. */
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import { now } from '../core/clock.ts'
import { many, run, sql, type Database, type Tx } from '../core/db.ts'

/** How many sub-accounts have each role, and the names of the first three. */
export const subsPerRole = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<{ role_id: string; count: number; names: string[] }>`
    SELECT role_id, count(*)::int AS count, (array_agg(nickname ORDER BY created_at, sub_uid))[1:3] AS names
      FROM sub_account
     WHERE account_id = ${accountId}
     GROUP BY role_id`,
  )

/** Sub-accounts before their role, in one order: who gives one another role at the same time locks so too. */
export const lockSubsOfRole = (tx: Tx, accountId: string, roleId: string) =>
  many(
    tx,
    sql<{ sub_uid: string; nickname: string }>`
    SELECT sub_uid, nickname
      FROM sub_account
     WHERE account_id = ${accountId} AND role_id = ${roleId}
     ORDER BY sub_uid FOR UPDATE`,
  )

/** Everybody who has the role gets what it gives now, and keeps what it was given beside it. */
export const grantRole = (
  tx: Tx,
  accountId: string,
  { roleId, keys, pages }: { roleId: string; keys: readonly ElementKey[]; pages: readonly PageId[] },
) =>
  run(
    tx,
    sql`
    UPDATE sub_account
       SET granted_keys = ${[...keys]}::text[] || array(SELECT unnest(extra_keys) EXCEPT SELECT unnest(${[...keys]}::text[])),
           granted_pages = ${[...pages]}::text[],
           grant_version = grant_version + 1, updated_at = ${now()}
     WHERE account_id = ${accountId} AND role_id = ${roleId}`,
  )
