import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageAuthorizations as row } from '#contract/trades/trades.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { authOf, cardInHand, decides, request } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { answers } from '../module.ts'

withIssuer()

test('an authorization keeps what was typed compared with the card, also when it is approved', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana, { rechargeAmount: 90_000 })
  const checksOf = async (...of: Parameters<typeof request>) => {
    const asked = request(...of)
    await decides(asked)
    const { auth_id: cardAuthId } = (await authOf(asked.ref))!
    const { data } = await answers.pageAuthorizations(ana, row.input.parse({ cardAuthId, pageNo: 1, pageSize: 10 }))
    return { reason: data[0]!.reason, ...data[0]!.checks }
  }
  const right = { cvc: 'MATCH', expiry: 'MATCH', street: 'ABSENT' }
  const { zip, ...approved } = await checksOf(card, 1_000)
  assert.deepEqual(approved, { reason: 'APPROVE', ...right })
  assert.notEqual(zip, 'MISMATCH')
  assert.equal((await checksOf(card, 1_001, { cvc: undefined })).cvc, 'ABSENT')
  const wrong = await checksOf(card, 1_002, { cvc: card.cvc === '999' ? '998' : '999' })
  assert.deepEqual([wrong.reason, wrong.cvc, wrong.expiry], ['CVC_MISMATCH', 'MISMATCH', 'MATCH'])
  const late = await checksOf(card, 1_003, { expYear: card.expYear + 1 })
  assert.deepEqual([late.reason, late.cvc, late.expiry], ['EXPIRY_MISMATCH', 'MATCH', 'MISMATCH'])
  const byIssuer = { cvc: 'ABSENT', expiry: 'MATCH', zip: 'MISMATCH', street: 'MATCH' } as const
  const { reason: _, ...kept } = await checksOf(card, 1_004, { checks: byIssuer })
  assert.deepEqual(kept, byIssuer)
})
