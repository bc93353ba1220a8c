/**
 * Moves earnings out of customers' money once a day: fees stay in the accounts that received them until they are moved to our own (1010). Until then, the same
 * amount could be missing from customers' money without being noticed. A loss that comes after the move (a sale below its book value, a cost, a rate, a debt)
 * leaves customers' money short, and brings earnings back.
 */
import { type Cents, share } from '#contract/core/money.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import {
  coverNow,
  credit,
  debit,
  movedEarnings,
  owedByAll,
  PLATFORM,
  platform,
  platformBalances,
  post,
  tenantSum,
  type Line,
} from '#server/ledger/ledger.ts'
import { rateNow } from '../rails/rates.ts'
import { oneTreasuryMove, undecidedFees } from './queries.ts'
import { dateOf, dayBegan } from '#server/core/clock.ts'

type Balance = { code: string; owner: string; currency: string; balance: number }

/**
 * Earned and not yet moved: income less cost, less customers' debts to us (which it covers), less fees that may still go back, less the balance of our own
 * account; never more than the income not moved before, so that capital which we brought in stays where it is.
 */
export function ownMoney(
  balances: readonly Balance[],
  currency: 'USD' | 'CNY',
  { receivable, undecided, moved }: { receivable: Cents; undecided: Cents; moved: number },
): number {
  const sum = (test: (code: string) => boolean): number =>
    balances.reduce((all, one) => (one.currency === currency && test(one.code) ? all + one.balance : all), 0)
  // 4015 contains the coupon discounts on income, on the other side.
  const taken = sum((code) => code.startsWith('4') && code !== '4015') - sum((code) => code === '4015')
  const income = taken - undecided
  const cost = sum((code) => code.startsWith('5'))
  const own = income - cost - receivable - sum((code) => code === '1010')
  return Math.max(0, Math.min(own, income - moved))
}

/** Runs once a day; a second run on the same day moves nothing. Without a rate it waits, because the cover of customers' money cannot be computed. */
export async function moveEarnings(): Promise<void> {
  if (!(await rateNow())) return
  await transaction(async (tx) => {
    // A sale or a sweep that is being booked would not be seen, and the same yuan would be moved twice.
    await oneTreasuryMove(tx)
    const balances = await platformBalances(tx)
    const moved = await movedEarnings(tx)
    const found = await roomNow(tx, balances)
    const [kind, lines] =
      found.room < 0
        ? (['EARNINGS_RETURNED', linesBack(balances, Math.min(-found.room, moved.USD))] as const)
        : (['EARNINGS_MOVED', linesOut(balances, moved, found)] as const)
    if (lines.length === 0) return
    const biz = { type: 'earnings', id: dateOf(dayBegan().getTime()) }
    await post(tx, { kind, accountId: PLATFORM, biz, lines })
  })
}

type Room = { room: Cents; debts: Cents; undecided: Cents; midMicros: number | undefined }

/** `room`: how much more customers' money is than it must be, at the day's rate; below zero it is short. */
async function roomNow(tx: Tx, balances: readonly Balance[]): Promise<Room> {
  const { owedCents, coveredCents, rate } = await coverNow(tx)
  // Prepaid plans and seats are not earned yet, and neither are fees owed to the issuer.
  const unearned = await tenantSum(tx, ['2210', '2220'])
  const payable = balances.filter(({ code }) => code === '2120').reduce((sum, { balance }) => sum + balance, 0)
  const debts = await owedByAll(tx)
  // A card below zero makes the sum of customers' balances smaller, but no less is owed to the others: its debt stays covered, as a receivable (1310) does.
  const onCards = debts - (await tenantSum(tx, ['1310']))
  // A fee that goes back is customers' money again, and would be missing until the next day.
  const undecided = await undecidedFees(tx)
  const room = coveredCents - owedCents - onCards - unearned - payable - undecided
  return { room, debts, undecided, midMicros: rate?.midMicros }
}

/** In dollars, to the bank that has most of customers' money, as far as our own account has them. */
function linesBack(balances: readonly Balance[], most: Cents): Line[] {
  const dollars = (code: string) => balances.filter((one) => one.code === code && one.currency === 'USD')
  const own = dollars('1010').reduce((sum, { balance }) => sum + balance, 0)
  const bank = dollars('1020').reduce<Balance | undefined>(
    (best, one) => (best && best.balance >= one.balance ? best : one),
    undefined,
  )
  const units = Math.min(most, Math.max(0, own))
  return bank && units > 0 ? [debit(platform('1020', bank.owner), units), credit(platform('1010'), units)] : []
}

function linesOut(
  balances: readonly Balance[],
  moved: { USD: number; CNY: number },
  { room: all, debts, undecided, midMicros }: Room,
): Line[] {
  let room = all
  const lines: Line[] = []
  const take = (code: '1020' | '1030', currency: 'USD' | 'CNY', most: number): number => {
    let left = most
    for (const { owner, balance } of balances.filter((one) => one.code === code && one.currency === currency)) {
      const units = Math.min(left, Math.max(0, balance))
      if (units === 0) continue
      lines.push(debit(platform('1010', '', currency), units), credit(platform(code, owner, currency), units))
      left -= units
    }
    return most - left
  }

  const dollars = Math.min(room, ownMoney(balances, 'USD', { receivable: debts, undecided, moved: moved.USD }))
  const inDollars = take('1020', 'USD', dollars)
  room -= inDollars
  // Fees on USDT are earned in dollars while the money is still USDT: our own account takes it over at one dollar, like the position.
  const treasury = balances.find(({ code, currency }) => code === '1040' && currency === 'USDT')?.balance ?? 0
  const inUsdt = Math.min(dollars - inDollars, Math.max(0, Math.floor(treasury / 10_000)))
  if (inUsdt > 0) {
    lines.push(
      debit(platform('1010'), inUsdt),
      credit(platform('1900'), inUsdt),
      debit(platform('1900', '', 'USDT'), inUsdt * 10_000),
      credit(platform('1040', '', 'USDT'), inUsdt * 10_000),
    )
    room -= inUsdt
  }
  // Yuan needed to cover customers at the current rate stay.
  const fen = midMicros === undefined ? 0 : Math.floor((room * midMicros) / 1_000_000)
  take('1030', 'CNY', Math.min(fen, ownMoney(balances, 'CNY', { receivable: 0, undecided: 0, moved: moved.CNY })))
  return lines
}

/**
 * FX_REVALUED: once a day, values our holdings in other currencies at the mid-market rate. The dollar side of the position (1900:USD) is adjusted to that
 * value; the difference is gain or loss on currency (5060). Customers' money is not affected.
 */
type Position = { code: string; owner: string; currency: string; balance: number }

/** USDT is stored in millionths; it is valued at one dollar. */
const MICROS_IN_CENT = 10_000

/** In US cents: the adjustment after which 1900:USD values the position at `midMicros` (yuan per dollar, in millionths). */
export function driftOf(balances: readonly Position[], midMicros: number): Cents {
  const of = (currency: string): number =>
    balances.find(({ code, owner, currency: its }) => code === '1900' && owner === '' && its === currency)?.balance ?? 0
  // A position in yuan is a credit there and a debit in dollars.
  const fen = -of('CNY')
  const yuan = Math.sign(fen) * share(Math.abs(fen), 1_000_000, midMicros, 'half-up')
  const usdt = Math.floor(-of('USDT') / MICROS_IN_CENT)
  return yuan + usdt - of('USD')
}

/** Runs once a day; a second run on the same day changes nothing. Without a reliable rate it waits for the next hour. */
export async function revalue(): Promise<void> {
  const rate = await rateNow()
  if (!rate) return
  await transaction(async (tx) => {
    const drift = driftOf(await platformBalances(tx), rate.midMicros)
    if (drift === 0) return
    const [position, result] = [platform('1900'), platform('5060')]
    await post(tx, {
      kind: 'FX_REVALUED',
      accountId: PLATFORM,
      biz: { type: 'revaluation', id: dateOf(dayBegan().getTime()) },
      lines:
        drift > 0 ? [debit(position, drift), credit(result, drift)] : [debit(result, -drift), credit(position, -drift)],
    })
  })
}
