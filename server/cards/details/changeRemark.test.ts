import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, requestNo, withIssuer, opensCard } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf } from '#test/world.ts'
import { changeRemark as row } from '#contract/cards/remark.ts'
import { db, transaction } from '#server/core/db.ts'
import type { Actor } from '#server/core/actor.ts'
import { changeRemark } from './changeRemark.ts'

withIssuer()

const notes = (who: Actor, cardId: string, remark: string) =>
  transaction((tx) => changeRemark(who, row.input.parse({ cardId, remark, requestNo: requestNo() }), tx))
const audited = async (accountId: string) =>
  db
    .selectFrom('operate_log')
    .select('type')
    .where('account_id', '=', accountId)
    .where('type', '=', 'CARD_REMARK')
    .execute()

test('the remark of a card changes, with a line in its log and in the account’s', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const cardId = await opensCard(ana)
  assert.deepEqual(await notes(ana, cardId, '  Facebook, June '), { remark: 'Facebook, June' })
  await notes(ana, cardId, 'Facebook, June')
  const { card } = await asks(ana, 'showCard', { cardId })
  assert.equal(card.remark, 'Facebook, June')
  const { data } = await asks(ana, 'cardLog', { cardId })
  const changes = data.filter(({ type }) => type === 'REMARK')
  assert.deepEqual(
    changes.map(({ before, after }) => [before, after]),
    [['', 'Facebook, June']],
    'the same remark again is no change',
  )
  assert.equal((await audited(ana.accountId)).length, 1)
})

test('the card of another account or sub-account is not there', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'PRO' })
  const cardId = await opensCard(ana)
  const sub = await subOf(ana)
  await assert.rejects(notes(await newAccount(), cardId, 'mine'), refusedAs('not_found'))
  await assert.rejects(notes(sub, cardId, 'mine'), refusedAs('not_found'))
})
