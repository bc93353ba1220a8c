/** Movements of yuan and USDT after customers have been credited. Each is posted once under its reference; two people at the desk record it (../desk/treasury/). */
import type { Acquirer, Sellable } from '#contract/funding/desk/treasury.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { DAY, dateOf, nowMs, startOfDate } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, post, type Posted } from '#server/ledger/ledger.ts'

/** Further back, the day is a typing error. */
const OLDEST_DAY_MS = 90 * DAY

/** Refuses a value date that is no day, too long ago, or ahead. */
export function checkDay(valueDate: string, lang: Lang): void {
  const at = startOfDate(valueDate)
  const [from, until] = [dateOf(nowMs() - OLDEST_DAY_MS), dateOf(nowMs())]
  const isDay = !Number.isNaN(at) && dateOf(at) === valueDate
  if (!isDay || valueDate < from || valueDate > until)
    throw refuse('invalid', {
      field: 'valueDate',
      msg: { cn: `请选择 ${from} 至 ${until} 之间的日期`, en: `Choose a day from ${from} to ${until}` }[lang],
    })
}

/** `at`: the day outside. */
type Said = { ref: string; at?: Date; by?: string }
const said = ({ at, by }: Said) => ({ ...(at && { effectiveAt: at }), ...(by && { actor: by }) })

/** ACQUIRER_SETTLED: an acquirer pays out what it received, less its own fee. `gross` and `fee` in fen. */
export const settleAcquirer = (
  tx: Tx,
  input: Said & { provider: Acquirer; gross: Cents; fee: Cents },
): Promise<Posted> =>
  post(tx, {
    kind: 'ACQUIRER_SETTLED',
    accountId: PLATFORM,
    biz: { type: 'acquirer_settlement', id: `${input.provider}:${input.ref}` },
    ...said(input),
    lines: [
      debit(platform('1030', '', 'CNY'), input.gross - input.fee),
      debit(platform('5010', '', 'CNY'), input.fee),
      credit(platform('1210', input.provider, 'CNY'), input.gross),
    ],
  })

/** TREASURY_SOLD: yuan or USDT are sold for dollars. The difference between the proceeds and the carrying value is gain or loss. */
export function sellCurrency(
  tx: Tx,
  input: Said & { currency: Sellable; units: number; carriedAt: Cents; got: Cents; bank?: string },
): Promise<Posted> {
  const difference = input.got - input.carriedAt
  const atHand = input.currency === 'CNY' ? platform('1030', '', 'CNY') : platform('1040', '', 'USDT')
  return post(tx, {
    kind: 'TREASURY_SOLD',
    accountId: PLATFORM,
    biz: { type: 'treasury_sale', id: input.ref },
    ...said(input),
    lines: [
      debit(platform('1020', input.bank ?? ''), input.got),
      difference < 0 ? debit(platform('5060'), -difference) : credit(platform('5060'), difference),
      credit(platform('1900'), input.carriedAt),
      debit(platform('1900', '', input.currency), input.units),
      credit(atHand, input.units),
    ],
  })
}

/** USDT_SWEPT: USDT move from the deposit addresses to the treasury. `units` in millionths; the network's fee is paid in dollars of our own. */
export const sweepUsdt = (tx: Tx, input: Said & { units: number; networkFee: Cents }): Promise<Posted> =>
  post(tx, {
    kind: 'USDT_SWEPT',
    accountId: PLATFORM,
    biz: { type: 'usdt_sweep', id: input.ref },
    ...said(input),
    lines: [
      debit(platform('1040', '', 'USDT'), input.units),
      credit(platform('1220', 'USDT_TRC20', 'USDT'), input.units),
      debit(platform('5010'), input.networkFee),
      credit(platform('1010'), input.networkFee),
    ],
  })
