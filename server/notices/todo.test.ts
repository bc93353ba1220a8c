import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '#contract/notices/notices.ts'
import { owner } from '#test/database.ts'
import { withIssuer } from '#test/cards.ts'
import { cardInHand, charges } from '#test/trades.ts'
import { newAccount, subOf } from '#test/world.ts'
import { ago, ahead, DAY, MINUTE, now } from '../core/clock.ts'
import { db, sql } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { answers } from './module.ts'

withIssuer()

test('to do are requests, unread codes, ending seats, cards that expire and cards that run dry for a subscription', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const todo = async () => contract.overview.output.parse(await answers.overview(ana, { days: 30 })).todo
  assert.deepEqual(await todo(), {
    forecastPending: 0,
    otp: 0,
    requests: 0,
    planDays: null,
    seatsEnding: 0,
    dryCards: 0,
    cardsExpiring: 0,
  })

  const sub = await subOf(ana)
  const card = await cardInHand(ana, { rechargeAmount: 90_000 })
  for (const days of [84, 56, 28]) {
    await charges(card, 27_000 + days)
    await sql`UPDATE auth SET occurred_at = ${ago(days * DAY)} WHERE card_id = ${card.cardId} AND amount_cents = ${27_000 + days}`.execute(
      owner,
    )
  }
  await sql`INSERT INTO sub_ask (ask_id, account_id, sub_uid, kind, created_at)
            VALUES (${newId('ask')}, ${ana.accountId}, ${sub.subUid}, 'RENEW', ${now()})`.execute(db)
  await sql`UPDATE sub_account SET expires_at = ${ahead(3 * DAY)} WHERE sub_uid = ${sub.subUid}`.execute(db)
  const codeId = newId('tdc')
  await sql`INSERT INTO three_d_code (account_id, code_id, card_id, issuer_id, challenge_ref, merchant_name, amount_cents, code_sealed, issued_at, expires_at)
            VALUES (${ana.accountId}, ${codeId}, ${card.cardId}, 'sim', ${codeId}, 'NIKE', 100, '\\x00', ${now()}, ${ahead(5 * MINUTE)})`.execute(
    db,
  )
  const before = await todo()
  assert.deepEqual(
    [before.requests, before.otp, before.seatsEnding, before.dryCards, before.cardsExpiring],
    [1, 1, 1, 1, 0],
  )

  await sql`UPDATE card SET expires_at = ${now()} WHERE card_id = ${card.cardId}`.execute(db)
  await sql`INSERT INTO three_d_seen (account_id, code_id, login_id) VALUES (${ana.accountId}, ${codeId}, ${ana.loginId})`.execute(
    db,
  )
  await sql`UPDATE sub_ask SET status = 'DENIED', answered_at = ${now()} WHERE sub_uid = ${sub.subUid}`.execute(db)
  const after = await todo()
  assert.deepEqual([after.requests, after.otp, after.cardsExpiring], [0, 0, 1])
})
