/** A pool that measures how long its connections are waited for: when all are in use, everything else is slow for this reason alone. */
import pg from 'pg'
import { Histogram } from '../metrics/metrics.ts'

export const connectionWaits = new Histogram(
  'kaika_database_wait_seconds',
  'How long a connection of the pool was waited for.',
  [1, 5, 25, 100, 500, 1000, 3000],
)
const waited = connectionWaits.of()

type Connected = Parameters<pg.Pool['connect']>[0]

export class MeasuredPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<pg.PoolClient> | void {
    const from = performance.now()
    if (!done)
      return super.connect().finally(() => {
        waited.add(performance.now() - from)
      })
    return super.connect((...answer) => {
      waited.add(performance.now() - from)
      done(...answer)
    })
  }
}
