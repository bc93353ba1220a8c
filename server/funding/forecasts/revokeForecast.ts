import type * as contract from '#contract/funding/forecasts.ts'
import { mayMove } from '#contract/funding/forecasts.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { insertStep, lockForecast, updateForecast } from './forecastQueries.ts'

/** Until staff have taken it up, or when they ask for more. */
export const revokeForecast: Answer<typeof contract.revokeForecast> = async (actor, { topupId }, tx) => {
  const forecast = await lockForecast(tx, topupId)
  if (!forecast || forecast.account_id !== actor.accountId) throw refuse('not_found')
  if (!mayMove('revoke', forecast.status)) throw refuse('forecast_not_revocable')
  await updateForecast(tx, topupId, { status: 'REVOKED', reason: '' })
  await insertStep(tx, topupId, { version: forecast.version, status: 'REVOKED', by: 'HOLDER' })
  await record(tx, actor, {
    type: 'FORECAST',
    target: forecast.order_no,
    content: { cn: '撤销汇款预报', en: 'Forecast revoked' },
    before: { status: forecast.status },
    after: { status: 'REVOKED' },
  })
  return { status: 'REVOKED' }
}
