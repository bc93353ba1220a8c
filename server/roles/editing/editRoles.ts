import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/roles/editing.ts'
import { ROLES_AT_MOST } from '#contract/roles/editing.ts'
import { systemRoles } from '#contract/roles/roles.ts'
import { flag } from '#contract/core/fields.ts'
import { pagesOfKeys } from '#contract/core/permissions.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { transaction, type Tx, db } from '#server/core/db.ts'
import { lockSubsOfRole, subsPerRole } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import {
  lockRole,
  lockRolesOf,
  removeRole,
  renameRole,
  type RoleRow,
  countRoles,
  insertRole,
  nameIsTaken,
  rolesOf,
} from '../queries.ts'
import { storedOf, givenBy, nameOf } from '../permissions.ts'

export const editRole: Answer<typeof contract.editRole> = (actor, input) =>
  transaction(async (tx) => {
    const { accountId } = actor
    await lockRolesOf(tx, accountId)
    const role = await ownRole(tx, accountId, input.roleId)
    await refuseTaken(tx, accountId, input.name, role.role_id)
    const { name, remark } = { name: input.name, remark: input.remark ?? role.remark }
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

/** Only a role that no sub-account has: without a role a sub-account can do nothing, and nothing tells why. */
export const deleteRole: Answer<typeof contract.deleteRole> = (actor, { roleId }) =>
  transaction(async (tx) => {
    const { accountId } = actor
    await lockSubsOfRole(tx, accountId, roleId)
    const role = await ownRole(tx, accountId, roleId)
    // Check again, now that the lock keeps the role from being assigned.
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

/** Locked. System roles can be read and copied, never changed. */
export async function ownRole(tx: Tx, accountId: string, roleId: string): Promise<RoleRow> {
  const role = await lockRole(tx, accountId, roleId, 'UPDATE')
  if (!role) throw refuse('not_found', { field: 'roleId' })
  if (role.system) throw refuse('role_fixed')
  return role
}

/** Creates a role of the account. A copy is a new role with the other one's permissions. */
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

/** By another role of the account, or by a system role in either language: both are in one list. */
async function refuseTaken(tx: Tx, accountId: string, name: string, but?: string): Promise<void> {
  const ofSystem = Object.values(systemRoles).flatMap((role) => [role.name.cn, role.name.en])
  const taken = ofSystem.some((one) => one.toLowerCase() === name.toLowerCase())
  if (taken || (await nameIsTaken(tx, accountId, name, but))) throw refuse('name_taken', { field: 'name' })
}

/** System roles first, then the account's own. They are few: all are loaded, and the page is sliced from them. */
export const listRoles: Answer<typeof contract.listRoles> = async (actor, { pageNo, pageSize }) => {
  const [roles, users] = await Promise.all([rolesOf(db, actor.accountId), subsPerRole(db, actor.accountId)])
  const usersOf = new Map(users.map((row) => [row.role_id, row]))
  const from = (pageNo - 1) * pageSize
  return {
    data: roles.slice(from, from + pageSize).map((role) => {
      const { keys, pageIds } = givenBy(role)
      const who = usersOf.get(role.role_id)
      return {
        roleId: role.role_id,
        name: nameOf(role, actor.from.lang),
        remark: role.remark,
        system: flag(role.system),
        userCount: who?.count ?? 0,
        users: who?.names ?? [],
        pageIds: pagesOfKeys(keys, pageIds),
        keys,
        version: role.version,
        createTime: role.created_at.getTime(),
      }
    }),
    total: roles.length,
    pageNo,
    pageSize,
    haveNext: roles.length > from + pageSize,
    summary: undefined,
  }
}

export const roleOptions: Answer<typeof contract.roleOptions> = async (actor) =>
  (await rolesOf(db, actor.accountId)).map((role) => ({ value: role.role_id, label: nameOf(role, actor.from.lang) }))
