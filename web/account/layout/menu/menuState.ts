/** What the browser keeps about the menu: folded to icons or not, and which groups are open (docs/reference/console.md#what-the-browser-keeps). */
import { useLayoutEffect, useState } from 'react'
import { store, storedJson } from '#web/parts/client/session.ts'

type Kept = { folded?: boolean; groups?: Readonly<Record<string, boolean>> }

const kept = (): Kept => storedJson<Kept>('menu') ?? {}
const keep = (change: Kept): void => store('menu', JSON.stringify({ ...kept(), ...change }))

/** By its button, or Ctrl-\ and ⌘\. */
export function useFolded() {
  const [folded, setFolded] = useState(() => kept().folded ?? false)
  const toggleFolded = () =>
    setFolded((before) => {
      keep({ folded: !before })
      return !before
    })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '\\' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggleFolded()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { folded, toggleFolded }
}

export function useOpenGroups() {
  const [groups, setGroups] = useState(() => kept().groups ?? {})
  const openGroup = (name: string, open: boolean) => {
    const next = { ...groups, [name]: open }
    setGroups(next)
    keep({ groups: next })
  }
  return { groups, openGroup }
}
