/** Cards that forced postings took below zero, and how the wallet pays for them. */
import { show, type Cents } from '../../contract/money.ts'
import { transaction, type Tx } from '../db.ts'
import { accountOf, changeAccount } from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { cardAccount, credit, debit, lockAccounts, post, tenant, wallet } from '../ledger/ledger.ts'
import { notify } from '../news.ts'
import { addLoaded, negativeCards } from './queries.ts'
import { logCards } from './orderQueries.ts'

/**
 * A posting may have taken a card below zero: pay for it from the wallet as far as it goes. What it cannot pay is owed:
 * the account is restricted until {@link coverDebts} has paid the rest. Locks wallet and card.
 */
export async function coverNegative(tx: Tx, accountId: string, cardId: string): Promise<void> {
  const owed = await coverCards(tx, accountId, [cardId])
  if (owed === 0 || (await accountOf(tx, accountId)).restricted) return
  await changeAccount(tx, accountId, { restricted: true })
  await notify(tx, { accountId }, 'negative_balance', { amount: show(owed) })
}

/** Money came into the wallet: pay what cards owe, then what closed cards left behind; with nothing left, lift the restriction. */
export const coverDebts = ({ accountId }: { accountId: string }): Promise<void> =>
  transaction(async (tx) => {
    const owedByCards = await coverCards(tx, accountId, await negativeCards(tx, accountId))
    const owed = owedByCards + (await coverReceivable(tx, accountId))
    if (owed > 0 || !(await accountOf(tx, accountId)).restricted) return
    await changeAccount(tx, accountId, { restricted: false })
    await notify(tx, { accountId }, 'negative_cleared')
  })

/** Gives what is still owed after it. Balances are read under the locks, so two of these at once pay once. */
async function coverCards(tx: Tx, accountId: string, cardIds: readonly string[]): Promise<Cents> {
  const [purse, ...cards] = await lockAccounts(tx, [
    wallet(accountId),
    ...cardIds.map((cardId) => cardAccount(accountId, cardId)),
  ])
  let available = purse!.available
  let owed = 0
  for (const { ref, posted } of cards) {
    const debt = Math.max(0, -posted)
    const paid = Math.min(debt, Math.max(0, available))
    owed += debt - paid
    if (paid === 0) continue
    available -= paid
    const lines = [debit(wallet(accountId), paid), credit(ref, paid)]
    await post(tx, {
      kind: 'CARD_NEGATIVE_COVER',
      accountId,
      biz: { type: 'cover', id: newId('cov') },
      lines,
      meta: { cardId: ref.owner },
    })
    await addLoaded(tx, accountId, ref.owner, paid)
    await logCards(tx, [
      { accountId, cardId: ref.owner, type: 'COVER', before: show(posted), after: show(posted + paid), amount: paid },
    ])
  }
  return owed
}

/** What deleted cards left owing stands on the account itself. */
async function coverReceivable(tx: Tx, accountId: string): Promise<Cents> {
  const [purse, receivable] = await lockAccounts(tx, [wallet(accountId), tenant('1310', accountId)])
  const paid = Math.min(receivable!.posted, Math.max(0, purse!.available))
  if (paid > 0) {
    const lines = [debit(wallet(accountId), paid), credit(tenant('1310', accountId), paid)]
    await post(tx, { kind: 'CARD_NEGATIVE_COVER', accountId, biz: { type: 'cover', id: newId('cov') }, lines })
  }
  return receivable!.posted - paid
}
