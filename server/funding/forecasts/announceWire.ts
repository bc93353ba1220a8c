import type { Checked } from '#contract/core/call.ts'
import { checks } from '#contract/core/checks.ts'
import type * as contract from '#contract/funding/forecasts.ts'
import { mayMove, topupStatuses } from '#contract/funding/forecasts.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import { ahead, nowMs } from '#server/core/clock.ts'
import { type Tx, db, transaction } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { seal } from '#server/core/secrets.ts'
import { bankOf, wire, wireTerms } from './banks.ts'
import {
  freeOrderNo,
  insertForecast,
  insertStep,
  lockForecast,
  updateSubmission,
  underWay,
  type Submission,
  updateForecast,
  overdueForecasts,
  ownSlips,
} from './queries.ts'
import { notify } from '#server/core/news.ts'

/** Announces a wire. Nothing is booked: only the bank's statement moves money. */
export const announceWire: Answer<typeof contract.announceWire> = async (actor, input, tx) => {
  const expiresAt = await check(tx, actor, input)
  if ((await underWay(tx, actor.accountId)) >= wire.openForecasts) throw refuse('too_fast')
  const topupId = newId('fct')
  const account = { payerAccountEnc: seal(topupId, input.payerAccount), payerTail: tailOf(input.payerAccount) }
  const sayings = submissionOf(actor, topupId, input, { ...account, expiresAt })
  const orderNo = await freeOrderNo(tx)
  await insertForecast(tx, { ...sayings, loginId: actor.loginId, orderNo })
  await recordSubmission(tx, actor, { orderNo, version: 1 }, sayings)
  return { topupId, orderNo, status: 'SUBMITTED' }
}

/** Submits a corrected forecast as its next version. */
export const resubmitForecast: Answer<typeof contract.resubmitForecast> = async (actor, input, tx) => {
  const expiresAt = await check(tx, actor, input)
  const forecast = await lockForecast(tx, { account_id: actor.accountId, topup_id: input.topupId })
  if (!forecast) throw refuse('not_found')
  if (!mayMove('resubmit', forecast.status)) throw refuse('conflict')
  const account =
    input.payerAccount === undefined
      ? { payerAccountEnc: forecast.payer_account_enc, payerTail: forecast.payer_tail }
      : { payerAccountEnc: seal(input.topupId, input.payerAccount), payerTail: tailOf(input.payerAccount) }
  const sayings = submissionOf(actor, input.topupId, input, { ...account, expiresAt })
  await updateSubmission(tx, sayings)
  const version = forecast.version + 1
  await recordSubmission(tx, actor, { orderNo: forecast.order_no, version }, sayings)
  return { status: 'SUBMITTED', version }
}

type Given = Pick<
  Checked<typeof contract.announceWire>,
  'amount' | 'payerName' | 'payerBank' | 'payerCountry' | 'transferTime' | 'vouchers' | 'bankId' | 'remark'
>

/** Returns when the forecast expires. */
async function check(tx: Tx, { accountId, from }: Actor, input: Given): Promise<Date> {
  const { identity, identity_type } = await accountOf(tx, accountId)
  if (identity !== 'PASSED' || identity_type !== 'BUSINESS') throw refuse('identity_required') // wires are for businesses only
  const terms = await wireTerms(tx)
  if (!terms.enabled) throw refuse('conflict')
  if (input.amount < terms.min) throw refuse('amount_below_min', { field: 'amount' })
  if (input.transferTime > nowMs() + wire.aheadMs)
    throw refuse('invalid', { field: 'transferTime', msg: checks.future_transfer[from.lang] })
  if (!bankOf(input.bankId)) throw refuse('not_found', { field: 'bankId' })
  const slips = [...new Set(input.vouchers)]
  if ((await ownSlips(tx, accountId, slips)) !== slips.length) throw refuse('not_found', { field: 'vouchers' })
  return ahead(terms.validForMs)
}

const tailOf = (account: string): string => account.replace(/[\s-]/g, '').slice(-4)

const submissionOf = (
  { accountId }: Actor,
  topupId: string,
  input: Given,
  more: Pick<Submission, 'payerAccountEnc' | 'payerTail' | 'expiresAt'>,
): Submission => ({
  accountId,
  topupId,
  bankId: input.bankId,
  amountCents: input.amount,
  payerName: input.payerName,
  payerBank: input.payerBank,
  payerCountry: input.payerCountry,
  ...more,
  transferAt: new Date(input.transferTime),
  slips: [...new Set(input.vouchers)],
  remark: input.remark ?? '',
})

async function recordSubmission(
  tx: Tx,
  actor: Actor,
  { orderNo, version }: { orderNo: string; version: number },
  said: Submission,
) {
  await insertStep(
    tx,
    { account_id: said.accountId, topup_id: said.topupId },
    {
      version,
      status: 'SUBMITTED',
      by: 'HOLDER',
      said: {
        amount: said.amountCents,
        payerName: said.payerName,
        payerBank: said.payerBank,
        payerCountry: said.payerCountry,
        payerAccountTail: said.payerTail,
        transferTime: said.transferAt.getTime(),
        vouchers: said.slips,
        remark: said.remark,
      },
    },
  )
  const amount = show(said.amountCents)
  await record(tx, actor, {
    type: 'FORECAST',
    target: orderNo,
    content:
      version === 1
        ? { cn: `提交汇款预报 ${amount}`, en: `Submitted a forecast of ${amount}` }
        : {
            cn: `重新提交汇款预报 ${amount}（第 ${version} 版）`,
            en: `Resubmitted the forecast of ${amount}, version ${version}`,
          },
    after: { version, slips: said.slips.length },
    amount: said.amountCents,
  })
}

/** Allowed until staff have started the review, and when they ask for more information. */
export const revokeForecast: Answer<typeof contract.revokeForecast> = async (actor, { topupId }, tx) => {
  const forecast = await lockForecast(tx, { account_id: actor.accountId, topup_id: topupId })
  if (!forecast) throw refuse('not_found')
  if (!mayMove('revoke', forecast.status)) throw refuse('forecast_not_revocable')
  await updateForecast(tx, forecast, { status: 'REVOKED', reason: '' })
  await insertStep(tx, forecast, { version: forecast.version, status: 'REVOKED', by: 'HOLDER' })
  await record(tx, actor, {
    type: 'FORECAST',
    target: forecast.order_no,
    content: { cn: '撤销汇款预报', en: 'Forecast revoked' },
    before: { status: forecast.status },
    after: { status: 'REVOKED' },
  })
  return { status: 'REVOKED' }
}

/** No payment came in time. Each forecast expires in a transaction of its own, so that one that fails does not hold up the others. */
export async function expireForecasts(): Promise<number> {
  let expired = 0
  await eachAlone(await overdueForecasts(db), async (overdue) => {
    expired += await transaction(async (tx) => {
      const forecast = await lockForecast(tx, overdue)
      if (!forecast || !mayMove('expire', forecast.status) || forecast.expires_at.getTime() > nowMs()) return 0
      await updateForecast(tx, forecast, { status: 'EXPIRED', reason: '' })
      await insertStep(tx, forecast, { version: forecast.version, status: 'EXPIRED', by: 'SYSTEM', reason: why })
      await record(tx, system(forecast.account_id), {
        type: 'FORECAST',
        target: forecast.order_no,
        content: { cn: '汇款预报已失效', en: 'Forecast expired' },
        before: { status: forecast.status },
        after: { status: 'EXPIRED' },
      })
      const news = { orderNo: forecast.order_no, result: topupStatuses.EXPIRED, reason: why }
      await notify(tx, { accountId: forecast.account_id }, 'forecast_result', news, {
        type: 'forecast',
        id: forecast.topup_id,
      })
      return 1
    })
  })
  return expired
}

const why = { cn: '有效期内未收到款项', en: 'No payment received in time' }
