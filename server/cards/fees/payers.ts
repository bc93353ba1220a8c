/** Who pays a fee that nobody ordered, and its posting. */
import { add, type Cents } from '#contract/core/money.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import type { Tx } from '#server/core/db.ts'
import { cardAccount, credit, debit, platform, postMany, wallet, type Transfer } from '#server/ledger/ledger.ts'
import { coverNegative } from '../debts/coverDebts.ts'
import { lockMoneyOfMany } from '../lockCard.ts'
import { addSpent } from '../posting/queries.ts'
import type { CardRow } from '../queries.ts'

export type PaidFrom = 'CARD' | 'WALLET'

/** The wallet and some cards of an account, under their locks. */
export type Payers = {
  readonly cards: ReadonlyMap<string, CardRow>
  /** Takes an amount from what is available on the card, otherwise from the wallet; undefined if neither has it. What is held stays. */
  take(card: CardRow, amount: Cents): PaidFrom | undefined
}

/** An existing card keeps its balance; the balance of any other has gone to the wallet, or is on its way there. */
export const keepsMoney = ({ status }: Pick<CardRow, 'status'>): boolean => status === 'ACTIVE' || status === 'EXPIRED'

/** Locks the wallet and the cards, in the order of all postings. */
export async function lockPayers(tx: Tx, accountId: string, cardIds: readonly string[]): Promise<Payers> {
  const { cards, walletBalance } = await lockMoneyOfMany(tx, accountId, cardIds)
  let inWallet = walletBalance.available
  const onCard = new Map([...cards.values()].map((card) => [card.card_id, keepsMoney(card) ? card.available_cents : 0]))
  return {
    cards,
    take({ card_id }, amount) {
      const available = onCard.get(card_id)!
      if (available >= amount) {
        onCard.set(card_id, available - amount)
        return 'CARD'
      }
      if (inWallet < amount) return undefined
      inWallet -= amount
      return 'WALLET'
    },
  }
}

/** A fee to post. `owed`: the card does not have it and goes below zero. */
type Fee = Pick<Transfer, 'kind' | 'biz' | 'leg'> & {
  readonly income: '4080' | '4090'
  readonly card: CardRow
  readonly amount: Cents
  readonly from: PaidFrom
  readonly owed: boolean
  /** `period`: the month that it is for. `descriptor`: the merchant whose purchase was declined. */
  readonly meta: FlowMeta & { readonly period?: string; readonly descriptor?: string }
}

/** Posts fees of one account whose money is locked. Returns their transfers, in order. */
export async function postFees(tx: Tx, accountId: string, fees: readonly Fee[]): Promise<string[]> {
  const posted = await postMany(
    tx,
    fees.map(({ kind, biz, leg, income, card, amount, from, meta }): Transfer => ({
      kind,
      accountId,
      biz,
      ...(leg !== undefined && { leg }),
      lines: [
        debit(from === 'CARD' ? cardAccount(accountId, card.card_id) : wallet(accountId), amount),
        credit(platform(income), amount),
      ],
      meta: { ...metaOf(card), ...meta },
    })),
  )
  const byCard = Map.groupBy(
    fees.filter(({ from }, at) => from === 'CARD' && !posted[at]!.replayed),
    ({ card }) => card.card_id,
  )
  for (const [cardId, those] of byCard) await addSpent(tx, accountId, cardId, add(...those.map(({ amount }) => amount)))
  for (const [cardId, those] of byCard) if (those.some(({ owed }) => owed)) await coverNegative(tx, accountId, cardId)
  return posted.map(({ transferId }) => transferId)
}

/** The card of a fee, for statements. */
export const metaOf = ({ card_id, card_seq_no, last4, owner_sub_uid }: CardRow): FlowMeta => ({
  cardId: card_id,
  cardSeqNo: card_seq_no,
  ...(last4 && { lastFour: last4 }),
  ...(owner_sub_uid && { subUid: owner_sub_uid }),
})
