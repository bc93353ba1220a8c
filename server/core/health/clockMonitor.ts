/** Compares the clocks of this machine and the database, and raises an alarm if they differ (docs/operate/clock.md). */
import { hostname } from 'node:os'
import { endAlarm, raiseAlarm } from '../alarms.ts'
import { clockSkewMs, compareClock, isClockRight, isClockWrong, MINUTE, SECOND } from '../clock.ts'
import { db, pool } from '../db.ts'
import { tellFault } from '../log.ts'
import { gauges } from '../metrics/metrics.ts'

/** A wrong clock is compared this often, so that a correction is noticed. */
const WRONG_EVERY_MS = 2 * SECOND
/** A slower round trip is repeated: half of it is the uncertainty of the comparison. */
const SLOW_MS = 100

/** Compares now. Throws if the database is unreachable; the last known state then remains valid. */
export async function compareClocks(): Promise<void> {
  const client = await pool.connect()
  let best = { tookMs: Infinity, databaseMs: 0, counterMs: 0 }
  try {
    for (let tries = 0; tries < 3 && best.tookMs > SLOW_MS; tries++) {
      const began = performance.now()
      const { rows } = await client.query<{ ms: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
      )
      const tookMs = performance.now() - began
      if (tookMs < best.tookMs) best = { tookMs, databaseMs: rows[0]!.ms, counterMs: began + tookMs / 2 }
    }
  } finally {
    client.release()
  }
  compareClock(best.databaseMs, best.counterMs)
}

/** One of the two clocks is wrong. Nothing was done. */
export class ClockWrong extends Error {}

/** Requires a fresh comparison and a right clock before deadlines are acted on. */
export async function requireRightClock(): Promise<void> {
  await compareClocks()
  if (!isClockRight()) throw new ClockWrong()
}

/** Compares now, then every minute until stopped; every two seconds while the clock is wrong. */
export async function watchClock(): Promise<{ stop(): void }> {
  let comparedAt = 0
  let alarmedAt: number | undefined = 0 // an alarm left open before the start is closed too
  let comparing = false
  const compare = async (): Promise<void> => {
    comparedAt = performance.now()
    await compareClocks()
    if (isClockRight() && alarmedAt !== undefined) {
      await endAlarm(db, 'CLOCK_SKEW', hostname())
      alarmedAt = undefined
    } else if (isClockWrong() && (!alarmedAt || performance.now() - alarmedAt > MINUTE)) {
      const seconds = Math.round(clockSkewMs()! / 100) / 10
      await raiseAlarm(db, { kind: 'CLOCK_SKEW', subject: hostname(), detail: { seconds } })
      alarmedAt = performance.now()
    }
  }
  const timer = setInterval(() => {
    const everyMs = isClockRight() && alarmedAt === undefined ? MINUTE : WRONG_EVERY_MS
    if (comparing || performance.now() - comparedAt < everyMs) return
    comparing = true
    compare()
      .catch((error: unknown) => tellFault('clock not compared', error))
      .finally(() => (comparing = false))
  }, SECOND / 2)
  timer.unref()
  await compare().catch((error: unknown) => tellFault('clock not compared', error))
  return { stop: () => clearInterval(timer) }
}

export const clockMetrics = gauges({
  help: { kaika_clock_skew_seconds: 'How far this machine is ahead of the database.' },
  read: () => {
    const skewMs = clockSkewMs()
    return { kaika_clock_skew_seconds: skewMs === undefined ? [] : [{ value: skewMs / 1000 }] }
  },
})
