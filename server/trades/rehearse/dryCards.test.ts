import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges } from '#test/fixtures/trades.ts'
import { owner } from '#test/database.ts'
import { newAccount } from '#test/world.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { sql } from '#server/core/db.ts'
import { countDryCards } from './dryCards.ts'

withIssuer()

test('a card that is used many times a day has no subscription to warn of, and its rows are not read', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana, { rechargeAmount: 90_000 })
  for (const days of [84, 56, 28]) {
    await charges(card, 27_000 + days)
    await sql`UPDATE auth SET occurred_at = ${ago(days * DAY)}
               WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${card.cardId}) AND amount_cents = ${27_000 + days}`.execute(
      owner,
    )
  }
  assert.equal(await countDryCards(ana.accountId), 1)
  const adds = (from: number, to: number) =>
    sql`
    INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents,
                      merchant_amount, merchant_currency, status, iso_code, pos, occurred_at)
    SELECT cell, account_no, auth_id + n, la_id, n, issuer_id, 'busy' || n, merchant_no + 1, descriptor, 1, 1, 1, 'USD', 'COMPLETE', '00', pos, occurred_at
      FROM (SELECT * FROM auth WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${card.cardId}) ORDER BY auth_id DESC LIMIT 1) AS newest,
           generate_series(${from}::int, ${to}::int) AS n`.execute(owner)
  await adds(1, 97)
  assert.equal(await countDryCards(ana.accountId), 1, 'a hundred authorizations in a hundred days')
  await adds(98, 98)
  assert.equal(await countDryCards(ana.accountId), 0, 'one more')
})
