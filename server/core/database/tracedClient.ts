/**
 * Connections whose statements are spans, named by what they do and to which table, without their values. Only inside a recorded span: the job worker’s polls are
 * none. A statement without a name also gets a comment with the request's id and its trace. A prepared one keeps its text: another text would be another plan, and
 * its name has one. The decision path has connections of its own, which are not traced.
 */
import type pg from 'pg'
import { beginSpan, isTracing, sqlComment, type Span } from '../tracing/tracing.ts'

type Done = (error: unknown, answer?: unknown) => void

export const tracedClient = (Client: typeof pg.Client): typeof pg.Client =>
  class extends Client {
    override query(...given: unknown[]): never {
      const query = super.query.bind(this) as (...args: unknown[]) => unknown
      if (!isTracing()) return query(...given) as never
      const [config, ...rest] = given as [string | (pg.QueryConfig & Partial<pg.Submittable>), ...unknown[]]
      const { text, name } = typeof config === 'string' ? { text: config, name: undefined } : config
      const span = typeof text === 'string' ? beginSpan(nameOf(text), spanOf(text, name)) : undefined
      if (!span) return query(...given) as never
      const commented = name !== undefined || CONTROL.test(text) ? text : text + sqlComment()
      const first = typeof config === 'string' ? commented : Object.assign(Object.create(config), { text: commented })
      const at = rest.findLastIndex((one) => typeof one === 'function')
      if (at >= 0) return query(first, ...rest.with(at, ended(span, rest[at] as Done))) as never
      return (query(first, ...rest) as Promise<unknown>).then(
        (answer) => {
          span.end()
          return answer
        },
        (error: unknown) => {
          span.end(error)
          throw error
        },
      ) as never
    }
  }

const ended =
  (span: Span, done: Done): Done =>
  (error, answer) => {
    span.end(error ?? undefined)
    done(error, answer)
  }

/** Short statements that are recognized by their text. */
const CONTROL = /^\s*(begin|start|commit|rollback|savepoint|release|set)\b/i
const operationOf = (text: string): string => (/^\s*(\w+)/.exec(text)?.[1] ?? 'statement').toUpperCase()
const tableOf = (text: string): string | undefined => /\b(?:from|into|update|join)\s+"?([a-z_.]+)/i.exec(text)?.[1]
const nameOf = (text: string): string =>
  [operationOf(text), CONTROL.test(text) ? undefined : tableOf(text)].filter(Boolean).join(' ')
const spanOf = (text: string, name: string | undefined) => ({
  kind: 'client' as const,
  attributes: {
    'db.system.name': 'postgresql',
    'db.operation.name': operationOf(text),
    ...(name !== undefined && { 'kaika.prepared': name }),
  },
})
