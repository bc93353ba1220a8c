import { useEffect, useState } from 'react'

/** What is typed, once nobody has typed for a moment: so that a question is not asked for every letter. */
export function useSettled<T extends string | undefined>(typed: T, afterMs: number): T {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), afterMs)
    return () => clearTimeout(timer)
  }, [typed, afterMs])
  return settled
}
