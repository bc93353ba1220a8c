import { nowMs } from '#server/core/clock.ts'
import { db, one, sql } from '#server/core/db.ts'
import { gauges } from '#server/core/metrics/metrics.ts'

export const paymentMetrics = gauges({
  scope: 'database',
  help: {
    kaika_payment_events_oldest_seconds:
      'How long the oldest notification of a payment provider has waited to be acted on.',
  },
  read: async () => {
    const { at } = await one(
      db,
      sql<{ at: Date | null }>`SELECT min(received_at) AS at FROM provider_event WHERE applied_at IS NULL`,
    )
    return { kaika_payment_events_oldest_seconds: [{ value: at ? (nowMs() - at.getTime()) / 1000 : 0 }] }
  },
})
