import { flag, type Lang } from '#contract/core/fields.ts'
import { elementKeys, elements, pages, pagesOfKeys, type ElementKey, type PageId } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import { isElementKey, systemRoles, type PermissionNode } from '#contract/roles/roles.ts'
import type * as contract from '#contract/roles/roles.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { authsOf } from '../identity/identity.ts'
import { roleById, type RoleRow } from './queries.ts'

/** One's own permissions, which the console loads at its start; with a roleId, that role's tree for editing. */
export const permissions: Answer<typeof contract.permissions> = async (actor, { roleId }) => {
  const { lang } = actor.from
  const own = { auths: authsOf(actor), subPermission: [...actor.may] }
  // A console asks for its own every few seconds, and a sub-account has no tree to edit.
  if (roleId === undefined)
    return { tree: actor.kind === 'parent' ? treeOf(new Set([...actor.pages, ...actor.may]), lang) : [], ...own }
  const role = actor.kind === 'parent' ? await roleById(db, actor.accountId, roleId) : undefined
  if (!role) throw refuse('not_found')
  const { keys, pageIds } = givenBy(role)
  return { tree: treeOf(new Set<string>([...keys, ...pagesOfKeys(keys, pageIds)]), lang), ...own }
}

export const nameOf = (role: Pick<RoleRow, 'name' | 'system'>, lang: Lang): string =>
  role.system ? systemRoles[role.system].name[lang] : role.name

/** What a role gives, page ids and element keys apart. Anything that the product no longer knows falls away. */
export const givenBy = ({
  permissions: given,
}: Pick<RoleRow, 'permissions'>): { keys: ElementKey[]; pageIds: PageId[] } => ({
  keys: given.filter(isElementKey),
  pageIds: given.filter((id): id is PageId => Object.hasOwn(pages, id)),
})

/** What is written down: the keys, and those pages that do not come with a key or with another page anyway. */
export function storedOf({ keys, pageIds }: { keys: readonly ElementKey[]; pageIds: readonly PageId[] }): string[] {
  const own = new Set(pageIds)
  for (const id of pageIds) {
    const others = [...own].filter((other) => other !== id)
    if (pagesOfKeys(keys, others).includes(id)) own.delete(id)
  }
  return [...new Set<string>([...own, ...keys])].sort()
}

/** Pages under their groups, and under each page the elements that it brings. */
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
