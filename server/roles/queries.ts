/** All SQL on role and role_permission. */
import type { SystemRole } from '../../contract/roles.ts'
import { many, maybeOne, sql, type Database, type Tx } from '../db.ts'

export type RoleRow = {
  role_id: string
  name: string
  remark: string
  system: SystemRole | null
  permissions: string[]
}

const columns = sql`
  SELECT r.role_id, r.name, r.remark, r.system,
         array(SELECT perm_id FROM role_permission p WHERE p.role_id = r.role_id ORDER BY perm_id) AS permissions
    FROM role r`

/** A role of the account, or one of the system's. */
export const roleById = (on: Tx | Database, accountId: string, roleId: string) =>
  maybeOne(
    on,
    sql<RoleRow>`${columns} WHERE r.role_id = ${roleId} AND (r.account_id = ${accountId} OR r.account_id IS NULL)`,
  )

export const rolesOf = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<RoleRow>`${columns} WHERE r.account_id = ${accountId} OR r.account_id IS NULL ORDER BY r.system IS NULL, r.created_at, r.role_id`,
  )
