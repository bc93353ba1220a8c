/** Metrics of this process for Prometheus, in its text format, with no personal data. Served on a separate port, so that the public one never exposes them. */
import type { Server } from 'node:http'
import { provided } from './composition.ts'
import { createServer } from './http.ts'

type Sample = { labels?: Readonly<Record<string, string>>; value: number }
export type Gauge = { name: string; help: string; read: () => Promise<Sample[]> | Sample[] }

declare module './composition.ts' {
  interface Provides {
    gauges: readonly Gauge[]
  }
}

/** Milliseconds. The network waits two seconds; values below fifty matter most. */
const BOUNDS_MS = [1, 2, 5, 10, 15, 25, 50, 100, 250, 500, 1000, 2000] as const

/** Decision durations: one addition per decision. */
export class Histogram {
  readonly buckets = Array.from({ length: BOUNDS_MS.length + 1 }, () => 0)
  count = 0
  sumMs = 0

  add(ms: number): void {
    let at = 0
    while (at < BOUNDS_MS.length && ms > BOUNDS_MS[at]!) at++
    this.buckets[at]!++
    this.count++
    this.sumMs += ms
  }

  /** Returns the bound that this share stays under. */
  quantile(share: number): number {
    let seen = 0
    for (const [at, count] of this.buckets.entries()) {
      seen += count
      if (this.count && seen >= share * this.count) return BOUNDS_MS[at] ?? Infinity
    }
    return 0
  }
}

export const decisions = { took: new Histogram(), unanswered: 0 }

const line = (name: string, labels: Readonly<Record<string, string>>, value: number): string => {
  const inside = Object.entries(labels).map(([key, said]) => `${key}="${said.replace(/[\\"\n]/g, '_')}"`)
  return `${name}${inside.length ? `{${inside.join(',')}}` : ''} ${value}\n`
}

export async function metricsText(): Promise<string> {
  const { took, unanswered } = decisions
  const name = 'kaika_decision_duration_seconds'
  let text = `# HELP ${name} From the network's question to its answer.\n# TYPE ${name} histogram\n`
  let seen = 0
  for (const [at, count] of took.buckets.entries()) {
    seen += count
    text += line(`${name}_bucket`, { le: at < BOUNDS_MS.length ? String(BOUNDS_MS[at]! / 1000) : '+Inf' }, seen)
  }
  text += line(`${name}_sum`, {}, took.sumMs / 1000) + line(`${name}_count`, {}, took.count)
  text += `# HELP kaika_decisions_unanswered_total Not known in time.\n# TYPE kaika_decisions_unanswered_total counter\n`
  text += line('kaika_decisions_unanswered_total', {}, unanswered)
  for (const { name: of, help, read } of provided('gauges')) {
    text += `# HELP ${of} ${help}\n# TYPE ${of} gauge\n`
    for (const { labels = {}, value } of await read()) text += line(of, labels, value)
  }
  return text
}

export async function serveMetrics(host: string, port: number): Promise<Server> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void reply.writeHead(404).end()
    metricsText().then(
      (text) => reply.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      () => reply.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server.unref()
}
