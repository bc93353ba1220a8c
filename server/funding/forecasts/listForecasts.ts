import type * as contract from '#contract/funding/forecasts.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { banks, feeOfWire, referenceOf, wireTerms, wire } from './banks.ts'
import { forecastsOf, stepsOf, type Forecast, type Step } from './queries.ts'
import {
  mayMove,
  topupStatuses,
  type ForecastRow,
  type ForecastSaid,
  type ForecastStep,
} from '#contract/funding/forecasts.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { show, type Cents } from '#contract/core/money.ts'

/** Returns the caller's forecasts, newest first, with the data needed to pay. A single forecast includes its history. */
export const listForecasts: Answer<typeof contract.listForecasts> = async ({ accountId, from: { lang } }, input) => {
  const [{ rows, count, waiting, credited }, account, terms] = await Promise.all([
    forecastsOf(db, accountId, input, input),
    accountOf(db, accountId),
    wireTerms(),
  ])
  const [one] = input.topupId === undefined ? [] : rows
  const history = one && (await stepsOf(db, one))
  return {
    data: rows.map((row) => ({
      ...forecastRow(row, lang),
      ...(history && { history: history.map((step) => forecastStep(step, lang)) }),
    })),
    total: count,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: { waiting, credited },
    banks: [...banks],
    reference: referenceOf(account.user_no),
    terms: {
      minAmount: terms.min,
      feeBps: terms.feeBps,
      feeFixed: terms.feeFixed,
      arrival: terms.arrival[lang],
      validDays: Math.round(terms.validForMs / DAY),
    },
    business: account.identity === 'PASSED' && account.identity_type === 'BUSINESS',
  }
}

/** Wires are in dollars: the credit is what the bank receives, less our fee. */
export const wireAmount: Answer<typeof contract.wireAmount> = async (_, { amount }) => {
  const terms = await wireTerms()
  const fee = feeOfWire(amount, terms)
  return { amount, fee, creditAmount: amount - fee, rate: '1', min: terms.min }
}

/** Explains why the credit differs from the announced amount; undefined if it does not. */
export function difference(announced: Cents, received: Cents): Words | undefined {
  const less = announced - received
  if (less === 0) return undefined
  const amount = show(Math.abs(less))
  if (less < 0) return { cn: `实际到账比预报多 ${amount}`, en: `received ${amount} more than forecast` }
  if (less <= wire.feesOnTheWay) return { cn: `中间行手续费 ${amount}`, en: `intermediary fee ${amount}` }
  return { cn: `实际到账比预报少 ${amount}`, en: `received ${amount} less than forecast` }
}

const reasonOf = (forecast: Forecast, lang: Lang): string =>
  forecast.reason ||
  (forecast.received_cents === null ? '' : (difference(forecast.amount_cents, forecast.received_cents)?.[lang] ?? ''))

export const forecastRow = (forecast: Forecast, lang: Lang): ForecastRow => ({
  topupId: forecast.topup_id,
  orderNo: forecast.order_no,
  unit: 'USD',
  ...saidOf(forecast),
  voucher: forecast.slips,
  bankId: forecast.bank_id,
  status: forecast.status,
  statusText: topupStatuses[forecast.status][lang],
  version: forecast.version,
  receivedAmount: forecast.received_cents,
  creditAmount: forecast.credit_cents,
  fee: forecast.fee_cents,
  reason: reasonOf(forecast, lang),
  createTime: forecast.created_at.getTime(),
  auditTime: forecast.audited_at?.getTime() ?? null,
  creditTime: forecast.credited_at?.getTime() ?? null,
  expireTime: forecast.expires_at.getTime(),
  canCancel: mayMove('revoke', forecast.status),
  canResubmit: mayMove('resubmit', forecast.status),
})

type Given = Pick<
  Forecast,
  'amount_cents' | 'payer_name' | 'payer_bank' | 'payer_country' | 'payer_tail' | 'transfer_at' | 'remark'
>
const saidOf = (given: Given): Omit<ForecastSaid, 'vouchers'> => ({
  amount: given.amount_cents,
  payerName: given.payer_name,
  payerBank: given.payer_bank,
  payerCountry: given.payer_country,
  payerAccountTail: given.payer_tail,
  transferTime: given.transfer_at.getTime(),
  remark: given.remark,
})

export const forecastStep = (step: Step, lang: Lang): ForecastStep => ({
  seq: step.seq,
  version: step.version,
  status: step.status,
  statusText: topupStatuses[step.status][lang],
  by: step.by_kind,
  reason: lang === 'cn' ? step.reason_cn : step.reason_en,
  time: step.created_at.getTime(),
  ...(step.said && { said: step.said }),
})
