import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/roles/editing.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { lockSubsOfRole } from '#server/identity/identity.ts'
import { refuseTaken } from './addRole.ts'
import { lockRole, lockRolesOf, removeRole, renameRole, type RoleRow } from '../queries.ts'

export const editRole: Answer<typeof contract.editRole> = (actor, wish) =>
  transaction(async (tx) => {
    const { accountId } = actor
    await lockRolesOf(tx, accountId)
    const role = await ownRole(tx, accountId, wish.roleId)
    await refuseTaken(tx, accountId, wish.name, role.role_id)
    const { name, remark } = { name: wish.name, remark: wish.remark ?? role.remark }
    await renameRole(tx, role.role_id, { name, remark })
    await record(tx, actor, {
      type: 'ROLE',
      target: name,
      content: { cn: '修改角色名称或备注', en: 'Renamed the role' },
      before: { roleId: role.role_id, name: role.name, remark: role.remark },
      after: { roleId: role.role_id, name, remark },
    })
    return { ok: 1 }
  })

/** Only one that nobody has: a sub-account without a role could do nothing, and nobody would know why. */
export const deleteRole: Answer<typeof contract.deleteRole> = (actor, { roleId }) =>
  transaction(async (tx) => {
    const { accountId } = actor
    await lockSubsOfRole(tx, accountId, roleId)
    const role = await ownRole(tx, accountId, roleId)
    // Again, now that nobody can be given the role any more.
    const users = await lockSubsOfRole(tx, accountId, roleId)
    if (users.length > 0) throw refuse('role_in_use', { userCount: users.length })
    await removeRole(tx, roleId)
    await record(tx, actor, {
      type: 'ROLE',
      target: role.name,
      content: { cn: '删除角色', en: 'Deleted the role' },
      before: { roleId, name: role.name, remark: role.remark, permissions: role.permissions },
    })
    return { ok: 1 }
  })

/** Locked. The system's own are read and copied, never changed. */
export async function ownRole(tx: Tx, accountId: string, roleId: string): Promise<RoleRow> {
  const role = await lockRole(tx, accountId, roleId, 'UPDATE')
  if (!role) throw refuse('not_found', { field: 'roleId' })
  if (role.system) throw refuse('role_fixed')
  return role
}
