import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { newStaff } from '#test/fixtures/staff.ts'
import { withWorld } from '#test/world.ts'
import { DAY, dayOf, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { houseAnswers } from '../module.ts'
import { keepHouseDay } from './house.ts'
import { decidedBetween } from './minutes.ts'
import { figuresSince, keepMinute } from './queries.ts'

withWorld()
afterEach(() => setClock())

/** Buckets of decisions below 1, 2, 5 … ms. */
const buckets = (...some: number[]): number[] => [...some, ...Array.from({ length: 13 - some.length }, () => 0)]
const sum = (minute: number, ...some: number[]) => ({
  ...{ minute, unanswered: 0, buckets: buckets(...some) },
  count: some.reduce((all, one) => all + one, 0),
})

test('decisions between two sums are counted, also across a process that begins again', () => {
  assert.equal(decidedBetween([]), undefined)
  assert.equal(decidedBetween([sum(1, 5)]), undefined)
  assert.deepEqual(decidedBetween([sum(1, 5), sum(3, 105)]), { minutes: 2, count: 100, p99Ms: 1 })
  assert.deepEqual(decidedBetween([sum(1, 500, 20), sum(2, 3, 0), sum(3, 3, 7)]), { minutes: 2, count: 10, p99Ms: 2 })
  assert.deepEqual(decidedBetween([sum(1, 5), sum(2, 5)]), { minutes: 1, count: 0, p99Ms: null })
})

test('what nobody has counted is not known, and is no zero', async () => {
  const { decisions, days } = await houseAnswers.showHouse(await newStaff(['ADMIN']), {})
  assert.equal(decisions, null)
  assert.equal(days.length, 14)
  assert.deepEqual([days[0]!.p99Ms, days[0]!.queueAgeMs, days[0]!.decisions], [null, null, null])
})

test('the last minutes are a rate, and the day keeps its figures', async () => {
  const now = nowMs()
  setClock(() => now)
  const minute = Math.floor(now / MINUTE)
  await keepMinute(db, sum(minute - 4, 100))
  await keepMinute(db, sum(minute, 100, 480))
  const { decisions, queues } = await houseAnswers.showHouse(await newStaff(['AUDITOR']), {})
  assert.deepEqual(decisions, { minutes: 4, count: 480, perSecond: 2, p99Ms: 2 })
  assert.ok(queues.some(({ queue }) => queue === 'approvals') && !queues.some(({ queue }) => queue === 'alarms'))
  await keepHouseDay()
  const kept = await figuresSince(db, dayOf(now))
  assert.ok(kept.some(({ figure, value }) => figure === 'queueAge' && value >= 0))
  assert.equal((await figuresSince(db, dayOf(now + DAY))).length, 0)
})
