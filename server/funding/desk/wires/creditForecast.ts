import * as z from 'zod'
import type * as contract from '#contract/funding/desk/wires.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { credit, debit, lockAccounts, platform, post, wallet } from '#server/ledger/ledger.ts'
import { approvable } from '#server/staff/staff.ts'
import { bizOf, WIRE } from './suspense.ts'
import { lockLine, setLine, type Line } from './queries.ts'
import { limitFor, limitLine } from '#server/funding/orders/limits.ts'
import { feeOfWire, wireTerms } from '#server/funding/forecasts/banks.ts'
import { forecastByKey, insertStep, lockForecast, updateForecast } from '#server/funding/forecasts/queries.ts'
import { startReview, tellHolder, toMove } from './reviewForecast.ts'
import { maskedPayer } from '#server/funding/forecasts/sealedPayer.ts'
import { difference } from '#server/funding/forecasts/listForecasts.ts'

const Payload = z.object({
  accountId: z.string(),
  topupId: z.string(),
  lineId: z.string(),
  receivedCents: z.int(),
  feeCents: z.int(),
  creditCents: z.int(),
})
type Payload = z.infer<typeof Payload>

/** Requests matching an incoming payment to this forecast (maker). The credited amount is the bank's, never the announced one; another person credits it. */
export const matchForecast: Answer<typeof contract.matchForecast> = async (staff, { topupId, lineId, reason }, tx) => {
  const forecast = await toMove(tx, topupId, 'match')
  const line = await lockLine(tx, lineId)
  if (!line || line.bank_id !== forecast.bank_id) throw refuse('not_found', { field: 'lineId' })
  if (line.state !== 'OPEN' && line.state !== 'SUSPENSE') throw refuse('conflict', { field: 'lineId' })
  if (forecast.status === 'SUBMITTED') await startReview(tx, staff, forecast)
  await updateForecast(tx, forecast, {
    status: 'MATCHED',
    lineId,
    reason: '',
    audited: true,
    reviewerId: staff.staffId,
  })
  await insertStep(tx, forecast, { version: forecast.version, status: 'MATCHED', by: 'STAFF' })
  await setLine(tx, lineId, { state: 'MATCHED', accountId: forecast.account_id })
  const received = line.amount_cents
  const { over } = await limitFor(tx, forecast.account_id, received)
  if (over > 0 && reason.trim().length < 2)
    throw refuse('invalid', { field: 'reason', msg: aboveLimit[staff.from.lang](show(over)) })
  const fee = feeOfWire(received, await wireTerms(tx))
  if (fee >= received) throw refuse('amount_below_min', { field: 'lineId' })
  const payload = {
    accountId: forecast.account_id,
    topupId,
    lineId,
    receivedCents: received,
    feeCents: fee,
    creditCents: received - fee,
  }
  const why = reason || difference(forecast.amount_cents, received)?.cn || '金额一致 The amounts agree'
  return { approvalId: await wireCreditApproval.propose(tx, staff, payload, why) }
}

const aboveLimit = {
  cn: (over: string) => `超出该账户当日认证额度 ${over}，请填写原因`,
  en: (over: string) =>
    `This is ${over} above the account's identity limit today. Enter a reason to request the credit.`,
}

export const wireCreditApproval = approvable('wire.credit', {
  payload: Payload,
  async shows(tx, { accountId, topupId, lineId, receivedCents, feeCents, creditCents }) {
    const forecast = (await forecastByKey(tx, { account_id: accountId, topup_id: topupId }))!
    const line = (await lockLine(tx, lineId))!
    const why = difference(forecast.amount_cents, receivedCents)
    return {
      target: forecast.order_no,
      accountId,
      amountCents: creditCents,
      onlyOne: topupId,
      lines: [
        {
          label: { cn: '金额（预报 → 到账）', en: 'Amount (forecast → received)' },
          before: show(forecast.amount_cents),
          after: show(receivedCents),
        },
        {
          label: { cn: '付款人', en: 'Payer' },
          before: maskedPayer(forecast.payer_name),
          after: maskedPayer(line.payer),
        },
        { label: { cn: '手续费', en: 'Fee' }, before: null, after: show(feeCents) },
        { label: { cn: '入账金额', en: 'Credited' }, before: null, after: show(creditCents) },
        { label: { cn: '银行流水号', en: 'Bank reference' }, before: null, after: line.bank_ref },
        limitLine(await limitFor(tx, accountId, receivedCents)),
        ...(why ? [{ label: { cn: '差额说明', en: 'Reason for difference' }, before: null, after: why }] : []),
      ],
    }
  },
  apply: (tx, payload) => creditForecast(tx, payload),
  /** As before the request: the forecast is in review, the payment unmatched. */
  async dropped(tx, { accountId, topupId, lineId }) {
    const forecast = await lockForecast(tx, { account_id: accountId, topup_id: topupId })
    const line = await lockLine(tx, lineId)
    if (!forecast || !line || forecast.status !== 'MATCHED') return
    await updateForecast(tx, forecast, { status: 'REVIEWING', lineId: null })
    await insertStep(tx, forecast, { version: forecast.version, status: 'REVIEWING', by: 'STAFF' })
    await setLine(tx, lineId, { state: line.suspense_id ? 'SUSPENSE' : 'OPEN', accountId: null })
  },
})

/** After approval (TOPUP_WIRE): writes the books, the forecast, the log, the notice, and the jobs for cards that wait for money. */
async function creditForecast(
  tx: Tx,
  { accountId, topupId, lineId, receivedCents, feeCents, creditCents }: Payload,
): Promise<void> {
  await lockAccounts(tx, [wallet(accountId)])
  const forecast = (await lockForecast(tx, { account_id: accountId, topup_id: topupId }))!
  const line = (await lockLine(tx, lineId))!
  if (forecast.status !== 'MATCHED' || forecast.line_id !== lineId || line.state !== 'MATCHED') throw refuse('conflict')
  const { transferId } = await post(tx, {
    ...creditOf(line, accountId, { receivedCents, feeCents, creditCents }),
    meta: { bizNo: forecast.order_no },
  })
  const received = { receivedCents, feeCents, creditCents, transferId }
  await updateForecast(tx, forecast, { status: 'CREDITED', audited: true, credited: received })
  const why = difference(forecast.amount_cents, receivedCents)
  await insertStep(tx, forecast, { version: forecast.version, status: 'CREDITED', by: 'STAFF', reason: why })
  await setLine(tx, lineId, { state: 'CREDITED', transferId, accountId })
  await record(tx, system(accountId), {
    type: 'FORECAST',
    target: forecast.order_no,
    content: {
      cn: `电汇到账 ${show(receivedCents)}，入账 ${show(creditCents)}${why ? `（${why.cn}）` : ''}`,
      en: `Wire of ${show(receivedCents)} received, ${show(creditCents)} credited${why ? ` (${why.en})` : ''}`,
    },
    before: { status: 'MATCHED' },
    after: { status: 'CREDITED', fee: feeCents },
    amount: creditCents,
  })
  const amount = show(creditCents)
  await tellHolder(tx, forecast, 'CREDITED', {
    cn: why ? `${amount}（${why.cn}）` : amount,
    en: why ? `${amount} (${why.en})` : amount,
  })
  await later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })
}

type Amounts = Pick<Payload, 'receivedCents' | 'feeCents' | 'creditCents'>
/** From the bank's account, or from suspense if it had to wait for its owner. */
export const creditOf = (line: Line, accountId: string, { receivedCents, feeCents, creditCents }: Amounts) => ({
  kind: line.suspense_id ? ('SUSPENSE_MATCHED' as const) : ('TOPUP_WIRE' as const),
  accountId,
  biz: bizOf(line),
  effectiveAt: new Date(`${line.value_date}T00:00:00Z`),
  lines: [
    debit(line.suspense_id ? platform('2030', WIRE) : platform('1020', line.bank_id), receivedCents),
    ...(feeCents > 0 ? [credit(platform('4030', WIRE), feeCents)] : []),
    credit(wallet(accountId), creditCents),
  ],
})
