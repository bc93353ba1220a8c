import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { revealKinds } from '#contract/staff/reveals.ts'
import { wordsOf } from '#contract/core/refusals.ts'
import { refused, endOf } from '#test/refused.ts'
import { auditOf, newStaff } from '#test/staff.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { listOperations } from '#server/audit/audit.ts'
import { HOUR, nowMs, setClock, startOf, dayOf } from '#server/core/clock.ts'
import { alarmAnswers } from '#server/staff/module.ts'
import { accountAnswers } from '../module.ts'

withWorld({ connections: 12 })
afterEach(() => setClock())

const { perDay } = revealKinds.MOBILE
const openAlarms = async () => {
  const { data } = await alarmAnswers.listAlarms(await newStaff(['ADMIN']), {})
  return data.filter(({ kind }) => kind === 'REVEAL_CAP')
}

test('one of the staff sees so many mobiles in a day and no more, however many are asked for at once', async () => {
  const noon = startOf(dayOf(nowMs())) + 12 * HOUR
  setClock(() => noon)
  const [ana, clerk, other] = [await newAccount(), await newStaff(['SUPPORT']), await newStaff(['SUPPORT'])]
  const { accountId, loginId } = ana
  const reveal = (who = clerk) => accountAnswers.revealMobile(who, { accountId, loginId, reason: 'called back' })
  const ends = await Promise.all(Array.from({ length: perDay + 10 }, () => endOf(reveal())))
  assert.deepEqual(
    [ends.filter((end) => end === 'ok').length, ends.filter((end) => end === 'reveal_cap_reached').length],
    [perDay, 10],
  )
  assert.equal((await auditOf(clerk)).length, perDay, 'what was refused was not shown, and is not in the chain')
  assert.equal((await listOperations(ana, { pageNo: 1, pageSize: 10 })).total, perDay)

  const [alarm, ...more] = await openAlarms()
  assert.deepEqual([alarm!.subject, more.length], [`${clerk.staffId} MOBILE`, 0])
  assert.match(alarm!.text, new RegExp(`\\b${perDay}\\b`))
  assert.equal(alarm!.times, 11, 'when the last was shown, and for each that was refused')

  await reveal(other)
  setClock(() => startOf(dayOf(noon) + 1) - 1)
  await refused('reveal_cap_reached', reveal())
  setClock(() => startOf(dayOf(noon) + 1))
  await reveal()
})

test('what could not be shown does not count', async () => {
  const [ana, clerk] = [await newAccount(), await newStaff(['SUPPORT'])]
  const reveal = (accountId: string) =>
    accountAnswers.revealMobile(clerk, { accountId, loginId: ana.loginId, reason: 'called back' })
  for (let n = 0; n < 5; n++) await refused('not_found', reveal((await newAccount()).accountId))
  const ends = await Promise.all(Array.from({ length: perDay }, () => endOf(reveal(ana.accountId))))
  assert.ok(ends.every((end) => end === 'ok'))
})

test('the desk reads why, and until when, in both languages', () => {
  assert.match(wordsOf('reveal_cap_reached', 'en'), /limit.+midnight/)
  assert.match(wordsOf('reveal_cap_reached', 'cn'), /上限.+0 点/)
})
