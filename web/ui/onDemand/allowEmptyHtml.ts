type Factory = {
  defaultPolicy: object | null
  createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => object
}

/**
 * React Aria empties its announcements by `innerHTML = ''`, which the page's Trusted Types refuse: typing a second date broke the page. The default policy permits
 * the empty text and still refuses any other.
 */
export function allowEmptyHtml(): void {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  if (factory && !factory.defaultPolicy)
    factory.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) })
}
