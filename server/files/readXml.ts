import { SaxesParser } from 'saxes'
import { SheetFault } from './sheetFaults.ts'

const DEEPEST = 40

export type Attributes = Readonly<Record<string, string>>
export type Listener = {
  open?: (name: string, attributes: Attributes, path: readonly string[]) => void
  /** `text`: the element's own text. */
  close?: (name: string, text: string, path: readonly string[]) => void
}

/**
 * Reads XML as a stream; names are reported without their prefix, because each program chooses its own. No document type, hence no custom entities; UTF-8 only.
 * If `more` returns `false`, reading ends early.
 */
export async function readXml(
  bytes: AsyncIterable<Uint8Array>,
  { open, close }: Listener,
  more = () => true,
): Promise<void> {
  const parser = new SaxesParser({ position: false })
  const path: string[] = []
  const texts: string[] = []
  const local = (name: string): string => name.slice(name.indexOf(':') + 1)
  parser.on('error', () => {
    throw new SheetFault('broken')
  })
  parser.on('doctype', () => {
    throw new SheetFault('unsafe', '<!DOCTYPE>')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length >= DEEPEST) throw new SheetFault('broken')
    path.push(local(name))
    texts.push('')
    open?.(local(name), plain(attributes as Attributes), path)
  })
  const said = (text: string) => void (texts.length && (texts[texts.length - 1] += text))
  parser.on('text', said)
  parser.on('cdata', said)
  parser.on('closetag', ({ name }) => {
    close?.(local(name), texts.pop()!, path)
    path.pop()
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const part of bytes) {
    parser.write(decoder.decode(part, { stream: true }))
    if (!more()) return
  }
  parser.write(decoder.decode()).close()
  if (path.length) throw new SheetFault('broken')
}

/** `r:id` and `id` are treated as one attribute; if both exist, the prefixed one is used. */
const plain = (attributes: Attributes): Attributes => {
  const names = Object.keys(attributes)
  if (!names.some((name) => name.includes(':'))) return attributes
  const made: Record<string, string> = Object.create(null) as Record<string, string>
  for (const name of names.sort((a, b) => Number(a.includes(':')) - Number(b.includes(':'))))
    if (!name.startsWith('xmlns')) made[name.slice(name.indexOf(':') + 1)] = attributes[name]!
  return made
}
