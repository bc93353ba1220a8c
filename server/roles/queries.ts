/** All SQL on role and role_permission. */
import { systemRoles, type SystemRole } from '#contract/roles/roles.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'

export type RoleRow = {
  role_id: string
  name: string
  remark: string
  system: SystemRole | null
  version: number
  created_at: Date
  permissions: string[]
}

const columns = sql`
  SELECT r.role_id, r.name, r.remark, r.system, r.version, r.created_at,
         array(SELECT perm_id FROM role_permission p WHERE p.role_id = r.role_id ORDER BY perm_id) AS permissions
    FROM role r`

/** A role of the account, or a system role. */
export const roleById = (on: Tx | Database, accountId: string, roleId: string) =>
  maybeOne(
    on,
    sql<RoleRow>`${columns} WHERE r.role_id = ${roleId} AND (r.account_id = ${accountId} OR r.account_id IS NULL)`,
  )

/**
 * `SHARE` while it is being assigned, `UPDATE` while it changes or is deleted: an assignee gets its permissions of that moment. A separate statement takes the
 * lock, because one that waited would still see the old permissions.
 */
export async function lockRole(tx: Tx, accountId: string, roleId: string, how: 'SHARE' | 'UPDATE') {
  await run(
    tx,
    sql`
    SELECT FROM role
     WHERE role_id = ${roleId} AND (account_id = ${accountId} OR account_id IS NULL)
       ${how === 'SHARE' ? sql`FOR SHARE` : sql`FOR UPDATE`}`,
  )
  return roleById(tx, accountId, roleId)
}

export const rolesOf = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<RoleRow>`${columns} 
     WHERE r.account_id = ${accountId} OR r.account_id IS NULL
     ORDER BY array_position(${Object.keys(systemRoles)}::text[], r.system), r.created_at, r.role_id`,
  )

/** Creating and renaming roles of an account is serialized, so that its count and names stay correct. */
export const lockRolesOf = (tx: Tx, accountId: string) =>
  run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`roles of ${accountId}`}, 0))`)

export const countRoles = async (tx: Tx, accountId: string): Promise<number> =>
  (await one(tx, sql<{ n: number }>`SELECT count(*)::int AS n FROM role WHERE account_id = ${accountId}`)).n

export const nameIsTaken = async (tx: Tx, accountId: string, name: string, but = ''): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`
    SELECT 1 AS taken FROM role WHERE account_id = ${accountId} AND lower(name) = lower(${name}) AND role_id <> ${but}`,
  )) !== undefined

export const insertRole = (
  tx: Tx,
  role: { roleId: string; accountId: string; name: string; remark: string; permissions: readonly string[] },
) =>
  run(
    tx,
    sql`
    WITH made AS (
      INSERT INTO role (role_id, account_id, name, remark, created_at, updated_at)
      VALUES (${role.roleId}, ${role.accountId}, ${role.name}, ${role.remark}, ${now()}, ${now()})
      RETURNING role_id)
    INSERT INTO role_permission (role_id, perm_id)
    SELECT role_id, unnest(${[...role.permissions]}::text[]) FROM made`,
  )

export const renameRole = (tx: Tx, roleId: string, { name, remark }: { name: string; remark: string }) =>
  run(tx, sql`UPDATE role SET name = ${name}, remark = ${remark}, updated_at = ${now()} WHERE role_id = ${roleId}`)

export const removeRole = (tx: Tx, roleId: string) => run(tx, sql`DELETE FROM role WHERE role_id = ${roleId}`)

/** Sets its permissions; returns the new version. */
export async function setPermissions(tx: Tx, roleId: string, permissions: readonly string[]): Promise<number> {
  await run(
    tx,
    sql`DELETE FROM role_permission WHERE role_id = ${roleId} AND perm_id <> ALL (${[...permissions]}::text[])`,
  )
  await run(
    tx,
    sql`
    INSERT INTO role_permission (role_id, perm_id)
    SELECT ${roleId}, unnest(${[...permissions]}::text[])
    ON CONFLICT DO NOTHING`,
  )
  const { version } = await one(
    tx,
    sql<{ version: number }>`
    UPDATE role SET version = version + 1, updated_at = ${now()} WHERE role_id = ${roleId} RETURNING version`,
  )
  return version
}
