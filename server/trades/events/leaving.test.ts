import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { asks, booksHold, requestNo, walletOf, withIssuer } from '#test/cards.ts'
import { closesAccount } from '#test/closing.ts'
import { cardInHand, decides, event, request, tells } from '#test/trades.ts'
import { newAccount } from '#test/world.ts'
import { setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { updateStatus } from '#server/identity/closing/closingQueries.ts'
import { balanceOf, tenant } from '#server/ledger/ledger.ts'

withIssuer({ connections: 30 })
after(() => setClock())

for (const status of ['CLOSING', 'CLOSED'] as const)
  test(`a refund on a deleted card of an account that is ${status} is payable to its holder, not in a wallet that nobody pays out`, async () => {
    const ana = await newAccount({ balanceCents: 100_000 })
    const card = await cardInHand(ana, { rechargeAmount: 3000 })
    const purchase = request(card, 1250)
    assert.equal((await decides(purchase)).approved, true)
    await tells(event('clearing.posted', card, 1250, { authRef: purchase.ref }))
    await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
    await closesAccount(ana)
    if (status === 'CLOSED') await transaction((tx) => updateStatus(tx, ana.accountId, status))
    const payable = async () => (await balanceOf(db, tenant('2410', ana.accountId))).posted
    const before = await payable()
    await tells(event('refund.posted', card, 1000, { authRef: purchase.ref }))
    assert.deepEqual([(await walletOf(ana)).posted, (await payable()) - before], [0, 1000])
    const { rows } = await sql<{ line: string }>`
      SELECT side || ' ' || code || ' ' || amount AS line
        FROM ledger_transfer JOIN ledger_entry AS entry USING (transfer_id) JOIN ledger_account USING (la_id)
       WHERE kind = 'CARD_REFUND_RETURN' AND ledger_transfer.account_id = ${ana.accountId} ORDER BY n`.execute(db)
    assert.deepEqual(
      rows.map(({ line }) => line),
      ['D 2110 1000', 'C 2410 1000'],
    )
    await booksHold()
  })
