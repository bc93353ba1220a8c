/**
 * One question of the network in the bytes of a connection: HTTP/1.1 in its plainest form, which is the only one that is
 * read here. Whatever is written in another way is `other`, and for node:http to read or to refuse.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { BODY_MAX, PATH } from './http.ts'

export type Question = { readonly headers: IncomingHttpHeaders; readonly body: Buffer; readonly end: number }

const START = Buffer.from(`POST ${PATH} HTTP/1.1\r\n`)
const END = Buffer.from('\r\n\r\n')
const HEAD_MAX = 4096
/** Lines of a name, a colon, one space and a value that can be seen: nothing that two readers could take for two things. */
const PLAIN = /^(?:[\w-]+: [\x20-\x7e]*\r\n)+$/
/** What changes how the rest is to be read, or what is to be answered. */
const SPECIAL = ['transfer-encoding', 'expect', 'upgrade', 'trailer']

/** From `at` on. `more`: it is not all here yet. */
export function readQuestion(bytes: Buffer, at: number): Question | 'more' | 'other' {
  const started = Math.min(START.length, bytes.length - at)
  if (bytes.compare(START, 0, started, at, at + started) !== 0) return 'other'
  if (started < START.length) return 'more'
  const blank = bytes.indexOf(END, at + START.length - 2)
  if (blank < 0) return bytes.length - at > HEAD_MAX ? 'other' : 'more'
  if (blank - at > HEAD_MAX) return 'other'
  const headers = readHeaders(bytes.toString('latin1', at + START.length, blank + 2))
  if (!headers) return 'other'
  const from = blank + END.length
  const end = from + Number(headers['content-length'])
  if (end > bytes.length) return 'more'
  return { headers, body: bytes.subarray(from, end), end }
}

/** Undefined where anything is unusual. */
function readHeaders(lines: string): IncomingHttpHeaders | undefined {
  if (!PLAIN.test(lines)) return undefined
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < lines.length;) {
    const colon = lines.indexOf(':', at)
    const end = lines.indexOf('\r', colon)
    const name = lines.slice(at, colon).toLowerCase()
    if (name in headers) return undefined // said twice
    headers[name] = lines.slice(colon + 2, end)
    at = end + 2
  }
  const { host, connection = 'keep-alive', 'content-length': length = '' } = headers
  const usual =
    host !== undefined &&
    connection.toLowerCase() === 'keep-alive' &&
    /^[1-9]\d{0,4}$/.test(length) &&
    Number(length) <= BODY_MAX &&
    !SPECIAL.some((name) => name in headers)
  return usual ? headers : undefined
}
