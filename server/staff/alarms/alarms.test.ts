import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { withWorld } from '#test/world.ts'
import { refusedAs } from '#test/refused.ts'
import { auditOf, newStaff } from '#test/fixtures/staff.ts'
import type { Staff } from '#server/core/actor.ts'
import { endAlarm, raiseAlarm } from '#server/core/alarms.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { metricsText } from '#server/core/metrics/serveMetrics.ts'
import { startWorking } from '#server/core/worker/worker.ts'
import { alarmAnswers, healthAnswers, staffAnswers } from '../module.ts'

withWorld()

const raise = (subject: string) => raiseAlarm(db, { kind: 'JOB_GIVEN_UP', subject, detail: { task: 'cards.rest' } })
const listed = async (staff: Staff) => (await alarmAnswers.listAlarms(staff, {})).data
const closes = (staff: Staff, alarmId: string) =>
  transaction((tx) => alarmAnswers.closeAlarm(staff, { alarmId, reason: 'fixed' }, tx))

test('an alarm that is raised again while it is open is counted, and not shown twice', async () => {
  const sre = await newStaff(['SRE'])
  await raise('job 1')
  await raise('job 1')
  await raise('job 2')
  const rows = await listed(sre)
  assert.deepEqual(
    rows.map(({ subject, times, text }) => [subject, times, /cards\.rest/.test(text)]),
    [
      ['job 2', 1, true],
      ['job 1', 2, true],
    ],
  )
  const queue = (await staffAnswers.staffQueues(sre, {})).list.find((one) => one.queue === 'alarms')
  assert.equal(queue?.count, 2)
  assert.match(await metricsText(), /^kaika_alarms\{kind="JOB_GIVEN_UP"\} 2$/m)
})

test('only staff whose roles can act on an alarm see it or close it', async () => {
  await raise('job 3')
  const content = await newStaff(['CONTENT'])
  assert.deepEqual(await listed(content), [])
  const sre = await newStaff(['SRE'])
  const [alarm] = await listed(sre)
  await assert.rejects(closes(content, alarm!.alarmId), refusedAs('not_found'))
  await closes(sre, alarm!.alarmId)
  await assert.rejects(closes(sre, alarm!.alarmId), refusedAs('not_found'))
  assert.deepEqual(await auditOf(sre), [`HEALTH JOB_GIVEN_UP ${alarm!.subject}`])
})

test('an alarm closes when its condition ends, and is raised anew when it returns', async () => {
  const sre = await newStaff(['SRE'])
  await raise('job 4')
  assert.equal(await endAlarm(db, 'JOB_GIVEN_UP', 'job 4'), true)
  assert.equal(await endAlarm(db, 'JOB_GIVEN_UP', 'job 4'), false)
  const open = async () => (await listed(sre)).filter(({ subject }) => subject === 'job 4')
  assert.deepEqual(await open(), [])
  await raise('job 4')
  assert.equal((await open())[0]?.times, 1)
})

test('a job that has used all its attempts raises an alarm, and its replay ends it', async () => {
  const task = 'ledger.prove'
  const working = await startWorking({ [task]: () => Promise.reject(new Error('always')) }, {})
  try {
    await transaction((tx) => later(tx, task, { proofId: 'none' }, { tries: 1 }))
    const sre = await newStaff(['SRE'])
    const found = () => listed(sre).then((rows) => rows.find(({ text }) => text.includes(task)))
    for (const until = Date.now() + 10_000; !(await found()) && Date.now() < until;) await setTimeout(50)
    const alarm = await found()
    assert.match(alarm?.subject ?? '', /^job \d+$/)
    const jobId = Number(alarm!.subject.slice(4))
    // The alarm is raised a moment before the job's end is stored.
    const ended = () => many(db, sql`SELECT FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL`)
    for (const until = Date.now() + 10_000; (await ended()).length === 0 && Date.now() < until;) await setTimeout(50)
    await transaction((tx) => healthAnswers.replayJob(sre, { jobId, reason: 'fixed' }, tx))
    assert.equal(
      (await listed(sre)).some(({ subject }) => subject === alarm!.subject),
      false,
    )
  } finally {
    await working.stop()
  }
})
