import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { nothingAbove, owner, withDatabase } from '#test/database.ts'
import { DAY, dayOf, nowMs, setClock } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { compose, gather } from '#server/core/composition.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, openAccounts, platform, postMany, prove, topUpsByDay, wallet } from '../ledger.ts'
import { topUpDayProof } from './proof.ts'
import { keepTopUpDays } from './topUpDays.ts'

withDatabase()
after(() => setClock())

test('top-ups by day are the same before and after they are added up, and the proof compares them', async () => {
  let at = Date.parse('2027-03-10T04:00:00Z')
  setClock(() => at)
  const accountId = newId('acc')
  await transaction((tx) => openAccounts(tx, [wallet(accountId)]))
  let count = 0
  const posts = (kind: 'TOPUP_WIRE' | 'ADJUST_IN', cents: number, times: number) =>
    transaction((tx) =>
      postMany(
        tx,
        Array.from({ length: times }, () => ({
          ...{ kind, accountId, biz: { type: 'test', id: `${count++}` } },
          lines: [debit(platform('1020', 'bank'), cents), credit(wallet(accountId), cents)],
        })),
      ),
    )
  const mark = async () =>
    (
      await many(
        db,
        sql<{ version: number }>`
        SELECT account_version AS version FROM topup_mark WHERE ${ofAccount(accountId)}`,
      )
    )[0]?.version
  const today = dayOf(nowMs())
  await posts('TOPUP_WIRE', 500, 1)
  await posts('ADJUST_IN', 1, 150)
  await keepTopUpDays()
  assert.deepEqual([await mark(), await topUpsByDay(db, accountId)], [undefined, [{ day: today, cents: 500 }]])

  at += DAY
  await posts('TOPUP_WIRE', 30, 2)
  await posts('ADJUST_IN', 1, 100)
  const both = [
    { day: today, cents: 500 },
    { day: today + 1, cents: 60 },
  ]
  assert.deepEqual(await topUpsByDay(db, accountId), both)
  await keepTopUpDays()
  assert.deepEqual([await mark(), await topUpsByDay(db, accountId)], [253, both])
  await posts('TOPUP_WIRE', 7, 1)
  const after = [both[0]!, { day: today + 1, cents: 67 }]
  assert.deepEqual(await topUpsByDay(db, accountId), after, 'what came since')
  await posts('ADJUST_IN', 1, 200)
  await posts('TOPUP_WIRE', 3, 1)
  await keepTopUpDays()
  await keepTopUpDays()
  const last = [both[0]!, { day: today + 1, cents: 70 }]
  assert.deepEqual([await mark(), await topUpsByDay(db, accountId)], [455, last], 'the last entry is a top-up')

  compose(gather([nothingAbove, { proofs: [topUpDayProof] }]))
  const breaks = async () => (await prove()).map(({ check }) => check)
  assert.deepEqual(await breaks(), [])
  await sql`UPDATE topup_day SET cents = cents + 1 WHERE ${ofAccount(accountId)} AND day = ${today}`.execute(owner)
  assert.deepEqual(await breaks(), ['topup-day-not-its-entries'])
  await sql`UPDATE topup_day SET cents = cents - 1 WHERE ${ofAccount(accountId)} AND day = ${today}`.execute(owner)
})
