/**
 * A log of everything acknowledged, kept in this process, where no database can lose it. Every entry is a promise that a caller relies on, and the books must
 * equal the sum of the entries.
 */

/** An order that was answered with success. `wallet` and `card`: its effect on them, in cents. */
export type Order = {
  readonly kind: 'OPEN' | 'LOAD' | 'UNLOAD'
  readonly orderNo: string
  readonly accountId: string
  readonly cardId: string
  readonly amount: number
  readonly wallet: number
  readonly card: number
}
/** USDT sent on the chain, and the amount that its order promised. */
export type TopUp = {
  readonly orderNo: string
  readonly accountId: string
  readonly txHash: string
  readonly credit: number
}
/** An approval that a merchant received, and the network's later messages about it. Cents. */
export type Approval = {
  readonly ref: string
  readonly accountId: string
  readonly cardId: string
  readonly amount: number
  reversed: number
  /** By the network's id of each clearing. */
  readonly cleared: Map<string, number>
}
export type Refund = {
  readonly ref: string
  readonly accountId: string
  readonly cardId: string
  readonly amount: number
}

export class Log {
  readonly orders: Order[] = []
  readonly topUps: TopUp[] = []
  readonly approvals: Approval[] = []
  readonly refunds: Refund[] = []
  /** Requests with an unknown outcome. */
  readonly unresolved: string[] = []
  /** Answers other than a success, a refusal, or "busy, try again". */
  readonly faults: string[] = []
  /** How many requests were sent more than once. */
  retried = 0
  /** Authorizations that were not answered in time. */
  unanswered = 0

  get size(): number {
    return this.orders.length + this.topUps.length + this.approvals.length + this.refunds.length
  }

  /** Returns the log with one extra entry, which a working comparison must report. */
  withOneMore(): Log {
    const more: Log = Object.assign(new Log(), {
      ...this,
      orders: [...this.orders, { ...this.orders[0]!, orderNo: 'ord_never' }],
    })
    return more
  }
}

/** Returns what an account's wallet and cards must hold according to the log. */
export function expected(log: Log, people: readonly { accountId: string; startCents: number }[]) {
  const wallets = new Map(people.map(({ accountId, startCents }) => [accountId, startCents]))
  const cards = new Map<string, { posted: number; held: number }>()
  const inWallet = (accountId: string, cents: number): unknown =>
    wallets.set(accountId, (wallets.get(accountId) ?? 0) + cents)
  const onCard = (cardId: string, posted: number, held = 0): unknown => {
    const before = cards.get(cardId) ?? { posted: 0, held: 0 }
    return cards.set(cardId, { posted: before.posted + posted, held: before.held + held })
  }
  for (const { accountId, cardId, wallet, card } of log.orders) {
    inWallet(accountId, wallet)
    onCard(cardId, card)
  }
  for (const { accountId, credit } of log.topUps) inWallet(accountId, credit)
  for (const { cardId, amount, reversed, cleared } of log.approvals) {
    const taken = [...cleared.values()].reduce((sum, cents) => sum + cents, 0)
    onCard(cardId, -taken, cleared.size ? 0 : amount - reversed)
  }
  for (const { cardId, amount } of log.refunds) onCard(cardId, amount)
  return { wallets, cards }
}
