import { SaxesParser } from 'saxes'
import { checks } from '#contract/core/checks.ts'
import type { Lang } from '#contract/core/fields.ts'
import { allowedTags, droppedWhole, emptyTags, safeHref, safeSrc, type NoticeTag } from '#contract/notices/html.ts'
import { refuse } from '#contract/core/refusals.ts'

export type Cleaned = { html: string; dropped: string[] }

const entities = {
  nbsp: '\u00a0',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/**
 * Rewrites HTML: only allow-listed elements come out, and all text is escaped by us. Parsed as XML, so that nothing two parsers understand differently is
 * accepted: anything not well-formed is an error (thrown), never a guess.
 */
export function cleanHtml(written: string): Cleaned {
  const out: string[] = []
  const dropped = new Set<string>()
  /** The closing tag of each open element; undefined if the element was dropped. */
  const open: (NoticeTag | undefined)[] = []
  let silent = 0
  const parser = new SaxesParser({ fragment: true, position: false })
  Object.assign(parser.ENTITIES, entities)
  parser.on('error', (error) => {
    throw error
  })
  const drop = (what: string): void => void dropped.add(what.slice(0, 40))
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.toLowerCase()
    if (droppedWhole.has(tag) || silent > 0) {
      silent++
      if (droppedWhole.has(tag)) drop(`<${tag}>`)
      return
    }
    const kept = isAllowed(tag) ? attributesOf(tag, attributes as Record<string, string>, drop) : undefined
    // Links without a target and pictures without a source are dropped too.
    if (!isAllowed(tag) || (needs[tag] !== undefined && !kept?.includes(needs[tag]))) {
      drop(`<${tag}>`)
      open.push(undefined)
      return
    }
    open.push(tag)
    out.push(`<${tag}${kept}>`)
  })
  parser.on('closetag', () => {
    if (silent > 0) return void silent--
    const tag = open.pop()
    if (tag && !emptyTags.has(tag)) out.push(`</${tag}>`)
  })
  parser.on('text', (words) => void (silent || out.push(escapeHtml(words))))
  parser.on('cdata', (words) => void (silent || out.push(escapeHtml(words))))
  parser.on('comment', () => drop('<!-- -->'))
  parser.on('processinginstruction', () => drop('<?'))
  parser.on('doctype', () => drop('<!DOCTYPE>'))
  parser.write(inXml(written)).close()
  return { html: out.join('').trim(), dropped: [...dropped] }
}

/** Closes empty tags as people write them; a lone `&` is text. */
const inXml = (html: string): string =>
  html
    .replace(/<(br|hr)\s*>/gi, '<$1/>')
    .replace(/<(img\b[^<>]*[^/<>])>/gi, '<$1/>')
    .replace(/&(?![a-z]{2,8};|#\d{1,7};|#x[\da-f]{1,6};)/gi, '&amp;')

const needs: Readonly<Partial<Record<NoticeTag, string>>> = { a: ' href=', img: ' src=' }

const isAllowed = (tag: string): tag is NoticeTag => Object.hasOwn(allowedTags, tag)

function attributesOf(tag: NoticeTag, attributes: Record<string, string>, drop: (what: string) => void): string {
  let kept = ''
  for (const [given, value] of Object.entries(attributes)) {
    const name = given.toLowerCase()
    const allowed = (allowedTags[tag] as readonly string[]).includes(name)
    const safe = name === 'href' ? safeHref(value) : name === 'src' ? safeSrc(value) : true
    if (allowed && safe) kept += ` ${name}="${escapeHtml(value)}"`
    else drop(`${tag} ${name}`)
  }
  return tag === 'a' && !/href="#/.test(kept) ? `${kept} target="_blank" rel="noopener noreferrer nofollow"` : kept
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)

/** Returns what is stored. Refused with its field if it is not well-formed or nothing is left of it. */
export function htmlOfField(field: string, written: string, lang: Lang): Cleaned {
  let cleaned: Cleaned
  try {
    cleaned = cleanHtml(written)
  } catch {
    throw refuse('invalid', { field, msg: checks.html_malformed[lang] })
  }
  if (!cleaned.html) throw refuse('invalid', { field, msg: checks.html_empty[lang] })
  return cleaned
}

/**
 * Returns what is shown of a row, cleaned again by the same list, because other means may have written the row. What is not well-formed was not written by us,
 * and is shown as plain text.
 */
export function shownHtml(stored: string): string {
  try {
    return cleanHtml(stored).html
  } catch {
    return escapeHtml(wordsOfHtml(stored))
  }
}

/** For a message that shows no HTML. */
export const wordsOfHtml = (html: string): string =>
  html
    .replace(/<br>|<\/(p|li|tr|h3|h4)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (sign) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" })[sign]!,
    )
    .trim()
