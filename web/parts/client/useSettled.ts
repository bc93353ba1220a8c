import { useEffect, useState } from 'react'

/** Debounces typed text, so that not every letter sends a request. */
export function useSettled<T extends string | undefined>(typed: T, afterMs: number): T {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), afterMs)
    return () => clearTimeout(timer)
  }, [typed, afterMs])
  return settled
}
