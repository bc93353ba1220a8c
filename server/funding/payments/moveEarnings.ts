/**
 * What was earned leaves customers' money once a day: fees stay in the accounts that money came in on until they are moved to our own (1010).
 * While they lay there, as much could be missing of customers' money and nobody would see it.
 */
import type { Cents } from '#contract/core/money.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import {
  coverNow,
  credit,
  debit,
  movedEarnings,
  PLATFORM,
  platform,
  platformBalances,
  post,
  tenantSum,
  type Line,
} from '#server/ledger/ledger.ts'
import { rateNow } from '../rates.ts'
import { dateOf, dayBegan } from '#server/core/clock.ts'

type Balance = { code: string; owner: string; currency: string; balance: number }

/**
 * Earned and not yet moved: income less cost, less what customers owe us (their debts are paid with it), less what lies in our own account;
 * never more than the income that was not moved before, so that capital which we brought in stays where it is.
 */
export function ownMoney(
  balances: readonly Balance[],
  currency: 'USD' | 'CNY',
  { receivable, moved }: { receivable: Cents; moved: number },
): number {
  const sum = (test: (code: string) => boolean): number =>
    balances.reduce((all, one) => (one.currency === currency && test(one.code) ? all + one.balance : all), 0)
  // 4015 is what coupons took off the income; it is kept on the other side.
  const income = sum((code) => code.startsWith('4') && code !== '4015') - sum((code) => code === '4015')
  const cost = sum((code) => code.startsWith('5'))
  const own = income - cost - receivable - sum((code) => code === '1010')
  return Math.max(0, Math.min(own, income - moved))
}

/** Once a day; again on the same day it moves nothing. Without a rate it waits, as what covers customers cannot be added up. */
export async function moveEarnings(): Promise<void> {
  if (!(await rateNow())) return
  await transaction(async (tx) => {
    const balances = await platformBalances(tx)
    const lines = await linesToMove(tx, balances)
    if (lines.length === 0) return
    await post(tx, {
      kind: 'EARNINGS_MOVED',
      accountId: PLATFORM,
      biz: { type: 'earnings', id: dateOf(dayBegan().getTime()) },
      lines,
    })
  })
}

async function linesToMove(tx: Tx, balances: readonly Balance[]): Promise<Line[]> {
  const moved = await movedEarnings(tx)
  const { owedCents, coveredCents, rate } = await coverNow(tx)
  // Plans and seats that were paid in advance are not earned yet, and neither is what the issuer is owed in fees.
  const unearned = await tenantSum(tx, ['2210', '2220'])
  const payable = balances.filter(({ code }) => code === '2120').reduce((sum, { balance }) => sum + balance, 0)
  let room = Math.max(0, coveredCents - owedCents - unearned - payable)
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

  const receivable = await tenantSum(tx, ['1310'])
  const dollars = Math.min(room, ownMoney(balances, 'USD', { receivable, moved: moved.USD }))
  const inDollars = take('1020', 'USD', dollars)
  room -= inDollars
  // Fees on USDT are earned in dollars while the money is still USDT: our own account takes it over at one dollar, as the position does.
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
  // Yuan that would leave customers short at the rate stay.
  const fen = rate ? Math.floor((room * rate.midMicros) / 1_000_000) : 0
  take('1030', 'CNY', Math.min(fen, ownMoney(balances, 'CNY', { receivable: 0, moved: moved.CNY })))
  return lines
}
