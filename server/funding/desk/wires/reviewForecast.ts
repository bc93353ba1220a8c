import type * as contract from '#contract/funding/desk/wires.ts'
import { mayMove, topupStatuses, type TopupStatus } from '#contract/funding/forecasts.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { recordStaff } from '#server/staff/staff.ts'
import {
  findForecast,
  insertStep,
  lockForecast,
  updateForecast,
  type Forecast,
} from '#server/funding/forecasts/queries.ts'

/** Starts the review; from now on the holder cannot revoke the forecast. */
export const takeForecast: Answer<typeof contract.takeForecast> = async (staff, { topupId }, tx) => {
  const forecast = await toMove(tx, topupId, 'take')
  await startReview(tx, staff, forecast)
  await recordStaff(tx, staff, deed(forecast, { cn: '领取汇款预报', en: 'Assigned a forecast to themselves' }))
  return { topupId, status: 'REVIEWING' }
}

export async function startReview(tx: Tx, { staffId }: Staff, forecast: Forecast): Promise<void> {
  await updateForecast(tx, forecast, { status: 'REVIEWING', reviewerId: staffId })
  await insertStep(tx, forecast, { version: forecast.version, status: 'REVIEWING', by: 'STAFF' })
}

/** Returns the forecast for more information or rejects it; the holder is told why and may submit it again. */
export const answerForecast: Answer<typeof contract.answerForecast> = async (staff, { topupId, take, reason }, tx) => {
  const forecast = await toMove(tx, topupId, 'answer')
  const status: TopupStatus = take === 'REJECT' ? 'REJECTED' : 'NEED_INFO'
  await updateForecast(tx, forecast, { status, reason, audited: true, reviewerId: staff.staffId })
  const words = { cn: reason, en: reason }
  await insertStep(tx, forecast, { version: forecast.version, status, by: 'STAFF', reason: words })
  await record(tx, system(forecast.account_id), {
    type: 'FORECAST',
    target: forecast.order_no,
    content: {
      cn: `汇款预报${topupStatuses[status].cn}：${reason}`,
      en: `Forecast: ${topupStatuses[status].en}: ${reason}`,
    },
    before: { status: forecast.status },
    after: { status },
  })
  await tellHolder(tx, forecast, status, words)
  await recordStaff(tx, staff, {
    ...deed(forecast, { cn: `预报${topupStatuses[status].cn}`, en: `Forecast: ${topupStatuses[status].en}` }),
    reason,
  })
  return { topupId, status }
}

export async function toMove(tx: Tx, topupId: string, move: Parameters<typeof mayMove>[0]): Promise<Forecast> {
  const found = await findForecast(tx, topupId)
  const forecast = found && (await lockForecast(tx, found))
  if (!forecast) throw refuse('not_found')
  if (!mayMove(move, forecast.status)) throw refuse('conflict')
  return forecast
}

export const tellHolder = (
  tx: Tx,
  forecast: Pick<Forecast, 'topup_id' | 'account_id' | 'order_no'>,
  status: TopupStatus,
  reason: { cn: string; en: string },
): Promise<void> =>
  notify(
    tx,
    { accountId: forecast.account_id },
    'forecast_result',
    { orderNo: forecast.order_no, result: topupStatuses[status], reason },
    { type: 'forecast', id: forecast.topup_id },
  )

const deed = (forecast: Forecast, content: { cn: string; en: string }) => ({
  action: 'MONEY' as const,
  target: forecast.order_no,
  accountId: forecast.account_id,
  content,
})
