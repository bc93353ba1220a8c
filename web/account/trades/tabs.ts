/** The three lists of one page: their names in the address, and which parameters are kept when switching. */
export const tabs = ['auth', 'settled', 'declined'] as const
export type Tab = (typeof tabs)[number]

export const tabOf = (search: URLSearchParams): Tab => tabs.find((tab) => tab === search.get('tab')) ?? 'auth'

/** Parameters specific to one list, and the position in it. */
const ownOfTab = ['status', 'type', 'reason', 'bizCode', 'postedStart', 'postedEnd', 'p'] as const

export function toTab(search: URLSearchParams, tab: Tab): string {
  const next = new URLSearchParams(search)
  for (const name of ownOfTab) next.delete(name)
  if (tab === 'auth') next.delete('tab')
  else next.set('tab', tab)
  const text = next.toString()
  return text && `?${text}`
}
