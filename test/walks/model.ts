/** The expected state of one account: its wallet, its debts, its cards, and every line that someone may read. */
import { CommissionModel } from './modelCommission.ts'
import { bpsOf, dayOf } from './modelTypes.ts'
import type {
  ModelAttempt,
  ModelAuth,
  ModelCard,
  ModelCoupon,
  ModelFlow,
  ModelSpend,
  ModelTopUp,
  ModelTrade,
} from './modelTypes.ts'

const BASIC = { openFee: 500, loadBps: 300 }

export class AccountModel {
  nowMs: number
  wallet = 0
  receivable = 0
  /** Of an account that is closing: what is to be paid out; until then undefined. */
  payableOnClosing: number | undefined
  /** Of the account's current plan. */
  prices = BASIC
  readonly cards: ModelCard[] = []
  readonly auths: ModelAuth[] = []
  /** What the network told about authorizations that have not arrived yet. */
  readonly awaited = new Map<string, { auth: ModelAuth; reversed: boolean }>()
  readonly trades: ModelTrade[] = []
  readonly flows: ModelFlow[] = []
  readonly spends: ModelSpend[] = []
  readonly topUps: ModelTopUp[] = []
  readonly attempts: ModelAttempt[] = []
  /** Unused ones. */
  coupons: ModelCoupon[] = []
  /** Of the account that invited this one. */
  readonly commission = new CommissionModel()

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  get owed(): number {
    return this.receivable + this.cards.reduce((sum, { balance }) => sum + Math.max(0, -balance), 0)
  }
  get payable(): number {
    return this.payableOnClosing ?? 0
  }
  get isRestricted(): boolean {
    return this.owed > 0
  }
  card(cardId: string): ModelCard {
    return this.cards.find((card) => card.cardId === cardId)!
  }
  free(card: ModelCard): number {
    return card.balance - card.held
  }

  // Money in and out.

  /** Yuan in fen at a rate in yuan per dollar: 1 % fee, converted at the customer rate, rounded down. */
  creditOf(fen: number, rate: string): number {
    const net = fen - bpsOf(fen, 100)
    const [whole, part = ''] = rate.split('.')
    const scaled = BigInt(whole! + part.padEnd(6, '0'))
    return Number((BigInt(net) * 1_000_000n) / scaled)
  }

  topUp(orderNo: string, credit: number): void {
    this.topUps.push({ orderNo, credit, reversed: false, atMs: this.nowMs })
    this.moveWallet('TOPUP_ONLINE', credit)
    this.payDebts()
  }

  reverseTopUp(topUp: ModelTopUp): void {
    topUp.reversed = true
    const fromWallet = Math.min(this.wallet, topUp.credit)
    this.moveWallet('TOPUP_REVERSED', -fromWallet)
    this.receivable += topUp.credit - fromWallet
    this.payDebts()
  }

  /** An adjustment by staff. */
  adjust(amount: number): void {
    this.moveWallet(amount > 0 ? 'ADJUST_IN' : 'ADJUST_OUT', amount)
    this.payDebts()
  }

  // Cards.

  openingFees(load: number, coupon?: ModelCoupon): number {
    const { openFee, loadBps } = this.prices
    const off = coupon ? (coupon.type === 'OPEN_FREE' ? openFee : Math.min(coupon.value, openFee)) : 0
    return openFee + bpsOf(load, loadBps) - off
  }
  loadFee(amount: number, coupon?: ModelCoupon): number {
    const fee = bpsOf(amount, this.prices.loadBps)
    return coupon ? fee - Math.floor((fee * coupon.value) / 10_000) : fee
  }
  openingTotal(load: number, coupon?: ModelCoupon): number {
    return load + this.openingFees(load, coupon)
  }
  loadTotal(amount: number, coupon?: ModelCoupon): number {
    return amount + this.loadFee(amount, coupon)
  }
  use(coupon: ModelCoupon | undefined): void {
    this.coupons = this.coupons.filter((one) => one !== coupon)
  }

  open(cardId: string, load: number, sub: string | undefined, coupon?: ModelCoupon): void {
    const card: ModelCard = {
      ...{ cardId, sub, status: 'ACTIVE', balance: 0, held: 0, loaded: 0, spent: 0, withdrawals: [], bill: [] },
    } as ModelCard
    this.cards.push(card)
    this.moveWallet('CARD_OPEN', -this.openingTotal(load, coupon), sub)
    this.commission.earn('OPEN', this.openingFees(load, coupon), this.nowMs)
    this.use(coupon)
    card.loaded += load
    this.moveCard(card, 'LOAD', load)
  }

  load(card: ModelCard, amount: number, by: string | undefined, coupon?: ModelCoupon): void {
    this.moveWallet('CARD_LOAD', -this.loadTotal(amount, coupon), by)
    this.commission.earn('LOAD', this.loadFee(amount, coupon), this.nowMs)
    this.use(coupon)
    card.loaded += amount
    this.moveCard(card, 'LOAD', amount)
  }

  withdraw(card: ModelCard, amount: number): void {
    card.withdrawals.push(dayOf(this.nowMs))
    this.moveCard(card, 'UNLOAD', -amount)
    this.moveWallet('CARD_UNLOAD', amount)
  }
  withdrawalsToday(card: ModelCard): number {
    return card.withdrawals.filter((day) => day === dayOf(this.nowMs)).length
  }

  freeze(card: ModelCard, on: boolean): void {
    card.status = on ? 'FROZEN' : 'ACTIVE'
  }

  delete(card: ModelCard): void {
    this.bringHome(card, card.held > 0 ? 'first' : 'rest')
    card.status = card.held > 0 ? 'CLOSING' : 'CLOSED'
  }

  /** Free money returns to the wallet, which pays the card's debt; the account owes the rest. Debts are paid immediately. */
  bringHome(card: ModelCard, part: 'first' | 'rest'): void {
    const free = this.free(card)
    if (free > 0) {
      this.moveCard(card, 'CLOSE', -free)
      this.moveWallet('CARD_CLOSE_RETURN', free, card.sub)
    } else if (part === 'rest' && card.balance < 0) {
      const debt = -card.balance
      const paid = Math.min(this.wallet, debt)
      this.moveWallet('CARD_NEGATIVE_COVER', -paid, card.sub)
      this.receivable += debt - paid
      card.loaded += debt
      this.moveCard(card, 'LOAD', debt)
    }
    this.payDebts()
  }

  /** Called when a hold ends, in full or in part. */
  holdEnded(card: ModelCard): void {
    this.closeAfterLastHold(card)
    this.payDebts()
  }
  /** A card that is waiting to be deleted is deleted with its last hold. */
  closeAfterLastHold(card: ModelCard): void {
    if (card.status !== 'CLOSING' || card.held > 0) return
    this.bringHome(card, 'rest')
    card.status = 'CLOSED'
  }

  // The end.

  close(): void {
    this.payableOnClosing = 0
    this.moveToPayable()
  }
  /** Whatever is not owed becomes payable. */
  moveToPayable(): void {
    if (this.payableOnClosing === undefined) return
    const amount = Math.max(0, this.wallet - this.owed)
    this.payableOnClosing += amount
    this.moveWallet('CLOSE_ACCOUNT', -amount)
  }
  /** A debt is paid before the payout. */
  reclaim(): void {
    if (this.payableOnClosing === undefined) return
    const amount = Math.min(this.payableOnClosing, Math.max(0, this.owed - this.wallet))
    this.payableOnClosing -= amount
    this.moveWallet('CLOSE_ACCOUNT', amount)
  }

  // Debts.

  /** The wallet pays cards below zero, then the receivable; then cards pay it with their free money. Oldest first. */
  payDebts(): void {
    this.reclaim()
    for (const card of this.cards) this.coverFromWallet(card)
    const fromWallet = Math.min(this.wallet, this.receivable)
    this.receivable -= fromWallet
    this.moveWallet('CARD_NEGATIVE_COVER', -fromWallet)
    for (const card of this.cards) {
      const paid = Math.min(Math.max(0, this.free(card)), this.receivable)
      if (paid === 0) continue
      this.receivable -= paid
      this.moveCard(card, 'DEBT', -paid)
    }
  }
  coverFromWallet(card: ModelCard): void {
    const paid = Math.min(this.wallet, Math.max(0, -card.balance))
    if (paid === 0) return
    this.moveWallet('CARD_NEGATIVE_COVER', -paid, card.sub)
    card.loaded += paid
    this.moveCard(card, 'LOAD', paid)
  }

  // Lines.

  moveWallet(type: string, amount: number, sub?: string): void {
    if (amount === 0) return
    this.wallet += amount
    if (this.wallet < 0) throw new Error(`the model's wallet is at ${this.wallet}`)
    this.flows.push({ type, amount, after: this.wallet, atMs: this.nowMs, sub })
  }
  moveCard(card: ModelCard, type: string, amount: number): void {
    if (amount === 0) return
    card.balance += amount
    card.bill.push({ type, amount, after: card.balance })
  }
  spend(card: ModelCard, amount: number, sub: string | undefined): void {
    card.spent += amount
    this.spends.push({ atMs: this.nowMs, amount, sub })
  }

  // Totals shown on pages.

  spentBetween(fromDay: number, toDay: number, whose: (sub: string | undefined) => boolean = () => true): number {
    return this.spends
      .filter(({ atMs, sub }) => dayOf(atMs) >= fromDay && dayOf(atMs) <= toDay && whose(sub))
      .reduce((sum, { amount }) => sum + amount, 0)
  }
  /** Of cards by their owner of now. */
  attemptsSince(fromDay: number, whose: (sub: string | undefined) => boolean = () => true): ModelAttempt[] {
    return this.attempts.filter(({ atMs, cardId }) => dayOf(atMs) >= fromDay && whose(this.card(cardId).sub))
  }
  unexplainedRefunds(): number {
    return this.trades
      .filter(({ type, status }) => type === 'REFUND' && status === 'POSTED')
      .reduce((sum, { excess }) => sum + excess, 0)
  }
}
