import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, opensCard, withIssuer } from '#test/cards.ts'
import { newAccount } from '#test/world.ts'
import { PriceFigures, priceFields } from '#contract/cards/desk/ranges.ts'
import { sql } from '#server/core/db.ts'

withIssuer()

test('no price is agreed or shown that nothing charges: declines and months cost nothing until a posting takes them', async () => {
  const uncharged = ['declineFee', 'freeDeclines', 'monthFee']
  for (const name of uncharged) assert.ok(!(name in priceFields) && !(name in PriceFigures.shape), name)
  const ana = await newAccount({ balanceCents: 100_00 })
  // An agreed figure of an older version stands in the table, and nobody sees it.
  await sql`UPDATE range_price SET decline_fee_cents = 50, month_fee_cents = 100`.execute(owner)
  const ranges = await asks(ana, 'cardRanges', {})
  assert.ok(ranges.length > 0)
  for (const range of ranges) for (const name of uncharged) assert.ok(!(name in range), name)
  await opensCard(ana)
})
