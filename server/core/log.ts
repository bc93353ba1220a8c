/**
 * An allow-list of what logs may contain: a log outlives its subject and is read by people who may not see card numbers, mobiles or names. An error is logged
 * by its type, codes and stack locations, never by its message, because that quotes data (a duplicate key, a parameter, a line of JSON). The message is in the
 * code, at the first location.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nowMs } from './clock.ts'
import { gauges } from './metrics/metrics.ts'
import { traceId } from './tracing/tracing.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const root = path.resolve(import.meta.dirname, '../..')

type Told = {
  type: string
  code?: string
  /** Names of PostgreSQL objects. */
  table?: string
  column?: string
  constraint?: string
  /** `server/cards/opening/openCard.ts:41:9`, the innermost first. */
  at: string[]
  cause?: Told
}

/** Returns an error without its message. */
export function toldError(error: unknown, depth = 3): Told {
  if (!(error instanceof Error)) return { type: error === null ? 'null' : typeof error, at: [] }
  const { cause, ...more } = error as Error & Partial<Record<'code' | 'table' | 'column' | 'constraint', unknown>>
  return {
    type: nameOf(error.constructor.name) ?? 'Error',
    ...Object.fromEntries(
      (['code', 'table', 'column', 'constraint'] as const).flatMap((key) => {
        const name = nameOf(more[key])
        return name === undefined ? [] : [[key, name]]
      }),
    ),
    at: placesOf(error),
    ...(cause !== undefined && depth > 0 && { cause: toldError(cause, depth - 1) }),
  }
}

/** `23505`, `ECONNRESET`, `card_pkey`: one short word. A card number is longer than any code, a mobile longer than any number in one. */
const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z_][A-Za-z_0-9]{0,62}$|^\d{2}[0-9A-Z]{3}$/.test(value) && !/\d{6}/.test(value)
    ? value
    : undefined

const PLACE = /^\s+at (?:.* \()?((?:file:\/\/)?\/[^()]+|node:[\w/]+):(\d{1,6}):(\d{1,6})\)?$/

/** Reads only what follows the error's message, and of that only the locations: the message may look like anything. */
function placesOf({ stack = '', message }: Error): string[] {
  const from = stack.indexOf(message)
  const trace = from < 0 ? '' : stack.slice(from + message.length)
  return trace
    .split('\n')
    .flatMap((line) => {
      const [, file, row, column] = PLACE.exec(line) ?? []
      return file === undefined ? [] : [`${shortOf(file)}:${row}:${column}`]
    })
    .slice(0, 8)
}
const shortOf = (file: string): string =>
  path.relative(root, file.startsWith('file:') ? fileURLToPath(file) : file).replace(/^.*node_modules\//, '')

type Request = Pick<FastifyRequest, 'method' | 'routeOptions'>
const serializers = {
  /** The route, never the URL: a mistyped URL may contain anything. */
  req: ({ method, routeOptions }: Request) => ({ method, route: routeOptions?.url ?? 'none' }),
  res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
  err: (error: unknown) => toldError(error),
} as const
const FIELDS = new Set(['pid', 'reference', 'responseTime', ...Object.keys(serializers)])
const allowed = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => FIELDS.has(name)))

/** Everything else passed to the log is dropped: other fields and other messages. */
const SENTENCES = new Set([
  'incoming request',
  'request completed',
  'request errored',
  'stream closed prematurely',
  'response terminated with an error with headers already sent',
  'fault',
])

/** For Fastify, which passes them to pino. */
export const logSettings = {
  level: 'info',
  stream: { write: (line: string) => writeLine(process.stdout, line) },
  serializers: serializers as never, // pino's own type requires the message and the stack
  formatters: { log: allowed, bindings: allowed },
  hooks: {
    logMethod(this: object, given: unknown[], say: (...line: unknown[]) => void) {
      const [first, second] = given
      const fields = first instanceof Error ? { err: first } : typeof first === 'object' && first !== null ? first : {}
      const sentence = typeof first === 'string' ? first : second
      say.apply(this, [fields, sentenceOf(sentence)])
    },
  },
}

const sentenceOf = (said: unknown): string => {
  if (typeof said !== 'string') return 'untold'
  if (/^Server listening at http:\/\/[\w.:[\]]+$/.test(said)) return said
  return SENTENCES.has(said) ? said : 'untold'
}

/** If more than this is waiting for a slow reader, new lines are dropped. */
const MOST_WAITING = 1_000_000
let linesLost = 0
export const lostLines = gauges({
  help: { kaika_log_lines_lost: 'Lines of the log that could not be written, since the start.' },
  read: () => ({ kaika_log_lines_lost: [{ value: linesLost }] }),
})

/** For each process that logs. A full disk or a reader that has left: without a listener, the next line would end the process. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void linesLost++)
}

/** Work continues without its log, and logging resumes when there is room. */
function writeLine(to: NodeJS.WriteStream, line: string): void {
  if (to.writableLength > MOST_WAITING) linesLost++
  else to.write(line)
}

/** Logs a fault outside a request: one line, in the same shape. */
export const tellFault = (what: string, error: unknown, more: Record<string, string | number> = {}): void =>
  writeLine(
    process.stderr,
    `${JSON.stringify({ level: 50, time: nowMs(), msg: what, ...more, traceId: traceId(), err: toldError(error) })}\n`,
  )

/** Logs an alarm once, when it is raised: its kind and the id of its subject. */
export const tellAlarm = (kind: string, subject: string): void =>
  writeLine(process.stderr, `${JSON.stringify({ level: 50, time: nowMs(), msg: 'alarm', kind, subject })}\n`)
