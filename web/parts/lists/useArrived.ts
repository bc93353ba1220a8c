import { useEffect, useRef, useState } from 'react'

const LIT_FOR_MS = 2_600
const none: ReadonlySet<string> = new Set()

/**
 * Keys of rows that arrived while the list was open, for as long as they are highlighted. Rows of a different query (a filter, another page) are not new;
 * neither is the first answer. Pass `undefined` while the rows belong to the previous query.
 */
export function useArrived(keys: readonly string[] | undefined, question: string): ReadonlySet<string> {
  const known = useRef<{ question: string; keys: Set<string> }>(undefined)
  const [arrived, setArrived] = useState(none)
  const text = keys?.join(' ')
  useEffect(() => {
    if (text === undefined) return
    const now = text === '' ? [] : text.split(' ')
    const before = known.current?.question === question ? known.current.keys : undefined
    known.current = { question, keys: new Set([...(before ?? []), ...now]) }
    const fresh = before ? now.filter((key) => !before.has(key)) : []
    setArrived(fresh.length > 0 ? new Set(fresh) : none)
    if (fresh.length === 0) return
    const timer = setTimeout(() => setArrived(none), LIT_FOR_MS)
    return () => clearTimeout(timer)
  }, [text, question])
  return arrived
}
