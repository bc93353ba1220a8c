/** An entry of the route table, and who sees it. */
import type { Lang, Words } from '#contract/core/fields.ts'
import { pages, type ElementKey, type PageId, type RouteSet } from '#contract/core/permissions.ts'
import type { LoadPage } from '../parts/lazyPage.ts'
import type { State } from '../parts/client/session.ts'
import type { IconName } from '../ui/Icon.tsx'

export type Entry = {
  path: string
  name: string
  /** No id: no check, as for the rebate page. */
  id: PageId | undefined
  /** Names the entry for the guided tour. */
  tag: string
  /** A key that a sub-account needs besides the page. */
  key?: ElementKey | undefined
  title: Words
  /** The title in a parent's menu, if the page means something else to it. */
  parentTitle?: Words
  icon: IconName
  sets: readonly RouteSet[]
  load?: LoadPage | undefined
  /** Routes inside the page: dialogs and drawers with their own addresses. */
  inside?: readonly { path: string; load: LoadPage }[] | undefined
  children?: readonly Entry[] | undefined
  /** Not in the menu; the entry to highlight instead. */
  under?: string | undefined
}

type More = Pick<Entry, 'icon'> & Partial<Pick<Entry, 'parentTitle' | 'load' | 'inside' | 'children' | 'under'>>

/** Creates an entry for a page of the contract. */
export function page(id: PageId, more: More): Entry {
  const { path, name, sets } = pages[id]
  return { path, name: path.slice(1), id, tag: `menu-${path.slice(1)}`, title: name, sets, ...more }
}

export const routeSet = (state: State): RouteSet =>
  state.subAccount ? 'sub' : state.UserInfo?.statusList.subSwitch ? 'parentWithSubs' : 'parent'

export const permitted = (entry: Entry, state: State): boolean =>
  (entry.id === undefined || (state.Auths?.some(({ id }) => id === entry.id) ?? false)) &&
  (entry.key === undefined || !state.subAccount || (state.subPermission?.includes(entry.key) ?? false))

/** The menu: the entries of this route set that the permission list allows; groups only if they are not empty. */
export function menuOf(table: readonly Entry[], state: State): Entry[] {
  const set = routeSet(state)
  return table.flatMap((entry) => {
    if (entry.under !== undefined || !entry.sets.includes(set) || !permitted(entry, state)) return []
    const title = set === 'sub' ? entry.title : (entry.parentTitle ?? entry.title)
    if (!entry.children) return [{ ...entry, title }]
    const children = menuOf(entry.children, state)
    return children.length ? [{ ...entry, children }] : []
  })
}

/** The menu as stored in the browser, under `AuthsMenu` (docs/reference/console.md#what-the-browser-keeps). */
export type MenuItem = Pick<Entry, 'path' | 'name' | 'id' | 'tag' | 'icon'> & { title: string; children: MenuItem[] }
export const menuItems = (menu: readonly Entry[], lang: Lang): MenuItem[] =>
  menu.map(({ path, name, id, tag, title, icon, children = [] }) => ({
    path,
    name,
    id,
    tag,
    title: title[lang],
    icon,
    children: menuItems(children, lang),
  }))

export const flat = (table: readonly Entry[]): Entry[] =>
  table.flatMap((entry) => [entry, ...flat(entry.children ?? [])])
