/**
 * Traces, for whoever follows one request through calls, statements, jobs and the outside (docs/operate/traces.md). Off unless an operator names a collector, and
 * then nothing of it is loaded: this file is all that runs.
 */
export type Attributes = Readonly<Record<string, string | number>>
export type Span = {
  set(attributes: Attributes): void
  /** For what ends without an error of its own. */
  fail(): void
  /** `error`: its type is told, and never its message, which quotes data. */
  end(error?: unknown): void
}
type Options = {
  kind?: 'server' | 'client' | 'consumer'
  attributes?: Attributes
  /** The `traceparent` of whoever asked for the work: a trusted caller, or the request that left a job. */
  from?: string | undefined
  /** Is told in comments of the statements inside. */
  requestId?: string
}
export type Tracer = {
  /** Runs work in a span: a child of the one around it. */
  run<T>(name: string, options: Options, work: (span: Span) => Promise<T>): Promise<T>
  /** Begins a span in which nothing else runs. Undefined outside of a recorded one. */
  begin(name: string, options: Options): Span | undefined
  /** The `traceparent` of the recorded span around this. */
  parent(): string | undefined
  requestId(): string | undefined
  /** Sends what is left. */
  stop(): Promise<void>
}

export type TraceSettings = {
  /** Between 0 and 1: how many of the traces that begin here are recorded. */
  readonly share: number
}

let tracer: Tracer | undefined

export async function startTracing(settings: TraceSettings | undefined): Promise<void> {
  if (!settings) return
  const { openTelemetry } = await import('./openTelemetry.ts')
  tracer = openTelemetry(settings)
}

export async function stopTracing(): Promise<void> {
  const stopped = tracer
  tracer = undefined
  await stopped?.stop()
}

export const isTracing = (): boolean => tracer !== undefined

export const inSpan = <T>(name: string, options: Options, work: (span: Span | undefined) => Promise<T>): Promise<T> =>
  tracer ? tracer.run(name, options, work) : work(undefined)

export const beginSpan = (name: string, options: Options): Span | undefined => tracer?.begin(name, options)

/** Hands the trace on: to a job, or to a line of the log. */
export const traceparent = (): string | undefined => tracer?.parent()
export const traceId = (): string | undefined => traceparent()?.split('-')[1]

/** The comment of a statement, in the form of sqlcommenter: in the database's own log and views, it leads back to the request. */
export function sqlComment(): string {
  const said = Object.entries({ request_id: tracer?.requestId(), traceparent: tracer?.parent() })
  return ` /*${said.flatMap(([key, value]) => (value === undefined ? [] : `${key}='${value.replace(/[^\w-]/g, '_')}'`)).join(',')}*/`
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/
/** Anything else is no trace. */
export const parseTraceparent = (given: unknown): string | undefined =>
  typeof given === 'string' && TRACEPARENT.test(given) ? given : undefined
