/** Prometheus’ text format, on a port of its own, so that the public one never exposes it. */
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { provided } from '../composition.ts'
import { isBusy } from '../db.ts'
import { createServer } from '../http.ts'
import { tellFault } from '../log.ts'
import { Counter, type Gauges, type Metric, type Sample } from './metrics.ts'
import { watchProcess } from './processMetrics.ts'

/** However many ask, the database is asked once in this time. */
const KEPT_MS = 10_000
/** Prometheus waits for as long as its interval, five seconds or more. */
const PATIENCE_MS = 2000

export const unreadMetrics = new Counter(
  'kaika_metrics_unread_total',
  'Figures that could not be read for Prometheus, and are missing in its series.',
  'reason',
)

type Found = Partial<Record<string, Sample[]>>
const kept = new Map<Gauges, { readonly at: number; readonly found: Found }>()
let reading: Promise<void> | undefined

/** `database`: with the figures of the database, which are the same from every server. */
export async function metricsText({ database = true } = {}): Promise<string> {
  const metrics = provided('metrics')
  if (database) await readInTime(metrics)
  let text = ''
  for (const metric of metrics) {
    if (metric.type === 'histogram') text += distributions(metric)
    else if (metric instanceof Counter)
      text += family(
        metric,
        [...metric.series.all()].map(({ labels, of: { value } }) => ({ labels, value })),
      )
    else {
      const found = metric.scope !== 'database' ? await metric.read() : database ? freshOf(metric) : undefined
      if (found)
        for (const [name, help] of Object.entries(metric.help))
          text += family({ type: metric.type, name, help }, found[name] ?? [])
    }
  }
  return text
}

const freshOf = (metric: Gauges): Found | undefined => {
  const { at, found } = kept.get(metric) ?? { at: -Infinity, found: undefined }
  return performance.now() - at < (metric.keptMs ?? KEPT_MS) + PATIENCE_MS ? found : undefined
}

/** A database that hangs does not hide the process: what it does not tell in time is missing. */
async function readInTime(metrics: readonly Metric[]): Promise<void> {
  reading ??= readDatabase(metrics).finally(() => (reading = undefined))
  const late = Symbol('late')
  const first = await Promise.race([reading, sleep(PATIENCE_MS, late, { ref: false })])
  if (first === late) unreadMetrics.add('database')
}

/**
 * One after another, so that Prometheus takes one connection and not all. If the database does not answer, the others are not tried: each would wait for it.
 * What could not be read is missing, rather than as it was.
 */
async function readDatabase(metrics: readonly Metric[]): Promise<void> {
  let isAway = false
  for (const metric of metrics) {
    if (!('scope' in metric)) continue
    const at = performance.now()
    if (at - (kept.get(metric)?.at ?? -Infinity) < (metric.keptMs ?? KEPT_MS)) continue
    kept.delete(metric)
    try {
      if (!isAway) kept.set(metric, { at, found: await metric.read() })
    } catch (error) {
      isAway = isBusy(error)
      if (!isAway) tellFault('metric not read', error)
    }
    if (!kept.has(metric)) unreadMetrics.add(isAway ? 'database' : 'fault')
  }
}

type Family = { readonly type: string; readonly name: string; readonly help: string }
const head = ({ type, name, help }: Family): string => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
const line = (name: string, labels: Readonly<Record<string, string>>, value: number): string => {
  const inside = Object.entries(labels).map(([key, said]) => `${key}="${escaped(said)}"`)
  return `${name}${inside.length ? `{${inside.join(',')}}` : ''} ${value === Infinity ? '+Inf' : value}\n`
}
const escaped = (said: string): string => said.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')

const family = (of: Family, samples: readonly Sample[]): string =>
  head(of) + samples.map(({ labels = {}, value }) => line(of.name, labels, value)).join('')

function distributions(metric: Extract<Metric, { type: 'histogram' }>): string {
  const { name, perUnit } = metric
  let text = head(metric)
  for (const { labels, of } of metric.series.all()) {
    let seen = 0
    for (const [at, count] of of.buckets.entries()) {
      seen += count
      const bound = of.bounds[at]
      text += line(`${name}_bucket`, { ...labels, le: bound === undefined ? '+Inf' : String(bound / perUnit) }, seen)
    }
    text += line(`${name}_sum`, labels, of.sum / perUnit) + line(`${name}_count`, labels, of.count)
  }
  return text
}

export async function serveMetrics(host: string, port: number, options: { database?: boolean } = {}): Promise<Server> {
  watchProcess()
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void reply.writeHead(404).end()
    metricsText(options).then(
      (text) => reply.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => reply.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server.unref()
}
