import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { withDatabase } from '#test/database.ts'
import type { TransferKind } from '#contract/ledger/ledger.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, tenant, wallet, type Line, type Ref } from '../ledger.ts'

const settlement = platform('2110', 'sim')
const NOTHING = { total: 0, receivable: 0, onCards: 0 }

/** An account holder with an empty wallet. */
async function aHolder() {
  const accountId = newId('acc')
  await transaction((tx) => ledger.openAccounts(tx, [wallet(accountId)]))
  const posts = (kind: TransferKind, ...lines: Line[]) =>
    transaction((tx) => ledger.post(tx, { kind, accountId, biz: { type: 'test', id: newId('tst') }, lines }))
  return {
    accountId,
    /** A card with this balance, which may be below zero. */
    async hasCard(cents: number, cardId = newId('crd')): Promise<Ref> {
      const card = cardAccount(accountId, cardId)
      await transaction((tx) => ledger.openAccounts(tx, [card]))
      if (cents > 0) await posts('CARD_REFUND', debit(settlement, cents), credit(card, cents))
      if (cents < 0) await posts('FORCED_POST', debit(card, -cents), credit(settlement, -cents))
      return card
    },
    /** Reverses a top-up that is already spent. */
    owes: (cents: number) =>
      posts('TOPUP_REVERSED', debit(tenant('1310', accountId), cents), credit(settlement, cents)),
  }
}
type Holder = Awaited<ReturnType<typeof aHolder>>
const owedBy = ({ accountId }: Holder) => ledger.owedBy(db, accountId)

describe('what is owed', () => {
  withDatabase()
  let ana: Holder
  let ben: Holder
  let cleo: Holder

  /** The customers' debts are not covered by their money, so the platform funds them. */
  const coversDebts = () =>
    transaction((tx) =>
      ledger.post(tx, {
        kind: 'PROGRAM_FUNDED',
        accountId: ledger.PLATFORM,
        biz: { type: 'test', id: 'own money' },
        lines: [debit(platform('1020', 'bank'), 10_000), credit(platform('1010'), 10_000)],
      }),
    )

  beforeEach(async () => {
    await coversDebts()
    ;[ana, ben, cleo] = [await aHolder(), await aHolder(), await aHolder()]
  })
  afterEach(async () => assert.deepEqual(await ledger.prove(), []))

  it('is the receivable and what cards are below zero, and money on another card takes nothing off it', async () => {
    await ana.hasCard(-300)
    await ana.hasCard(-20)
    await ana.hasCard(500)
    await ana.owes(150)
    assert.deepEqual(await owedBy(ana), { total: 470, receivable: 150, onCards: 320 })
  })

  it('is each account holder’s own: nobody owes what another does', async () => {
    await ana.owes(150)
    await ben.hasCard(-70)
    await cleo.hasCard(500)
    assert.deepEqual(
      [await owedBy(ana), await owedBy(ben), await owedBy(cleo)],
      [{ total: 150, receivable: 150, onCards: 0 }, { total: 70, receivable: 0, onCards: 70 }, NOTHING],
    )
  })

  it('is found by the sweep, once for each account that owes and for no other', async () => {
    await ben.hasCard(-1)
    await ana.hasCard(-1)
    await ana.owes(1)
    await cleo.hasCard(1)
    const concerned = new Set([ana, ben, cleo].map(({ accountId }) => accountId))
    const found = (await ledger.debtors(db)).filter((accountId) => concerned.has(accountId))
    assert.deepEqual(found, [ana.accountId, ben.accountId])
  })

  it('is paid oldest card first, with the wallet and the receivable locked too, and no card that cannot take part', async () => {
    const [first, second, third] = [newId('crd'), newId('crd'), newId('crd')]
    await ana.hasCard(-30, third) // opened in the books in a different order than the cards were created
    await ana.hasCard(500, first)
    await ana.hasCard(-20, second)
    await ana.hasCard(0)
    const promised = await ana.hasCard(80)
    await transaction((tx) => ledger.hold(tx, { on: promised, amount: 80, biz: { type: 'test', id: newId('tst') } }))
    const { wallet: purse, cards, receivable } = await transaction((tx) => ledger.lockDebtMoney(tx, ana.accountId))
    assert.deepEqual([purse.ref.code, purse.available, receivable.ref.code, receivable.posted], ['2010', 0, '1310', 0])
    assert.deepEqual(
      cards.map(({ ref, posted }) => [ref.owner, posted]),
      [
        [first, 500],
        [second, -20],
        [third, -30],
      ],
    )
  })
})
