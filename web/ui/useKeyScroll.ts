import { useEffect, type RefObject } from 'react'

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]'

/** What scrolls and holds no control can only be scrolled by keyboard when it takes the focus itself. */
export function useKeyScroll(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    const settle = () => {
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
      if (scrolls && !element.querySelector(CONTROLS)) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    settle()
    const content = new MutationObserver(settle)
    content.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    const size = new ResizeObserver(settle)
    size.observe(element)
    return () => {
      content.disconnect()
      size.disconnect()
    }
  }, [place])
}
