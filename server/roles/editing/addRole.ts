import { refuse } from '#contract/core/refusals.ts'
import { ROLES_AT_MOST } from '#contract/roles/editing.ts'
import { systemRoles } from '#contract/roles/roles.ts'
import type * as contract from '#contract/roles/editing.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { storedOf } from '../permissions.ts'
import { countRoles, insertRole, lockRolesOf, nameIsTaken } from '../queries.ts'

/** A role of the account's own. A copy of another is one that is made of what the other gives. */
export const addRole: Answer<typeof contract.addRole> = async (actor, { name, remark = '', pageIds, keys }, tx) => {
  const { accountId } = actor
  await lockRolesOf(tx, accountId)
  if ((await countRoles(tx, accountId)) >= ROLES_AT_MOST) throw refuse('role_limit')
  await refuseTaken(tx, accountId, name)

  const roleId = newId('rol')
  const permissions = storedOf({ pageIds, keys })
  await insertRole(tx, { roleId, accountId, name, remark, permissions })
  await record(tx, actor, {
    type: 'ROLE',
    target: name,
    content: { cn: '新增角色', en: 'Created a role' },
    after: { roleId, name, remark, permissions },
  })
  return { roleId }
}

/** By another role of the account, or by one of the system's in either language: both stand in one list. */
export async function refuseTaken(tx: Tx, accountId: string, name: string, but?: string): Promise<void> {
  const ofSystem = Object.values(systemRoles).flatMap((role) => [role.name.cn, role.name.en])
  const taken = ofSystem.some((one) => one.toLowerCase() === name.toLowerCase())
  if (taken || (await nameIsTaken(tx, accountId, name, but))) throw refuse('name_taken', { field: 'name' })
}
