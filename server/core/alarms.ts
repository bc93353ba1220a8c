/**
 * Alarms: conditions that need attention now. An alarm is a row on the staff desk (server/staff/alarms), a log line and a Prometheus metric. It names ids,
 * never people.
 */
import { alarmKinds, type AlarmKind } from '#contract/staff/alarms.ts'
import { now } from './clock.ts'
import { db, many, maybeOne, one, run, sql, type Database, type Tx } from './db.ts'
import { newId } from './ids.ts'
import { tellAlarm } from './log.ts'
import { gauges } from './metrics/metrics.ts'

export type AlarmDetail = Readonly<Record<string, string | number>>
export type AlarmRow = {
  alarm_id: string
  kind: string
  subject: string
  detail: AlarmDetail
  times: number
  raised_at: Date
  last_at: Date
}

/**
 * Raises an alarm about `subject`. While one of the same kind and subject is open, it is counted and its detail replaced, so that a lasting condition does not
 * fill the page. In a transaction, the alarm exists only if the transaction commits.
 */
export async function raiseAlarm(
  on: Tx | Database,
  { kind, subject, detail = {} }: { kind: AlarmKind; subject: string; detail?: AlarmDetail },
): Promise<void> {
  const { times } = await one(
    on,
    sql<{ times: number }>`
    INSERT INTO alarm (alarm_id, kind, subject, detail, raised_at, last_at)
    VALUES (${newId('alm')}, ${kind}, ${subject}, ${JSON.stringify(detail)}, ${now()}, ${now()})
        ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO UPDATE
       SET times = alarm.times + 1,
           detail = excluded.detail,
           last_at = excluded.last_at
    RETURNING times`,
  )
  if (times === 1) tellAlarm(kind, subject)
}

/** Closes the alarm of a condition that has ended, if one is open. Returns whether one was. */
export const endAlarm = async (on: Tx | Database, kind: AlarmKind, subject: string): Promise<boolean> =>
  (await run(
    on,
    sql`UPDATE alarm SET closed_at = ${now()} WHERE kind = ${kind} AND subject = ${subject} AND closed_at IS NULL`,
  )) > 0

export const openAlarms = (on: Database, kinds: readonly AlarmKind[], limit: number): Promise<AlarmRow[]> =>
  many(
    on,
    sql<AlarmRow>`
    SELECT alarm_id, kind, subject, detail, times, raised_at, last_at
      FROM alarm
     WHERE closed_at IS NULL AND kind = ANY (${kinds})
     ORDER BY last_at DESC, alarm_id DESC
     LIMIT ${limit}`,
  )

export const countOpenAlarms = (on: Database, kinds: readonly AlarmKind[]) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(raised_at) AS oldest
      FROM alarm
     WHERE closed_at IS NULL AND kind = ANY (${kinds})`,
  )

/** Closes an alarm by hand. Returns undefined if it is not open or not of these kinds. */
export const closeOpenAlarm = (tx: Tx, alarmId: string, kinds: readonly AlarmKind[], by: string) =>
  maybeOne(
    tx,
    sql<{ kind: AlarmKind; subject: string }>`
    UPDATE alarm SET closed_at = ${now()}, closed_by = ${by}
     WHERE alarm_id = ${alarmId} AND closed_at IS NULL AND kind = ANY (${kinds})
    RETURNING kind, subject`,
  )

export const alarmMetrics = gauges({
  scope: 'database',
  help: { kaika_alarms: 'Alarms that are open, by their kind.' },
  read: async () => {
    const rows = await many(
      db,
      sql<{ kind: string; count: number }>`
      SELECT kind, count(*) AS count FROM alarm WHERE closed_at IS NULL GROUP BY kind`,
    )
    const open = new Map(rows.map(({ kind, count }) => [kind, count]))
    // A kind without an open alarm is 0: an alert on a series that is missing would never end.
    return { kaika_alarms: Object.keys(alarmKinds).map((kind) => ({ labels: { kind }, value: open.get(kind) ?? 0 })) }
  },
})
