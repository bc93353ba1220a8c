import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '../ui/Tabs.tsx'

/** The tabs of a page. The open one is in the address, unless it is the first. */
export function PageTabs<V extends string>({
  label,
  tabs,
  children,
}: {
  label: string
  /** What each is called, in their order. */
  tabs: Readonly<Record<V, string>>
  children: (tab: V) => ReactNode
}) {
  const [search, setSearch] = useSearchParams()
  const names = Object.keys(tabs) as V[]
  const open = names.find((name) => name === search.get('tab')) ?? names[0]!
  return (
    <Tabs
      label={label}
      value={open}
      options={names.map((value) => ({ value, label: tabs[value] }))}
      onChange={(tab) => setSearch(tab === names[0] ? {} : { tab }, { replace: true })}
    >
      {children(open)}
    </Tabs>
  )
}
