import { parse } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Rail } from '#contract/funding/funding.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { credit, debit, platform, wallet } from '#server/ledger/ledger.ts'
import type { Order } from '#server/funding/orders/queries.ts'
import { usdt } from '#server/funding/rails/rails.ts'
import { rateKnown, showFen, type Rate, priceOf, worth } from '#server/funding/rails/rates.ts'
import { termsOf } from '#server/funding/rails/terms.ts'
import type { Item } from '#server/funding/orders/suspenseQueries.ts'

/** The value of a receipt, frozen at the request. `fee` in fen for yuan, in US cents for USDT; the rest in US cents. */
export type Value = {
  fee: number
  net: number
  value: number
  mid: number
  credit: number
  spread: number
  rate: string
}

/**
 * In time for an order it has the quoted value, late the lower of that and the current value, as in automatic crediting; without an order, the rail's current
 * value.
 */
export async function valueOf(tx: Tx, item: Item, order: Order | undefined): Promise<Value> {
  const terms = await termsOf(item.rail as Rail, tx)
  if (item.currency === 'USDT') {
    const late = order === undefined || item.receivedAt > order.expiresAt
    const { value, fee, credit: got } = worth(item.units, late ? terms.feeBps : order.feeBps)
    return { fee, net: value - fee, value, mid: got, credit: got, spread: 0, rate: usdt.rate }
  }
  const quoted = order && quotedRate(order)
  const fixed = { feeBps: order?.feeBps ?? terms.feeBps, feeFixed: terms.feeFixed }
  if (quoted && item.receivedAt <= order.expiresAt) return priced(item.units, fixed, quoted)
  const rate = await rateKnown(tx)
  if (!rate) throw refuse('quote_expired')
  const today = priced(item.units, terms, rate)
  const then = quoted && priced(item.units, fixed, quoted)
  return then && then.credit < today.credit ? then : today
}

const priced = (
  units: number,
  terms: { feeBps: number; feeFixed: number },
  rate: Pick<Rate, 'fen' | 'midMicros'>,
): Value => ({ ...priceOf(units, terms, rate), rate: showFen(rate.fen) })

function quotedRate({ rate, mid }: Order): Pick<Rate, 'fen' | 'midMicros'> | undefined {
  const [fen, midMicros] = [parse(rate), parse(mid ?? '', 6)]
  return fen && midMicros ? { fen, midMicros } : undefined
}

/** Out of suspense, with the ledger legs of a top-up on this rail. */
export const valueLines = ({ rail, currency, units }: Item, accountId: string, worthOfIt: Value) =>
  currency === 'USDT'
    ? [
        debit(platform('2030', rail, 'USDT'), units),
        credit(platform('1900', '', 'USDT'), units),
        debit(platform('1900'), worthOfIt.value),
        credit(platform('4030', rail), worthOfIt.fee),
        credit(wallet(accountId), worthOfIt.credit),
      ]
    : [
        debit(platform('2030', rail, 'CNY'), units),
        credit(platform('4030', rail, 'CNY'), worthOfIt.fee),
        credit(platform('1900', '', 'CNY'), worthOfIt.net),
        debit(platform('1900'), worthOfIt.mid),
        credit(wallet(accountId), worthOfIt.credit),
        credit(platform('4060'), worthOfIt.spread),
      ]

const kindOf = {
  ONLINE_WECHAT: 'TOPUP_ONLINE',
  ONLINE_ALIPAY: 'TOPUP_ONLINE',
  UNIONPAY: 'TOPUP_UNIONPAY',
  USDT_TRC20: 'TOPUP_USDT',
} as const satisfies Record<string, string>
export const kindOfItem = ({ rail }: Item) => kindOf[rail as keyof typeof kindOf]

/** The approximate value in US cents, for the daily caps. */
export async function valueInCents(tx: Tx | Database, { currency, units }: Item): Promise<number> {
  if (currency === 'USDT') return Math.floor(units / usdt.unitsPerCent)
  const rate = await rateKnown(tx)
  return rate ? priceOf(units, { feeBps: 0, feeFixed: 0 }, rate).value : Math.floor(units / 7) // ten percent above any recent rate
}
