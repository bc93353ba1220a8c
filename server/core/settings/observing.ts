/** Settings of what operators see of a process: metrics and traces. */
import type { Settings } from './settings.ts'

export type Observing = {
  /** The port that Prometheus reads. Undefined: none. */
  metricsPort: number | undefined
  /** The address of that port. Whoever reaches it reads every figure of the service, so it is this machine's own unless an operator names another. */
  metricsHost: string
  /** A file that a backup touches when it is complete. */
  backupStamp: string | undefined
}

export const observingFrom = (settings: Settings): Observing => ({
  metricsPort: settings.text('METRICS_PORT') ? settings.port('METRICS_PORT', 0) : undefined,
  metricsHost: settings.text('METRICS_HOST') ?? '127.0.0.1',
  backupStamp: settings.text('KAIKA_BACKUP_STAMP'),
})
