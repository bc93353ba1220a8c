import * as z from 'zod'
import { SALE_BOUND_BPS, sellable, type Sellable } from '#contract/funding/desk/treasury.ts'
import type * as contract from '#contract/funding/desk/treasury.ts'
import type { Lang } from '#contract/core/fields.ts'
import { parse, share, show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, startOfDate } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { platformBalances } from '#server/ledger/ledger.ts'
import { approvable } from '#server/staff/staff.ts'
import { bankOf } from '#server/funding/forecasts/banks.ts'
import { newestRate } from '#server/funding/rails/queries.ts'
import { yuan } from '#server/funding/rails/rails.ts'
import { showMicros } from '#server/funding/rails/rates.ts'
import { exactText, bookValue, sellableOf, within } from '#server/funding/treasury/positions.ts'
import { checkDay, sellCurrency } from '#server/funding/treasury/treasury.ts'
import { lockLineOf, type Line } from '../wires/queries.ts'
import { takeOwn } from '../wires/suspense.ts'
import { begin, keepMove, line } from './recorded.ts'

const Payload = z.object({
  currency: z.enum(sellable),
  units: z.int().positive(),
  got: z.int().positive(),
  bankId: z.string(),
  reference: z.string(),
  valueDate: z.string(),
})
type Payload = z.infer<typeof Payload>

/** A dollar for a USDT, in millionths. */
const ONE_EACH = 1_000_000

/** Records that yuan or USDT were sold, and the dollars that arrived (maker); another person books it. */
export const recordSale: Answer<typeof contract.recordSale> = async (
  staff,
  { currency, amountStr, got, bankId, reference, valueDate, reason },
  tx,
) => {
  const { lang } = staff.from
  checkDay(valueDate, lang)
  if (!bankOf(bankId)) throw refuse('not_found', { field: 'bankId' })
  const units = parse(amountStr, currency === 'USDT' ? 6 : 2)
  if (!units) throw refuse('invalid', { field: 'amountStr' })
  const payload = { currency, units, got, bankId, reference: reference.toUpperCase(), valueDate }
  return { approvalId: await saleApproval.propose(tx, staff, payload, reason) }
}

type Checked = {
  has: number
  carriedAt: Cents
  midMicros: number
  rateMicros: number
  farBps: number
  line: Line | undefined
}

/** That it is there, at a rate near the day's, and not recorded under this reference; and its book value now. */
async function checked(tx: Tx, payload: Payload, lang: Lang): Promise<Checked> {
  const { currency, units, got, bankId, reference } = payload
  await begin(tx, 'SALE', reference)
  const balances = await platformBalances(tx)
  const has = sellableOf(balances, currency)
  within(has, units, currency, 'amountStr', lang)
  const midMicros = await midOf(tx, payload)
  // Yuan or USDT for one dollar; a USDT has a hundred times a hundred units of a cent.
  const rateMicros = share(units, currency === 'USDT' ? 100 : 1_000_000, got, 'half-up')
  const farBps =
    Math.sign(rateMicros - midMicros) * share(Math.abs(rateMicros - midMicros), 10_000, midMicros, 'half-up')
  if (Math.abs(farBps) > SALE_BOUND_BPS)
    throw refuse('invalid', { field: 'got', msg: tooFar(showMicros(rateMicros), showMicros(midMicros))[lang] })
  const onStatement = await lockLineOf(tx, bankId, reference)
  if (onStatement && onStatement.state !== 'OPEN' && onStatement.state !== 'SUSPENSE')
    throw refuse('reference_used', { field: 'reference' })
  if (onStatement && onStatement.amount_cents !== got)
    throw refuse('invalid', { field: 'got', msg: otherAmount(show(onStatement.amount_cents))[lang] })
  return { has, carriedAt: bookValue(balances, currency, units), midMicros, rateMicros, farBps, line: onStatement }
}

/** The last mid-market rate of that day. */
async function midOf(tx: Tx, { currency, valueDate }: Payload): Promise<number> {
  if (currency === 'USDT') return ONE_EACH
  const rate = await newestRate(tx, 'CNY', new Date(startOfDate(valueDate) + DAY - 1))
  if (!rate) throw refuse('rate_unavailable')
  return rate.midMicros
}
const tooFar = (rate: string, mid: string) => ({
  cn: `成交汇率 ${rate} 与当日中间价 ${mid} 相差超过 ${SALE_BOUND_BPS / 100}%，请核对`,
  en: `The rate is ${rate}, more than ${SALE_BOUND_BPS / 100}% from the day’s ${mid}. Check the amounts.`,
})
const otherAmount = (is: string) => ({
  cn: `银行流水中该笔来款为 ${is}`,
  en: `The bank statement shows ${is} under this reference`,
})
const signed = (bps: number): string => `${bps > 0 ? '+' : ''}${bps / 100}%`

export const saleApproval = approvable('treasury.sell', {
  payload: Payload,
  async shows(tx, payload, { from: { lang } }) {
    const { currency, units, got, bankId, reference, valueDate } = payload
    const { has, carriedAt, midMicros, rateMicros, farBps } = await checked(tx, payload, lang)
    const warn = Math.abs(farBps) > yuan.rateMaxMoveBps ? ' ⚠' : ''
    const rate = `${showMicros(rateMicros)} (${showMicros(midMicros)} ${signed(farBps)}${warn})`
    return {
      target: reference,
      amountCents: got,
      onlyOne: reference,
      lines: [
        line({ cn: '卖出', en: 'Sold' }, exactText(units, currency)),
        line({ cn: '买入', en: 'Received' }, show(got)),
        line({ cn: '成交汇率（中间价，偏离）', en: 'Rate (mid-market, difference)' }, rate),
        line({ cn: '账面价值（以复核通过时为准）', en: 'Book value (amount at approval)' }, show(carriedAt)),
        line(
          { cn: '汇兑损益（以复核通过时为准）', en: 'Gain or loss (amount at approval)' },
          show(got - carriedAt, 'USD', 'always'),
        ),
        line({ cn: '收款银行', en: 'Bank' }, bankOf(bankId)!.bankName),
        line({ cn: '银行流水号', en: 'Bank reference' }, reference),
        line({ cn: '起息日', en: 'Value date' }, valueDate),
        line({ cn: '可兑换余额', en: 'Available to sell' }, exactText(has - units, currency), exactText(has, currency)),
      ],
    }
  },
  async apply(tx, payload, decision) {
    const { currency, units, got, bankId, reference, valueDate } = payload
    const { from, staffId } = decision.checker
    const { carriedAt, line: onStatement } = await checked(tx, payload, from.lang)
    if (onStatement) await takeOwn(tx, onStatement)
    const at = new Date(startOfDate(valueDate))
    const input = { currency, units, carriedAt, got, bank: bankId, ref: reference, at, by: staffId }
    const posted = await sellCurrency(tx, input)
    const [sold, difference] = [exactText(units, currency), show(got - carriedAt, 'USD', 'always')]
    await keepMove(
      tx,
      {
        move: 'SALE',
        source: currency satisfies Sellable,
        bank_id: bankId,
        reference,
        value_date: valueDate,
        sent_units: units,
        got_units: got,
        cost_units: carriedAt - got,
      },
      posted,
      {
        cn: `卖出 ${sold}，到账 ${show(got)}，损益 ${difference}`,
        en: `${sold} for ${show(got)}, result ${difference}`,
      },
      decision,
    )
  },
})
