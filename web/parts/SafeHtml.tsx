import { useLayoutEffect, useRef } from 'react'

/** HTML that staff wrote. The server keeps an allow-list; here the browser's own sanitizer checks once more, and where there is none only the words are shown. */
export function SafeHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current as (HTMLElement & { setHTML?: (html: string) => void }) | null
    if (!element) return
    if (element.setHTML) element.setHTML(html)
    else element.textContent = new DOMParser().parseFromString(html, 'text/html').body.textContent
  }, [html])
  return <div ref={place} />
}
