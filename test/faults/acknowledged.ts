/**
 * What was acknowledged, written down where no database can lose it: in this process. Every entry is a promise that
 * somebody out there relies on, and the books must be exactly the sum of them.
 */

/** An order that was answered with success. `wallet` and `card`: what it does to them, in cents. */
export type Order = {
  readonly kind: 'OPEN' | 'LOAD' | 'UNLOAD'
  readonly orderNo: string
  readonly accountId: string
  readonly cardId: string
  readonly amount: number
  readonly wallet: number
  readonly card: number
}
/** USDT that is on the chain, and what the order for it promised. */
export type TopUp = {
  readonly orderNo: string
  readonly accountId: string
  readonly txHash: string
  readonly credit: number
}
/** A merchant was told yes, and what the network has said about it since. Cents. */
export type Approval = {
  readonly ref: string
  readonly accountId: string
  readonly cardId: string
  readonly amount: number
  reversed: number
  /** By the network's name for each clearing. */
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
  /** Requests whose end was never learned. */
  readonly unresolved: string[] = []
  /** Answers that were neither a success, nor a refusal, nor "busy, try again". */
  readonly faults: string[] = []
  /** How many requests had to be sent more than once. */
  retried = 0
  /** Authorizations that nobody answered in time. */
  unanswered = 0

  get size(): number {
    return this.orders.length + this.topUps.length + this.approvals.length + this.refunds.length
  }

  /** The same with one entry more: what a checker that looks at nothing would let pass. */
  withOneMore(): Log {
    const more: Log = Object.assign(new Log(), {
      ...this,
      orders: [...this.orders, { ...this.orders[0]!, orderNo: 'ord_never' }],
    })
    return more
  }
}

/** What an account's wallet and cards must hold by the log. */
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
