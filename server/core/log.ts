/**
 * What may stand in a log, as a list of what may: the log outlives what it tells of, and is read by people who may not see
 * card numbers, mobiles or names. An error is told by its kind, its codes and its places; its text never is, because it quotes
 * what it is about (a key that is taken, a parameter, a line of JSON). The text stands in the code, at the first place.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nowMs } from './clock.ts'
import type { Gauge } from './metrics.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const root = path.resolve(import.meta.dirname, '../..')

type Told = {
  type: string
  code?: string
  /** Names of PostgreSQL's own things. */
  table?: string
  column?: string
  constraint?: string
  /** `server/cards/openCard.ts:41:9`, the innermost first. */
  at: string[]
  cause?: Told
}

/** An error, without a word of what it says. */
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

/** `23505`, `ECONNRESET`, `card_pkey`: one short word. A card's number is longer than any code, a mobile's longer than any number in one. */
const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z_][A-Za-z_0-9]{0,62}$|^\d{2}[0-9A-Z]{3}$/.test(value) && !/\d{6}/.test(value)
    ? value
    : undefined

const PLACE = /^\s+at (?:.* \()?((?:file:\/\/)?\/[^()]+|node:[\w/]+):(\d{1,6}):(\d{1,6})\)?$/

/** Only what follows the error's own words, and of that only the places: the words may look like anything. */
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
  /** The route, never the address: whoever mistypes one may have typed anything. */
  req: ({ method, routeOptions }: Request) => ({ method, route: routeOptions?.url ?? 'none' }),
  res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
  err: (error: unknown) => toldError(error),
} as const
const FIELDS = new Set(['pid', 'reference', 'responseTime', ...Object.keys(serializers)])
const allowed = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => FIELDS.has(name)))

/** Everything else that is said to the log is not in it: neither other fields nor other sentences. */
const SENTENCES = new Set([
  'incoming request',
  'request completed',
  'request errored',
  'stream closed prematurely',
  'response terminated with an error with headers already sent',
  'fault',
])

/** For Fastify, which hands them to pino. */
export const logSettings = {
  level: 'info',
  stream: { write: (line: string) => writeLine(process.stdout, line) },
  serializers: serializers as never, // pino's own type asks for the message and the stack
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

/** More than this waits for a slow reader: what comes then is left out. */
const MOST_WAITING = 1_000_000
let linesLost = 0
export const lostLinesGauge: Gauge = {
  name: 'kaika_log_lines_lost',
  help: 'Lines of the log that could not be written, since the start.',
  read: () => [{ value: linesLost }],
}

/** For each process that logs. A full disk, or a reader that has left: without a listener the next line would end the process. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void linesLost++)
}

/** Work goes on without its log; when there is room again, so does the log. */
function writeLine(to: NodeJS.WriteStream, line: string): void {
  if (to.writableLength > MOST_WAITING) linesLost++
  else to.write(line)
}

/** What goes wrong outside of a request: one line, in the same shape. */
export const tellFault = (what: string, error: unknown, more: Record<string, string | number> = {}): void =>
  writeLine(
    process.stderr,
    `${JSON.stringify({ level: 50, time: nowMs(), msg: what, ...more, err: toldError(error) })}\n`,
  )

/** An alarm, once when it is raised: its kind and the id of what it is about. */
export const tellAlarm = (kind: string, subject: string): void =>
  writeLine(process.stderr, `${JSON.stringify({ level: 50, time: nowMs(), msg: 'alarm', kind, subject })}\n`)
