import { mayMove, topupStatuses } from '#contract/funding/forecasts.ts'
import { record, system } from '#server/audit/audit.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { insertStep, lockForecast, overdueForecasts, updateForecast } from './forecastQueries.ts'

/** Nothing came in that could be this. Each by itself: one that cannot be expired holds up no other. */
export async function expireForecasts(): Promise<number> {
  let expired = 0
  for (const { topup_id } of await overdueForecasts(db)) {
    expired += await transaction(async (tx) => {
      const forecast = await lockForecast(tx, topup_id)
      if (!forecast || !mayMove('expire', forecast.status) || forecast.expires_at.getTime() > nowMs()) return 0
      await updateForecast(tx, topup_id, { status: 'EXPIRED', reason: '' })
      await insertStep(tx, topup_id, { version: forecast.version, status: 'EXPIRED', by: 'SYSTEM', reason: why })
      await record(tx, system(forecast.account_id), {
        type: 'FORECAST',
        target: forecast.order_no,
        content: { cn: '汇款预报已失效', en: 'Forecast expired' },
        before: { status: forecast.status },
        after: { status: 'EXPIRED' },
      })
      const news = { orderNo: forecast.order_no, result: topupStatuses.EXPIRED, reason: why }
      await notify(tx, { accountId: forecast.account_id }, 'forecast_result', news, { type: 'forecast', id: topup_id })
      return 1
    })
  }
  return expired
}

const why = { cn: '有效期内未收到款项', en: 'No payment received in time' }
