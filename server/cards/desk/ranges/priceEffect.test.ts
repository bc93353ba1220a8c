import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, openingInput, withIssuer } from '#test/fixtures/cards.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { refused } from '#test/refused.ts'
import { newAccount } from '#test/world.ts'
import { db } from '#server/core/db.ts'
import { rangeDeskAnswers } from '#server/cards/module.ts'
import { effectLines, effectOf } from './priceEffect.ts'

withIssuer()

test('what nobody pays changes nothing, and what depends on merchants is not guessed', async () => {
  const staff = await newStaff(['PRODUCT'])
  const { lines, total, count } = await rangeDeskAnswers.priceEffect(staff, {
    vid: 'VISA-HK-1',
    change: { openFee: 1, declineFee: 99 },
  })
  assert.deepEqual(lines, [
    { field: 'openFee', units: 0, each: null, cents: 0 },
    { field: 'declineFee', units: null, each: null, cents: null },
  ])
  assert.deepEqual([total, count], [0, 0])
  await refused('not_found', rangeDeskAnswers.priceEffect(staff, { vid: 'NOWHERE', change: { openFee: 1 } }))
})

test('the list price changes what accounts pay whose plan has none; a price of their own does not', async () => {
  const ana = await newAccount({ balanceCents: 100_00 })
  const input = openingInput()
  await asks(ana, 'openCard', input)
  const effect = await effectOf(db, { vid: input.vid!, accountId: ana.accountId, figures: { openFee: 0 } })
  assert.equal(effect.lines[0]!.field, 'openFee')
  assert.ok(effectLines(effect, ['1']).length >= 1)
})
