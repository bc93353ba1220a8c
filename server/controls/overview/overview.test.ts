import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Controls } from '#contract/controls/documents.ts'
import { LISTED_AT_MOST } from '#contract/controls/overview.ts'
import { identified } from '#test/fixtures/batches.ts'
import { asks, requestNo, withIssuer, work } from '#test/fixtures/cards.ts'
import { cardInHand, charges } from '#test/fixtures/trades.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { saveControls } from '../saveControls.ts'
import { CARDS_A_STEP, cardsNearLimit, controlsInForce } from './overview.ts'

withIssuer({ connections: 12 })

const aDay: Controls = { limits: [{ limitId: 'perday', window: 'DAY', amount: 100_00, count: 10, refunds: 'KEEP' }] }
const saves = (
  who: Person,
  scope: 'CARD' | 'GROUP' | 'SUB' | 'ACCOUNT',
  scopeIds: string[] | undefined,
  controls: Controls,
) => transaction((tx) => saveControls(who, { scope, scopeIds, controls }, tx))
const anas = async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  await identified(ana)
  return ana
}

test('what is in force is told by scope, and documents of cards with the number of their cards', async () => {
  const ana = await anas()
  const leo = await subOf(ana)
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  const [first, second, his] = [
    await cardInHand(ana, { rechargeAmount: 500_00, gid }),
    await cardInHand(ana, { rechargeAmount: 500_00 }),
    await cardInHand(leo, { rechargeAmount: 500_00 }),
  ]
  assert.deepEqual(await controlsInForce(ana, {}), { scopes: [], documents: [], documentCount: 0 })
  await saves(ana, 'ACCOUNT', undefined, { singleMax: 400_00 })
  await saves(ana, 'SUB', [leo.subUid], { singleMax: 300_00 })
  await saves(ana, 'GROUP', [gid], aDay)
  await saves(ana, 'CARD', [first.cardId, second.cardId], { singleMax: 200_00 })
  await saves(ana, 'CARD', [his.cardId], { singleMax: 100_00 })
  assert.equal((await charges(first, 30_00)).approved, true)

  const { scopes, documents, documentCount } = await controlsInForce(ana, {})
  assert.deepEqual(
    scopes.map(({ scope, scopeId, name, controls, standing }) => [scope, scopeId, name, controls, standing[0]?.used]),
    [
      ['ACCOUNT', ana.accountId, ana.name, { singleMax: 400_00 }, undefined],
      ['SUB', leo.subUid, leo.name, { singleMax: 300_00 }, undefined],
      ['GROUP', gid, 'Ads', aDay, 30_00],
    ],
  )
  assert.deepEqual(
    documents.map(({ controls, cardCount, cardId }) => [controls, cardCount, cardId]),
    [
      [{ singleMax: 200_00 }, 2, first.cardId],
      [{ singleMax: 100_00 }, 1, his.cardId],
    ],
  )
  assert.equal(documentCount, 2)
  const [{ controlNo } = { controlNo: 0 }] = documents
  assert.deepEqual(
    (await asks(ana, 'listCards', { controlNo, sort: 'openDate' })).data.map(({ cardId }) => cardId),
    [first.cardId, second.cardId],
  )
  const hers = await controlsInForce(leo, {})
  assert.deepEqual([hers.scopes, hers.documents.map(({ cardId }) => cardId)], [[], [his.cardId]])

  await asks(ana, 'deleteCard', { cardId: his.cardId, requestNo: requestNo() })
  await work()
  await saves(ana, 'SUB', [leo.subUid], {})
  const after = await controlsInForce(ana, {})
  assert.deepEqual([after.documentCount, after.scopes.map(({ scope }) => scope)], [1, ['ACCOUNT', 'GROUP']])
})

test('a card is near its limit from 80 % on, by amount or by number, the fullest first', async () => {
  const ana = await anas()
  const leo = await subOf(ana)
  const [idle, nearly, full, many] = [
    await cardInHand(ana, { rechargeAmount: 500_00 }),
    await cardInHand(ana, { rechargeAmount: 500_00 }),
    await cardInHand(leo, { rechargeAmount: 500_00 }),
    await cardInHand(ana, { rechargeAmount: 500_00 }),
  ]
  const cardIds = [idle, nearly, full, many].map(({ cardId }) => cardId)
  await saves(ana, 'CARD', cardIds, aDay)
  await charges(idle, 79_99)
  await charges(nearly, 80_00)
  await charges(full, 100_00)
  for (let n = 1; n <= 9; n++) await charges(many, 100 + n)
  const near = await cardsNearLimit(ana, {})
  assert.deepEqual(
    near.list.map(({ cardId, percent, standing }) => [cardId, percent, standing.left, standing.countLeft]),
    [
      [full.cardId, 100, 0, 9],
      [many.cardId, 90, 100_00 - 945, 1],
      [nearly.cardId, 80, 20_00, 9],
    ],
  )
  assert.deepEqual([near.found, near.looked, near.next], [3, 4, null])
  assert.deepEqual(
    (await cardsNearLimit(leo, {})).list.map(({ cardId }) => cardId),
    [full.cardId],
  )
  assert.equal((await cardsNearLimit(ana, { after: nearly.cardId })).found, 2)
})

test('an account with more cards than a step looks at is told where to go on, and no card is left out', async () => {
  const ana = await anas()
  const card = await cardInHand(ana, { rechargeAmount: 500_00 })
  await saves(ana, 'CARD', [card.cardId], aDay)
  await charges(card, 90_00)
  await copies(ana, card.cardId, CARDS_A_STEP + 20)
  const first = await cardsNearLimit(ana, {})
  assert.deepEqual([first.looked, first.list.length, first.found], [CARDS_A_STEP, LISTED_AT_MOST, CARDS_A_STEP])
  const second = await cardsNearLimit(ana, { after: first.next! })
  assert.deepEqual([second.looked, second.found, second.next], [21, 21, null])
  const { documents } = await controlsInForce(ana, {})
  assert.equal(documents[0]!.cardCount, CARDS_A_STEP + 21)
})

/** Cards with the same document and counters, as rows only: no issuer has them. */
async function copies({ accountId }: Person, cardId: string, count: number): Promise<void> {
  await sql`
    WITH one AS (SELECT * FROM card WHERE account_id = ${accountId} AND card_id = ${cardId}),
         more AS (SELECT n, -n AS la_id FROM generate_series(1, ${count}::int) AS n),
         usage AS (INSERT INTO card_usage
                   SELECT (jsonb_populate_record(NULL::card_usage, to_jsonb(card_usage) || jsonb_build_object('la_id', more.la_id))).*
                     FROM card_usage JOIN one USING (cell, la_id) CROSS JOIN more)
    INSERT INTO card (cell, account_id, card_id, card_seq_no, vid, bin, network, last4, country, status, issuer_id, open_order_no, la_id, created_at, updated_at, holder_enc, holder_marks, zip_hash, control_no)
    SELECT cell, account_id, 'crd_9' || lpad(n::text, 25, '0'), n::text, vid, bin, network, last4, country, 'PENDING', issuer_id, open_order_no, more.la_id, created_at, updated_at, holder_enc, holder_marks, zip_hash, control_no
      FROM one CROSS JOIN more`.execute(db)
}
