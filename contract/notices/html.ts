/**
 * The HTML allowed in a notice: one list for the server, which writes only this, and for the browser, which shows only this. No styles, forms, frames or
 * drawings: text, lists, tables, links, and pictures of our own.
 */
export const allowedTags = {
  p: [],
  br: [],
  hr: [],
  h3: [],
  h4: [],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  ul: [],
  ol: [],
  li: [],
  blockquote: [],
  code: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: [],
  td: [],
  a: ['href'],
  img: ['src', 'alt'],
} as const satisfies Record<string, readonly string[]>
export type NoticeTag = keyof typeof allowedTags

/** Their content is not readable text and is removed with them. */
export const droppedWhole: ReadonlySet<string> = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'form',
  'template',
  'noscript',
  'head',
  'title',
  'textarea',
  'select',
])
export const emptyTags: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** Links may point to secure pages, a mailbox, or a page of the console. */
export const safeHref = (href: string): boolean =>
  /^(https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\]+|#\/[\w/?=&-]*)$/.test(href)
/** Only our own pictures, so that no other server learns who has read a notice. */
export const safeSrc = (src: string): boolean => /^\/(api\/)?file\/pub\/[\w./-]+$/.test(src) && !src.includes('..')
