/** The ticks in the permission tree, as pure functions: groups follow their pages, keys include their page. */
import { elements, pages, pagesOfKeys, type ElementKey, type PageId } from '#contract/core/permissions.ts'
import { isElementKey, type PermissionNode } from '#contract/roles/roles.ts'

/** A node of the editor. `always`: every sub-account has that page, only its actions can be chosen. */
export type Node = {
  id: string
  name: string
  kind: 'group' | 'page' | 'key'
  always: boolean
  parent: string | undefined
  children: readonly Node[]
}
export type Picked = ReadonlySet<string>

/** The part of the server's tree that a role can grant, with its groups and pages. */
export function nodesOf(tree: readonly PermissionNode[], parent?: string): Node[] {
  return tree.flatMap((node) => {
    const children = nodesOf(node.children, node.id)
    if (!node.grantable && children.length === 0) return []
    const kind = node.type === 'ELEMENT' ? 'key' : children.some((child) => child.kind !== 'key') ? 'group' : 'page'
    return [{ id: node.id, name: node.name, kind, always: !node.grantable, parent, children }]
  })
}

export const flatNodes = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...flatNodes(node.children)])

/** The role's current permissions. Groups are not ticked themselves. */
export function pickedOf(tree: readonly PermissionNode[]): Picked {
  const flat = (all: readonly PermissionNode[]): PermissionNode[] => all.flatMap((one) => [one, ...flat(one.children)])
  const kinds = new Map(flatNodes(nodesOf(tree)).map((node) => [node.id, node]))
  return new Set(
    flat(tree)
      .filter(
        ({ id, checked }) => checked && kinds.has(id) && kinds.get(id)!.kind !== 'group' && !kinds.get(id)!.always,
      )
      .map(({ id }) => id),
  )
}

const tickable = (node: Node): string[] => [
  ...(node.kind === 'group' || node.always ? [] : [node.id]),
  ...node.children.flatMap(tickable),
]

export type State = 'all' | 'some' | 'none'
export function stateOf(node: Node, picked: Picked): State {
  const ids = tickable(node)
  const count = ids.filter((id) => picked.has(id)).length
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
}

/** Ticks or unticks a whole node. An action includes its page. */
export function toggle(node: Node, picked: Picked): Picked {
  const ids = tickable(node)
  const on = stateOf(node, picked) !== 'all'
  const next = new Set(picked)
  for (const id of ids)
    if (on) next.add(id)
    else next.delete(id)
  if (on && isElementKey(node.id) && pages[elements[node.id].page].grant === 'yes') next.add(elements[node.id].page)
  return next
}

export const keysOf = (picked: Picked): ElementKey[] => [...picked].filter(isElementKey)
export const pageIdsOf = (picked: Picked): PageId[] =>
  [...picked].filter((id): id is PageId => Object.hasOwn(pages, id))

/** The pages that a sub-account with it sees, including groups and permanent pages. */
export const seenPages = (picked: Picked): PageId[] => pagesOfKeys(keysOf(picked), pageIdsOf(picked))

export type Change = { added: string[]; taken: string[] }
export const changeOf = (before: Picked, after: Picked): Change => ({
  added: [...after].filter((id) => !before.has(id)),
  taken: [...before].filter((id) => !after.has(id)),
})

/** Without this key, the page opens but has nothing to show. */
const opens: Partial<Record<PageId, ElementKey>> = {
  '2003003': 'flow:view',
  '2005001': 'card:open',
  '2005002': 'card:view',
  '2005004': 'trade:view',
  '2005005': 'card:control.view',
}
export const lacking = (picked: Picked): { page: PageId; key: ElementKey }[] =>
  seenPages(picked).flatMap((page) => {
    const key = opens[page]
    if (!key || picked.has(key)) return []
    // Opening from a file or in batches has its own page under the same id.
    if (page === '2005001' && (picked.has('card:batchOpen') || picked.has('card:import'))) return []
    return [{ page, key }]
  })

/** The nodes matching by their own or a parent's name, with their ancestors. */
export function found(nodes: readonly Node[], text: string): Node[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return [...nodes]
  return nodes.flatMap((node) => {
    if (node.name.toLowerCase().includes(wanted)) return [node]
    const children = found(node.children, text)
    return children.length ? [{ ...node, children }] : []
  })
}
