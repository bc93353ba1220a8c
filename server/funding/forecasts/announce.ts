import type { Checked } from '#contract/core/call.ts'
import { checks } from '#contract/core/checks.ts'
import type * as contract from '#contract/funding/forecasts.ts'
import { mayMove } from '#contract/funding/forecasts.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { ahead, nowMs } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { newId, serial } from '#server/core/ids.ts'
import { seal } from '#server/core/secrets.ts'
import { bankOf, wire, wireTerms } from './banks.ts'
import { insertForecast, insertStep, lockForecast, sayAgain, underWay, type Sayings } from './forecastQueries.ts'
import { ownSlips } from './slipQueries.ts'

/** Announce a wire. Nothing is booked: money is what the bank says has come in. */
export const announceWire: Answer<typeof contract.announceWire> = async (actor, wish, tx) => {
  const expiresAt = await check(tx, actor, wish)
  if ((await underWay(tx, actor.accountId)) >= wire.openForecasts) throw refuse('too_fast')
  const topupId = newId('fct')
  const account = { payerAccountEnc: seal(topupId, wish.payerAccount), payerTail: tailOf(wish.payerAccount) }
  const sayings = sayingsOf(topupId, wish, { ...account, expiresAt })
  let orderNo: string
  do orderNo = `WF${serial(10)}`
  while (!(await insertForecast(tx, { ...sayings, accountId: actor.accountId, loginId: actor.loginId, orderNo })))
  await say(tx, actor, { orderNo, version: 1 }, sayings)
  return { topupId, orderNo, status: 'SUBMITTED' }
}

/** The same again with what was missing or wrong, as its next version. */
export const resubmitForecast: Answer<typeof contract.resubmitForecast> = async (actor, wish, tx) => {
  const expiresAt = await check(tx, actor, wish)
  const forecast = await lockForecast(tx, wish.topupId)
  if (!forecast || forecast.account_id !== actor.accountId) throw refuse('not_found')
  if (!mayMove('resubmit', forecast.status)) throw refuse('conflict')
  const account =
    wish.payerAccount === undefined
      ? { payerAccountEnc: forecast.payer_account_enc, payerTail: forecast.payer_tail }
      : { payerAccountEnc: seal(wish.topupId, wish.payerAccount), payerTail: tailOf(wish.payerAccount) }
  const sayings = sayingsOf(wish.topupId, wish, { ...account, expiresAt })
  await sayAgain(tx, sayings)
  const version = forecast.version + 1
  await say(tx, actor, { orderNo: forecast.order_no, version }, sayings)
  return { status: 'SUBMITTED', version }
}

type Wished = Pick<
  Checked<typeof contract.announceWire>,
  'amount' | 'payerName' | 'payerBank' | 'payerCountry' | 'transferTime' | 'vouchers' | 'bankId' | 'remark'
>

/** Gives until when it is waited for. */
async function check(tx: Tx, { accountId, from }: Actor, wish: Wished): Promise<Date> {
  const { identity, identity_type } = await accountOf(tx, accountId)
  if (identity !== 'PASSED' || identity_type !== 'BUSINESS') throw refuse('identity_required') // wires are for businesses
  const terms = await wireTerms(tx)
  if (!terms.enabled) throw refuse('conflict')
  if (wish.amount < terms.min) throw refuse('amount_below_min', { field: 'amount' })
  if (wish.transferTime > nowMs() + wire.aheadMs)
    throw refuse('invalid', { field: 'transferTime', msg: checks.future_transfer[from.lang] })
  if (!bankOf(wish.bankId)) throw refuse('not_found', { field: 'bankId' })
  const slips = [...new Set(wish.vouchers)]
  if ((await ownSlips(tx, accountId, slips)) !== slips.length) throw refuse('not_found', { field: 'vouchers' })
  return ahead(terms.validForMs)
}

const tailOf = (account: string): string => account.replace(/[\s-]/g, '').slice(-4)

const sayingsOf = (
  topupId: string,
  wish: Wished,
  more: Pick<Sayings, 'payerAccountEnc' | 'payerTail' | 'expiresAt'>,
): Sayings => ({
  topupId,
  bankId: wish.bankId,
  amountCents: wish.amount,
  payerName: wish.payerName,
  payerBank: wish.payerBank,
  payerCountry: wish.payerCountry,
  ...more,
  transferAt: new Date(wish.transferTime),
  slips: [...new Set(wish.vouchers)],
  remark: wish.remark ?? '',
})

async function say(tx: Tx, actor: Actor, { orderNo, version }: { orderNo: string; version: number }, said: Sayings) {
  await insertStep(tx, said.topupId, {
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
  })
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
