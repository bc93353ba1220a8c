/**
 * Providers collect yuan. A payment that a provider reports in another currency is neither stored nor booked, because its amount would count as yuan: it is a
 * break at the desk, with an alarm.
 */
import { raiseAlarm } from '#server/core/alarms.ts'
import type { Tx } from '#server/core/db.ts'
import type { ProviderPayment } from '#server/outside/outside.ts'
import type { YuanRail } from '../rails/rails.ts'
import { keepBreak } from '../rails/reconQueries.ts'

export const isYuan = ({ currency }: ProviderPayment): boolean => currency === 'CNY'

/** Found again, it is not told again. */
export async function keepOtherCurrency(tx: Tx, rail: YuanRail, payment: ProviderPayment): Promise<void> {
  const { ref, orderNo, amount, currency } = payment
  const isNew = await keepBreak(tx, {
    rail,
    kind: 'CURRENCY_DIFFERS',
    ref,
    orderNo,
    detail: { currency, units: String(amount) },
  })
  if (isNew) await raiseAlarm(tx, { kind: 'PAYMENT_CURRENCY', subject: ref, detail: { currency } })
}
