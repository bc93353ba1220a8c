import { flag, type Lang } from '#contract/core/fields.ts'
import { elementKeys, elements, pages, pagesOfKeys, type ElementKey, type PageId } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import { isElementKey, systemRoles, type PermissionNode } from '#contract/roles/roles.ts'
import type * as contract from '#contract/roles/roles.ts'
import type { Answer } from '../core/answer.ts'
import { touch } from '../core/changes/touch.ts'
import { db, type Tx } from '../core/db.ts'
import { authsOf, grantSub, ownMobile, subOf, subStatusOf } from '../identity/identity.ts'
import { roleById, type RoleRow, lockRole } from './queries.ts'

/** The caller's own permissions, which the console loads at start; with a roleId, that role's tree for editing. */
export const permissions: Answer<typeof contract.permissions> = async (actor, { roleId }) => {
  const { lang } = actor.from
  const own = { auths: authsOf(actor), subPermission: [...actor.may] }
  // A console polls its own permissions, and a sub-account has no tree to edit.
  if (roleId === undefined)
    return { tree: actor.kind === 'parent' ? treeOf(new Set([...actor.pages, ...actor.may]), lang) : [], ...own }
  const role = actor.kind === 'parent' ? await roleById(db, actor.accountId, roleId) : undefined
  if (!role) throw refuse('not_found')
  const { keys, pageIds } = givenBy(role)
  return { tree: treeOf(new Set<string>([...keys, ...pagesOfKeys(keys, pageIds)]), lang), ...own }
}

export const nameOf = (role: Pick<RoleRow, 'name' | 'system'>, lang: Lang): string =>
  role.system ? systemRoles[role.system].name[lang] : role.name

/** What a role allows: page ids and element keys. Keys that the product no longer has are dropped. */
export const givenBy = ({
  permissions: given,
}: Pick<RoleRow, 'permissions'>): { keys: ElementKey[]; pageIds: PageId[] } => ({
  keys: given.filter(isElementKey),
  pageIds: given.filter((id): id is PageId => Object.hasOwn(pages, id)),
})

/** What is stored: the keys, and pages that no key or other page includes. */
export function storedOf({ keys, pageIds }: { keys: readonly ElementKey[]; pageIds: readonly PageId[] }): string[] {
  const own = new Set(pageIds)
  for (const id of pageIds) {
    const others = [...own].filter((other) => other !== id)
    if (pagesOfKeys(keys, others).includes(id)) own.delete(id)
  }
  return [...new Set<string>([...own, ...keys])].sort()
}

/** Pages under their groups, and under each page its elements. */
function treeOf(checked: ReadonlySet<string>, lang: Lang): PermissionNode[] {
  const branch = (parentId: string): PermissionNode[] =>
    (Object.keys(pages) as PageId[])
      .filter((id) => pages[id].parentId === parentId)
      .map((id) => ({
        id,
        parentId,
        name: pages[id].name[lang],
        type: 'PAGE',
        checked: flag(checked.has(id)),
        grantable: flag(pages[id].grant === 'yes'),
        children: [...branch(id), ...leaves(id)],
      }))
  const leaves = (page: PageId): PermissionNode[] =>
    elementKeys
      .filter((key) => elements[key].page === page)
      .map((key) => ({
        id: key,
        parentId: page,
        name: elements[key].name[lang],
        type: 'ELEMENT',
        key,
        checked: flag(checked.has(key)),
        grantable: flag(true),
        children: [],
      }))
  return branch('0')
}

/**
 * Grants a sub-account its role's permissions. Stored with the sub-account, where every call reads it, so it takes effect with the next call on every server.
 * Lock the sub-account before this, if at all: a role is locked after its holders (changePermissions.ts), and the reverse order would deadlock.
 */
export async function assignRole(tx: Tx, sub: { accountId: string; subUid: string }, roleId: string): Promise<void> {
  const role = await lockRole(tx, sub.accountId, roleId, 'SHARE')
  if (!role) throw refuse('not_found', { field: 'roleId' })
  const { keys, pageIds } = givenBy(role)
  await grantSub(tx, sub.accountId, sub.subUid, { roleId, keys, pages: pagesOfKeys(keys, pageIds) })
  touch(tx, sub.accountId, 'account')
}

/** The console shows these in place of the account's own name, number and mobile. */
export const infoForSub: Answer<typeof contract.infoForSub> = async (actor) => {
  const [mobile, sub] = await Promise.all([ownMobile(actor), subOf(db, actor.accountId, actor.subUid!)])
  const role = await roleById(db, actor.accountId, sub.role_id)
  return {
    nickname: sub.nickname,
    subUid: sub.sub_uid,
    mobile,
    roleId: sub.role_id,
    roleName: role ? nameOf(role, actor.from.lang) : '',
    status: subStatusOf(sub),
    expireTime: sub.expires_at.getTime(),
    subPermission: [...actor.may],
  }
}
