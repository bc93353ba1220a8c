/** Settings of what operators see of a process: metrics and traces. */
import type { TraceSettings } from '../tracing/tracing.ts'
import type { Settings } from './settings.ts'

export type Observing = {
  /** The port that Prometheus reads. Undefined: none. */
  metricsPort: number | undefined
  /** The address of that port. Whoever reaches it reads every figure of the service, so it is this machine's own unless an operator names another. */
  metricsHost: string
  /** A file that a backup touches when it is complete. */
  backupStamp: string | undefined
  /** Undefined: no traces. */
  traces: TraceSettings | undefined
}

export const observingFrom = (settings: Settings): Observing => ({
  metricsPort: settings.text('METRICS_PORT') ? settings.port('METRICS_PORT', 0) : undefined,
  metricsHost: settings.text('METRICS_HOST') ?? '127.0.0.1',
  backupStamp: settings.text('KAIKA_BACKUP_STAMP'),
  traces: tracesFrom(settings),
})

/** The collector’s address and headers are read by OpenTelemetry’s exporter. What it would leave out in silence is named here. */
function tracesFrom(settings: Settings): TraceSettings | undefined {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']
  const given = names.flatMap((name) => settings.text(name) ?? [])
  for (const name of names) {
    const url = settings.text(name)
    if (url !== undefined && !/^https?:\/\/[^\s]+$/.test(url))
      settings.wrong(`${name} is not an http:// or https:// address`)
  }
  const share = Number(settings.text('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(share >= 0 && share <= 1)) settings.wrong('OTEL_TRACES_SAMPLER_ARG is a share between 0 and 1')
  return given.length ? { share } : undefined
}
