/** Figures of this process: its version, its memory, and how promptly its event loop runs. */
import { readFileSync } from 'node:fs'
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { pool } from '../db.ts'
import { gauges } from './metrics.ts'

export const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const kinds: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
}
const collected = new Map<string, number>()
let delay: ReturnType<typeof monitorEventLoopDelay> | undefined

/** Nothing is measured before somebody wants to read it. */
export function watchProcess(): void {
  if (delay) return
  delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, detail } = entry as unknown as { duration: number; detail: { kind: number } }
      const kind = kinds[detail.kind] ?? 'other'
      collected.set(kind, (collected.get(kind) ?? 0) + duration / 1000)
    }
  })
  observer.observe({ entryTypes: ['gc'] })
}

const NANO = 1e9
/** The delays since the last reading: its quantiles say nothing about an hour ago. */
function delays() {
  if (!delay) return []
  const found = [0.5, 0.99].map((quantile) => ({
    labels: { quantile: String(quantile) },
    value: delay!.percentile(quantile * 100) / NANO,
  }))
  const longest = { labels: { quantile: '1' }, value: delay.max / NANO }
  delay.reset()
  return [...found, longest]
}

export const processMetrics = [
  gauges({
    help: {
      kaika_build_info: 'Always 1: the version of this process, and of Node.',
      kaika_start_time_seconds: 'When this process began, in seconds since 1970.',
      kaika_memory_bytes: 'Resident memory.',
      kaika_heap_bytes: 'Used memory of the JavaScript heap, and its limit.',
      kaika_event_loop_delay_seconds:
        'How late the event loop ran, since the last reading: the resolution of the timer, 0.02, and the delay.',
      kaika_database_connections: 'Connections of the pool that are open.',
      kaika_database_connections_in_use: 'Those of them that are in use.',
      kaika_database_connections_most: 'How many the pool may open.',
      kaika_database_waiting: 'Requests that wait for a connection.',
    },
    read: () => {
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
      return {
        kaika_build_info: [{ labels: { version, node: process.version }, value: 1 }],
        kaika_start_time_seconds: [{ value: Math.round(performance.timeOrigin / 1000) }],
        kaika_memory_bytes: [{ value: process.memoryUsage.rss() }],
        kaika_heap_bytes: [
          { labels: { part: 'used' }, value: used },
          { labels: { part: 'limit' }, value: limit },
        ],
        kaika_event_loop_delay_seconds: delays(),
        kaika_database_connections: [{ value: pool.totalCount }],
        kaika_database_connections_in_use: [{ value: pool.totalCount - pool.idleCount }],
        kaika_database_connections_most: [{ value: pool.options.max }],
        kaika_database_waiting: [{ value: pool.waitingCount }],
      }
    },
  }),
  gauges({
    type: 'counter',
    help: {
      kaika_garbage_collection_seconds_total: 'Time in garbage collections, by their kind.',
      kaika_processor_seconds_total: 'Processor time of this process.',
    },
    read: () => {
      const { user, system } = process.cpuUsage()
      return {
        kaika_garbage_collection_seconds_total: [...collected].map(([kind, value]) => ({ labels: { kind }, value })),
        kaika_processor_seconds_total: [{ value: (user + system) / 1e6 }],
      }
    },
  }),
]
