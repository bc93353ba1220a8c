import { useLayoutEffect, useState, type RefObject } from 'react'

const MORE = 8

/** Which rows of a long list are in sight, from their heights: only those are made. */
export function useWindow(place: RefObject<HTMLElement | null>, heights: readonly number[]) {
  const [view, setView] = useState({ top: 0, height: 600 })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [place])

  const tops: number[] = []
  let total = 0
  for (const height of heights) {
    tops.push(total)
    total += height
  }
  const first = tops.findIndex((top, at) => top + heights[at]! > view.top)
  const past = tops.findIndex((top) => top > view.top + view.height)
  const from = Math.max(0, (first < 0 ? 0 : first) - MORE)
  const to = Math.min(heights.length, (past < 0 ? heights.length : past) + MORE)
  return { from, to, above: tops[from] ?? 0, below: total - (tops[to] ?? total), topOf: (at: number) => tops[at] ?? 0 }
}
