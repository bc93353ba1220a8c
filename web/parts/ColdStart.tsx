import { useIsFetching, type Query } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './ColdStart.module.css'

/** An answer may lead to another question: the page is complete when none has followed for this long. */
const QUIET_MS = 60
/** A slow answer does not hold back the rest any longer. While answers keep coming, it is the network or the machine that is slow, and the page waits for them. */
const AT_MOST_MS = 4_000
const IN_ALL_MS = 10_000

let isOver = false
let heldBack = 0
const listeners = new Set<() => void>()

const onHeldBack = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** An answer that the page waits for: one that is asked by code alone, or by somebody who shows it in the page. */
const holdsBack = ({ state, observers }: Query): boolean =>
  state.status === 'pending' && (observers.length === 0 || observers.some(({ options }) => !options.meta?.aside))

/**
 * The first page of a visit appears when it is complete, instead of moving with every answer that arrives; until then, its place is held. `ready`: what the frame
 * around it needs is there. Pages opened later keep their own placeholders.
 */
export function ColdStart({ ready }: { ready: boolean }) {
  const [over, setOver] = useState(isOver)
  const asked = useIsFetching({ predicate: holdsBack })
  const isHeldBack = useSyncExternalStore(onHeldBack, () => heldBack > 0)
  const navigation = useNavigation().state
  const [deadline] = useState(() => performance.now() + IN_ALL_MS)
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-settling', !over)
    return () => document.documentElement.removeAttribute('data-settling')
  }, [over])
  useEffect(() => {
    if (over) {
      focusDialog()
      return
    }
    const finish = () => setOver((isOver = true))
    const complete = ready && !isHeldBack && asked === 0 && navigation === 'idle'
    const timer = setTimeout(finish, complete ? QUIET_MS : Math.min(AT_MOST_MS, deadline - performance.now()))
    return () => clearTimeout(timer)
  }, [over, ready, isHeldBack, asked, navigation, deadline])
  if (over) return null
  return (
    <div className={css.page} aria-hidden="true">
      <Skeleton height={72} radius={12} />
      <Skeleton height={320} radius={12} />
    </div>
  )
}

/** Holds the first page back while code is still loading for something that would push the rest of the page down. */
export function HoldsBack() {
  useLayoutEffect(() => {
    const add = (count: number) => {
      heldBack += count
      listeners.forEach((listen) => listen())
    }
    add(1)
    return () => add(-1)
  }, [])
  return null
}

/** A dialog with an address of its own could not take the focus while it was held back. */
function focusDialog(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
  const focused = document.activeElement
  // React Aria may have found nothing focused in it, and focused the dialog itself.
  if (!dialog || (focused !== dialog && dialog.contains(focused))) return
  ;(dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus()
}
