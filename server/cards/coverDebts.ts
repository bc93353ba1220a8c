/** What an account owes, and how its wallet and its cards pay for it. */
import type { FlowMeta } from '#contract/funding/funding.ts'
import { add, show, type Cents } from '#contract/core/money.ts'
import { record, system } from '../audit/audit.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { accountOf, allRestricted, matchRestriction, reclaimForDebt } from '../identity/identity.ts'
import { newId } from '../core/ids.ts'
import {
  cardAccount,
  credit,
  debit,
  debtors,
  lockAccounts,
  lockDebtMoney,
  owedBy,
  postMany,
  tenant,
  wallet,
  type Transfer,
} from '../ledger/ledger.ts'
import { notify } from '../core/news.ts'
import { debtPolicy } from './debtPolicy.ts'
import { logCards, type LogEntry } from './orderQueries.ts'
import { addLoaded, cardsWithin } from './queries.ts'
import { shareDebt, type Payment } from './shareDebt.ts'
import { nameOf } from './shown.ts'

/**
 * A posting may have taken a card below zero: pay for it from the wallet as far as it goes. What it cannot pay is owed:
 * the account is restricted until {@link coverDebts} has paid the rest. The wallet and the card are locked already, and
 * other cards are left alone: they may be locked by postings that wait for this wallet.
 */
export async function coverNegative(tx: Tx, accountId: string, cardId: string): Promise<void> {
  const [purse, card] = await lockAccounts(tx, [wallet(accountId), cardAccount(accountId, cardId)])
  const payments = shareDebt({ wallet: purse!.available, cards: [{ ...card!, cardId }], receivable: 0 }, 'spend')
  await pay(tx, accountId, payments, new Map([[cardId, card!.posted]]))
  await matchRestriction(tx, accountId)
}

/** Money came home, or less is owed: pay what is owed as far as it goes; with nothing left, lift the restriction. */
export const coverDebts = ({ accountId }: { accountId: string }): Promise<void> =>
  transaction(async (tx) => void (await payDebts(tx, accountId)))

/** The same within a transaction; gives what is still owed. Locks the wallet first, and all cards that it concerns. */
export async function payDebts(tx: Tx, accountId: string): Promise<Cents> {
  const { total } = await owedBy(tx, accountId)
  if (total === 0 && !(await accountOf(tx, accountId)).restricted) return 0
  if (total > 0) {
    await reclaimForDebt(tx, accountId, total)
    const { wallet: purse, cards, receivable } = await lockDebtMoney(tx, accountId)
    const balances = cards.map((card) => ({ ...card, cardId: card.ref.owner }))
    const payments = shareDebt(
      { wallet: purse.available, cards: balances, receivable: receivable.posted },
      debtPolicy(),
    )
    await pay(tx, accountId, payments, new Map(balances.map(({ cardId, posted }) => [cardId, posted])))
  }
  return matchRestriction(tx, accountId)
}

/** What no job has seen to: a job that was lost, a policy that was changed. */
export async function settleAllDebts(): Promise<void> {
  const accountIds = new Set([...(await debtors(db)), ...(await allRestricted(db))])
  for (const accountId of accountIds) await coverDebts({ accountId })
}

async function pay(
  tx: Tx,
  accountId: string,
  payments: readonly Payment[],
  before: ReadonlyMap<string, Cents>,
): Promise<void> {
  if (!payments.length) return
  const cardIds = payments.flatMap(({ cardId }) => cardId ?? [])
  const cards = await cardsWithin(tx, { accountId, subUid: undefined }, cardIds)
  const metaOf = (cardId: string): FlowMeta => {
    const { card_seq_no, last4, owner_sub_uid } = cards.get(cardId)!
    return {
      cardId,
      cardSeqNo: card_seq_no,
      ...(last4 && { lastFour: last4 }),
      ...(owner_sub_uid && { subUid: owner_sub_uid }),
    }
  }
  await postMany(
    tx,
    payments.map(({ from, cardId, amount }): Transfer => {
      const [payer, debt] = [
        from === 'card' ? cardAccount(accountId, cardId!) : wallet(accountId),
        from === 'wallet' && cardId ? cardAccount(accountId, cardId) : tenant('1310', accountId),
      ]
      return {
        kind: from === 'card' ? 'DEBT_FROM_CARD' : 'CARD_NEGATIVE_COVER',
        accountId,
        biz: { type: 'cover', id: newId('cov') },
        lines: [debit(payer, amount), credit(debt, amount)],
        ...(cardId && { meta: metaOf(cardId) }),
      }
    }),
  )
  const logged: LogEntry[] = []
  for (const { from, cardId, amount } of payments) {
    if (!cardId) continue
    const balance = before.get(cardId)!
    const after = from === 'card' ? add(balance, -amount) : add(balance, amount)
    if (from === 'wallet') await addLoaded(tx, accountId, cardId, amount)
    logged.push({
      accountId,
      cardId,
      type: from === 'card' ? 'DEBT' : 'COVER',
      before: show(balance),
      after: show(after),
      amount,
    })
  }
  await logCards(tx, logged)
  await tellPulled(
    tx,
    accountId,
    payments.filter(({ from }) => from === 'card'),
  )
}

/** Money left cards without their owner's doing: it is in the operation log, and the owner hears of it. */
async function tellPulled(tx: Tx, accountId: string, pulled: readonly Payment[]): Promise<void> {
  if (!pulled.length) return
  const amount = pulled.reduce((sum, payment) => add(sum, payment.amount), 0)
  const { total: owed } = await owedBy(tx, accountId)
  const [card] = (await cardsWithin(tx, { accountId, subUid: undefined }, [pulled[0]!.cardId!])).values()
  await record(tx, system(accountId), {
    type: 'DEBT',
    target: pulled.length === 1 && card ? nameOf(card) : `${pulled.length} 张卡 cards`,
    content: {
      cn: `从 ${pulled.length} 张卡扣回 ${show(amount)} 抵扣欠款，剩余欠款 ${show(owed)}`,
      en: `Applied ${show(amount)} from ${pulled.length === 1 ? '1 card' : `${pulled.length} cards`} to the debt, ${show(owed)} still owed`,
    },
    after: { cards: pulled.map(({ cardId, amount }) => ({ cardId, amount })), owed },
    amount,
  })
  await notify(tx, { accountId }, 'debt_from_cards', { amount: show(amount), owed: show(owed), count: pulled.length })
}
