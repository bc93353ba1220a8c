import type { Lang } from '#contract/core/fields.ts'
import { elements, pages, pagesOfKeys, type PageId } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import { isElementKey } from '#contract/roles/roles.ts'
import type * as contract from '#contract/roles/editing.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { transaction } from '#server/core/db.ts'
import { grantRole, lockSubsOfRole, needGoogle } from '#server/identity/identity.ts'
import { givenBy, storedOf } from '../permissions.ts'
import { setPermissions } from '../queries.ts'
import { ownRole } from './editRoles.ts'

/**
 * Changes a role's permissions for everyone who has it: stored with each sub-account in the same transaction, so that they apply from the next call. The log
 * lists what was granted and what was revoked.
 */
export const changePermissions: Answer<typeof contract.changePermissions> = (actor, input) =>
  transaction(async (tx) => {
    const { accountId } = actor
    // Sub-accounts before their role: an assignment has already locked its sub-account and waits for the role.
    const before = await lockSubsOfRole(tx, accountId, input.roleId)
    const role = await ownRole(tx, accountId, input.roleId)
    if (input.version !== undefined && input.version !== role.version) throw refuse('role_changed')

    const permissions = storedOf(input)
    const added = permissions.filter((id) => !role.permissions.includes(id))
    const removed = role.permissions.filter((id) => !permissions.includes(id))
    if (added.length + removed.length === 0) return { version: role.version }

    // Someone at an unattended console must not give anybody more rights.
    if (added.length > 0 && before.length > 0) await needGoogle(tx, actor, 'role', input.ticket)

    const version = await setPermissions(tx, role.role_id, permissions)
    const { keys, pageIds } = givenBy({ permissions })
    await grantRole(tx, accountId, { roleId: role.role_id, keys, pages: pagesOfKeys(keys, pageIds) })
    const users = await lockSubsOfRole(tx, accountId, role.role_id)
    await record(tx, actor, {
      type: 'ROLE',
      target: role.name,
      content: {
        cn: said(
          '修改角色权限',
          [
            ['新增', named(added, 'cn')],
            ['取消', named(removed, 'cn')],
          ],
          '：',
          '、',
          '；',
        ),
        en: said(
          'Changed role permissions',
          [
            ['added', named(added, 'en')],
            ['removed', named(removed, 'en')],
          ],
          ': ',
          ', ',
          '; ',
        ),
      },
      before: { roleId: role.role_id, version: role.version, permissions: role.permissions },
      after: { version, permissions, added, removed, subUids: users.map(({ sub_uid }) => sub_uid) },
    })
    return { version }
  })

/** The log text: granted and revoked permissions by name. */
const said = (
  done: string,
  parts: readonly (readonly [what: string, names: readonly string[]])[],
  colon: string,
  comma: string,
  semicolon: string,
): string => {
  const changes = parts.filter(([, names]) => names.length > 0).map(([what, names]) => `${what} ${names.join(comma)}`)
  return `${done}${colon}${changes.join(semicolon)}`
}
const named = (ids: readonly string[], lang: Lang): string[] =>
  ids.map((id) => (isElementKey(id) ? elements[id].name[lang] : (pages[id as PageId]?.name[lang] ?? id)))
