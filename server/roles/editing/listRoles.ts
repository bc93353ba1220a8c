import { flag } from '#contract/core/fields.ts'
import { pagesOfKeys } from '#contract/core/permissions.ts'
import type * as contract from '#contract/roles/editing.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { subsPerRole } from '#server/identity/identity.ts'
import { givenBy, nameOf } from '../permissions.ts'
import { rolesOf } from '../queries.ts'

/** The system's first, then the account's own. They are few: the page is cut from all of them. */
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
  (await rolesOf(db, actor.accountId)).map((role) => ({
    value: role.role_id,
    label: nameOf(role, actor.from.lang),
  }))
