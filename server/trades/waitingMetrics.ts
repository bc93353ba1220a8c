/** What waits in the tables of trades: money held for too long, and messages of the network that are not applied. */
import { now, nowMs } from '../core/clock.ts'
import { db, one, sql } from '../core/db.ts'
import { gauges } from '../core/metrics/metrics.ts'

/** Each is read from an index of exactly these rows, which are few. */
const waiting = () =>
  one(
    db,
    sql<{ overdue: Date | null; received: Date | null; held: Date | null; onHold: number }>`
    SELECT (SELECT min(expires_at) FROM auth WHERE status IN ('PENDING', 'PARTIAL') AND expires_at <= ${now()}) AS overdue,
           (SELECT min(received_at) FROM webhook_inbox WHERE state = 'NEW') AS received,
           min(held_at) AS held, count(*) AS "onHold"
      FROM webhook_inbox
     WHERE state = 'HELD'`,
  )

const secondsSince = (at: Date | null): number => (at ? Math.max(0, (nowMs() - at.getTime()) / 1000) : 0)

export const waitingMetrics = gauges({
  scope: 'database',
  help: {
    kaika_hold_overdue_seconds:
      'How long the oldest authorization has been held beyond its time. A sweep ends it within a minute.',
    kaika_network_events_oldest_seconds: 'How long the oldest message of the network has waited to be applied.',
    kaika_network_events_on_hold: 'Messages of the network that contradict our records and wait for staff.',
    kaika_network_events_on_hold_oldest_seconds: 'How long the oldest of them has waited.',
  },
  read: async () => {
    const { overdue, received, held, onHold } = await waiting()
    return {
      kaika_hold_overdue_seconds: [{ value: secondsSince(overdue) }],
      kaika_network_events_oldest_seconds: [{ value: secondsSince(received) }],
      kaika_network_events_on_hold: [{ value: onHold }],
      kaika_network_events_on_hold_oldest_seconds: [{ value: secondsSince(held) }],
    }
  },
})
