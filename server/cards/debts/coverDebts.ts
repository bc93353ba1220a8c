/** An account's debts, and how its wallet and its cards pay them. */
import { add, show, type Cents } from '#contract/core/money.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { record, system } from '#server/audit/audit.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { accountOf, allRestricted, matchRestriction, reclaimForDebt } from '#server/identity/identity.ts'
import {
  cardAccount,
  credit,
  debit,
  debtors,
  lockAccounts,
  lockDebtMoney,
  owedBy,
  post,
  postMany,
  tenant,
  wallet,
  type Transfer,
} from '#server/ledger/ledger.ts'
import { logCards, type LogEntry } from '../orders/log.ts'
import { addLoaded, cardsWithin, nameOf } from '../queries.ts'
import { shareDebt, debtPolicy, type Payment } from './shareDebt.ts'

/**
 * After a posting that may have taken a card below zero: pays for it from the wallet as far as possible. The rest is a debt: the account is restricted until
 * {@link coverDebts} has paid it. The wallet and the card are already locked. Other cards are not touched: they may be locked by postings that wait for this
 * wallet.
 */
export async function coverNegative(tx: Tx, accountId: string, cardId: string): Promise<void> {
  const [walletBalance, card] = await lockAccounts(tx, [wallet(accountId), cardAccount(accountId, cardId)])
  const payments = shareDebt(
    { wallet: walletBalance!.available, cards: [{ ...card!, cardId }], receivable: 0 },
    'spend',
  )
  await pay(tx, accountId, payments, new Map([[cardId, card!.posted]]))
  await matchRestriction(tx, accountId)
}

/** After money came in or a debt shrank: pays debts as far as possible; with none left, lifts the restriction. */
export const coverDebts = ({ accountId }: { accountId: string }): Promise<void> =>
  transaction(async (tx) => void (await payDebts(tx, accountId)))

/** Like {@link coverDebts}, within a transaction; returns the remaining debt. Locks the wallet first, and all cards concerned. */
export async function payDebts(tx: Tx, accountId: string): Promise<Cents> {
  if ((await owedBy(tx, accountId)).total === 0 && !(await accountOf(tx, accountId)).restricted) return 0
  // What takes a card below zero holds the wallet's lock: a debt that was not there a moment ago is paid too.
  await lockAccounts(tx, [wallet(accountId)])
  const { total } = await owedBy(tx, accountId)
  if (total > 0) {
    await reclaimForDebt(tx, accountId, total)
    const { wallet: walletBalance, cards, receivable } = await lockDebtMoney(tx, accountId)
    const balances = cards.map((card) => ({ ...card, cardId: card.ref.owner }))
    const payments = shareDebt(
      { wallet: walletBalance.available, cards: balances, receivable: receivable.posted },
      debtPolicy(),
    )
    await pay(tx, accountId, payments, new Map(balances.map(({ cardId, posted }) => [cardId, posted])))
  }
  return matchRestriction(tx, accountId)
}

/** Moves what deleted cards owe to the account's own debt (1310), up to an amount in cents, oldest card first. Locks the money that a debt concerns. */
export async function chargeClosedCards(tx: Tx, accountId: string, atMost: Cents): Promise<void> {
  const { cards } = await lockDebtMoney(tx, accountId)
  const owing = cards.filter(({ posted }) => posted < 0)
  const rows = await cardsWithin(
    tx,
    { accountId, subUid: undefined },
    owing.map(({ ref }) => ref.owner),
  )
  let moved = 0
  for (const { ref, posted } of owing) {
    const card = rows.get(ref.owner)!
    const amount = Math.min(-posted, atMost - moved)
    if (card.status !== 'CLOSED' || amount <= 0) continue
    moved = add(moved, amount)
    await post(tx, {
      kind: 'CARD_NEGATIVE_COVER',
      accountId,
      biz: { type: 'cover', id: newId('cov') },
      lines: [debit(tenant('1310', accountId), amount), credit(ref, amount)],
      meta: { cardId: card.card_id, cardSeqNo: card.card_seq_no, ...(card.last4 && { lastFour: card.last4 }) },
    })
    await addLoaded(tx, accountId, card.card_id, amount)
    const [before, after] = [show(posted), show(add(posted, amount))]
    await logCards(tx, [{ accountId, cardId: card.card_id, type: 'COVER', before, after, amount }])
  }
}

/** Covers debts that no job has handled: after a lost job or a changed policy. An account that cannot be settled now stops no other; it is tried again. */
export async function settleAllDebts(): Promise<void> {
  const accountIds = new Set([...(await debtors(db)), ...(await allRestricted(db))])
  await eachAlone(accountIds, (accountId) => coverDebts({ accountId }))
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

/** Money was taken from cards without an order of their owner: it is recorded in the operation log, and the owner is notified. */
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
