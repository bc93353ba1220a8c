import { useLayoutEffect, useRef } from 'react'
import { allowedTags, safeHref, safeSrc } from '#contract/notices/html.ts'

const attributes = [...new Set(Object.values(allowedTags).flat()), 'target', 'rel']

/**
 * HTML written by staff. The server keeps only allow-listed elements; it is checked again with the same list before it is shown, because others can write to a
 * database. The checker is loaded when needed, and nothing is ever shown unchecked: if it cannot be loaded,
 * there is text without elements.
 */
async function cleaned(html: string): Promise<DocumentFragment> {
  const { default: purify } = await import('dompurify')
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: Object.keys(allowedTags),
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (!safeHref(href)) link.removeAttribute('href')
    link.rel = 'noopener noreferrer nofollow'
    if (!href.startsWith('#')) link.target = '_blank'
  }
  for (const image of fragment.querySelectorAll('img')) if (!safeSrc(image.getAttribute('src') ?? '')) image.remove()
  return fragment
}

export function SafeHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  // Before the page is painted, if the checker is already there.
  useLayoutEffect(() => {
    let gone = false
    const show = (what: Node | string) => void (gone || place.current?.replaceChildren(what))
    cleaned(html).then(show, () => show(html.replaceAll(/<[^>]*>/g, ' ')))
    return () => void (gone = true)
  }, [html])
  return <div ref={place} />
}
