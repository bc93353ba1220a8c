import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from '#test/walks/randomOf.ts'
import type { Limit } from '#contract/controls/documents.ts'
import { DAY, HOUR, MINUTE } from '#server/core/clock.ts'
import { changed, roomOf, startedFor, textOf, usedOf, withMoreUses } from './counters.ts'
import { spanOf } from './windows.ts'

const limit = (change: Partial<Limit>): Limit => ({
  limitId: 'limit',
  window: 'DAY',
  amount: 100_000,
  refunds: 'KEEP',
  ...change,
})
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const spanIn = (zone: string, window: Limit['window'], at: string) => {
  const { start, end } = spanOf({ window }, zone, Date.parse(at))
  return [iso(start), iso(end)]
}

test('windows begin at midnight of the zone, weeks on Monday, quarters in January, April, July and October', () => {
  const at = '2026-11-26T17:30:00Z' // Friday 01:30 in Shanghai
  assert.deepEqual(spanIn('Asia/Shanghai', 'DAY', at), ['2026-11-26T16:00', '2026-11-27T16:00'])
  assert.deepEqual(spanIn('Asia/Shanghai', 'WEEK', at), ['2026-11-22T16:00', '2026-11-29T16:00'])
  assert.deepEqual(spanIn('Asia/Shanghai', 'MONTH', at), ['2026-10-31T16:00', '2026-11-30T16:00'])
  assert.deepEqual(spanIn('Asia/Shanghai', 'QUARTER', at), ['2026-09-30T16:00', '2026-12-31T16:00'])
  assert.deepEqual(spanIn('Asia/Shanghai', 'YEAR', at), ['2025-12-31T16:00', '2026-12-31T16:00'])
})

test('days on which clocks change have 23 and 25 hours, also where midnight is skipped', () => {
  assert.deepEqual(spanIn('America/New_York', 'DAY', '2026-03-08T12:00:00Z'), ['2026-03-08T05:00', '2026-03-09T04:00'])
  assert.deepEqual(spanIn('America/New_York', 'DAY', '2026-11-01T12:00:00Z'), ['2026-11-01T04:00', '2026-11-02T05:00'])
  assert.deepEqual(spanIn('Africa/Cairo', 'DAY', '2026-04-24T12:00:00Z'), ['2026-04-23T22:00', '2026-04-24T21:00'])
})

/** The day of a moment as the zone writes it: independent of how windows are computed. */
const formats = new Map<string, Intl.DateTimeFormat>()
const dates = new Map<string, string>()
function dateIn(zone: string, ms: number): string {
  const key = `${zone} ${ms}`
  const known = dates.get(key)
  if (known !== undefined) return known
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  formats.set(zone, format)
  const date = format.format(ms)
  dates.set(key, date)
  return date
}
function sameWindow(of: Limit, zone: string, a: number, b: number): boolean {
  if (of.window === 'ALL') return true
  if (of.window === 'HOURS') {
    const part = (ms: number) => Math.floor((ms * 24) / (of.hours! * HOUR))
    return Math.abs(part(b) - part(a)) < 24
  }
  const [first, second] = [dateIn(zone, a), dateIn(zone, b)]
  if (of.window === 'DAY') return first === second
  if (of.window === 'MONTH') return first.slice(0, 7) === second.slice(0, 7)
  if (of.window === 'YEAR') return first.slice(0, 4) === second.slice(0, 4)
  const days = (date: string) => Date.parse(date) / DAY
  return Math.floor((days(first) + 3) / 7) === Math.floor((days(second) + 3) / 7)
}

const RUNS = 300 * Number(process.env.KAIKA_WALKS ?? 1)
const zones = ['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Pacific/Apia', 'Africa/Cairo']
const windows: Partial<Limit>[] = [
  { window: 'DAY' },
  { window: 'WEEK' },
  { window: 'MONTH' },
  { window: 'YEAR' },
  { window: 'ALL' },
  { window: 'HOURS', hours: 24 },
  { window: 'HOURS', hours: 1 },
  { window: 'HOURS', hours: 168 },
]

test(`in ${RUNS} random runs over changes of clocks, limits count what a list of all purchases says, to the cent`, () => {
  for (let run = 1; run <= RUNS; run++) {
    const random = randomOf(run)
    const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const zone = any(zones)
    const limits = windows
      .filter(() => random() < 0.5)
      .map((window, i) => limit({ ...window, limitId: `limit${i}`, refunds: any(['KEEP', 'RESTORE']) }))
    dates.clear()
    let now = Date.parse(any(['2026-03-06', '2026-10-24', '2026-10-30', '2026-12-30', '2026-04-22'])) + random() * DAY
    const set = Math.floor(now)
    let counters = startedFor([], limits, [], { zone, now: set })
    const purchases: { time: number; cents: number; refunded: number; counts: boolean }[] = []
    for (let step = 0; step < 40; step++) {
      now = Math.floor(now + random() * any([MINUTE, HOUR, 6 * HOUR, DAY]))
      const at = { zone, now }
      const known = any(purchases)
      const cents = 1 + Math.floor(random() * 9_999)
      if (!known || random() < 0.4) {
        purchases.push({ time: now, cents, refunded: 0, counts: true })
        counters = changed(limits, counters, at, { time: now, cents, count: 1, fresh: true })
      } else if (random() < 0.3) {
        const refunded = Math.floor(random() * (known.cents - known.refunded))
        known.refunded += refunded
        counters = changed(limits, counters, at, {
          ...{ time: known.time, cents: -refunded, count: 0 },
          ...{ fresh: false, refund: true },
        })
      } else if (known.refunded === 0) {
        // Settled for more or for less, reversed, or settled after all.
        const becomes = random() < 0.3 ? 0 : cents
        const count = Number(becomes > 0) - Number(known.cents > 0)
        counters = changed(limits, counters, at, {
          time: known.time,
          cents: becomes - known.cents,
          count,
          fresh: false,
        })
        known.cents = becomes
      }
      for (const one of limits) {
        const own = purchases.filter(({ time }) => sameWindow(one, zone, time, now))
        const expected = own.reduce(
          (sum, { cents: spent, refunded }) => sum + spent - (one.refunds === 'RESTORE' ? refunded : 0),
          0,
        )
        const used = usedOf(one, counters, at)
        const label = `run ${run}, step ${step}, ${one.window} ${one.hours ?? ''} in ${zone}`
        assert.deepEqual(
          [used.cents, used.count],
          [expected, own.filter(({ cents: spent }) => spent > 0).length],
          label,
        )
      }
    }
  }
})

test('a limit counts from when it is set: what was authorized before is neither counted nor given back', () => {
  const at = { zone: 'UTC', now: Date.parse('2026-11-27T12:00:00Z') }
  const limits = [limit({})]
  const counters = changed(limits, startedFor([], limits, [], at), at, {
    time: at.now,
    cents: 500,
    count: 1,
    fresh: true,
  })
  const reversed = { time: at.now - HOUR, cents: -300, count: -1, fresh: false }
  assert.equal(usedOf(limits[0]!, changed(limits, counters, at, reversed), at).cents, 500)
})

test('the tightest limit decides how much room there is, and a count of none leaves nothing except for an increment', () => {
  const at = { zone: 'UTC', now: Date.parse('2026-11-27T12:00:00Z') }
  const limits = [limit({ amount: 900 }), limit({ limitId: 'month', window: 'MONTH', amount: 700, count: 1 })]
  const counters = changed(limits, [], at, { time: at.now, cents: 100, count: 1, fresh: true })
  assert.deepEqual(roomOf(limits, [], at, false).cents, 700)
  assert.deepEqual([roomOf(limits, counters, at, false).cents, roomOf(limits, counters, at, false).byCount], [0, true])
  assert.equal(roomOf(limits, counters, at, true).cents, 600)
})

test('more uses are counted from now on where nothing has been counted yet, and limits keep their counters', () => {
  const before = [{ id: 'limit', start: 7, cents: 100, count: 1 }]
  const more = withMoreUses(before, 2, 9)
  assert.deepEqual(textOf(more), 'limit:7:100:1 +:9:0:-2 *:9:0:-2')
  assert.deepEqual(textOf(withMoreUses(more, 1, 12)), 'limit:7:100:1 +:9:0:-3 *:9:0:-3')
})
