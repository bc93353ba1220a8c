/** Unmatched payments, and the staff who work on them. For tests only. */
import type { Staff } from '#server/core/actor.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { pollOrder } from '#server/funding/payments/pollOrder.ts'
import { keepInSuspense } from '#server/funding/payments/settlePayment.ts'
import { providerOf, type YuanRail } from '#server/funding/rails/rails.ts'
import { suspenseAnswers as answers } from '#server/funding/module.ts'
import { newId } from '#server/core/ids.ts'
import { pays, type Pretended } from './payments.ts'
import { keepPayments, lockPayments } from '#server/funding/payments/queries.ts'

export const assigns = (
  staff: Staff,
  suspenseId: string,
  to: { userNo?: string; orderNo?: string },
  reason = 'found by their slip',
) => transaction((tx) => answers.assignSuspense(staff, { suspenseId, ...to, reason }, tx))
export const returnsIt = (staff: Staff, suspenseId: string, reason = 'nobody knows it') =>
  transaction((tx) => answers.returnSuspense(staff, { suspenseId, reason }, tx))

export const itemOf = (bizEnd: string) =>
  one(
    db,
    sql<{ id: string; state: string; reason: string; inId: string; outId: string | null }>`
    SELECT suspense_id AS id, state, reason, in_id AS "inId", out_id AS "outId" FROM suspense WHERE biz_id LIKE ${`%${bizEnd}`}`,
  )

/** Someone pays for an order that we do not know, and the provider's daily list reports it. */
export async function straysIn(world: Pretended, amount: number, rail: YuanRail = 'ONLINE_WECHAT') {
  const payment = pays(world, newId('tup'), { id: providerOf[rail], amount })
  await pollOrder(rail, payment.orderNo, [payment])
  return { payment, ...(await itemOf(`:${payment.ref}`)) }
}
/** The same without a provider, for tests over HTTP. */
export async function aStray(amount = 200_000): Promise<string> {
  const [ref, orderNo] = [newId('tst'), newId('tup')]
  await transaction(async (tx) => {
    await keepPayments(tx, 'WECHAT', 'ONLINE_WECHAT', null, [
      { ref, orderNo, amount, currency: 'CNY', paidAt: nowMs() },
    ])
    const [payment] = await lockPayments(tx, 'WECHAT', orderNo)
    await keepInSuspense(tx, undefined, payment!, 'no_order')
  })
  return (await itemOf(`:${ref}`)).id
}

export const bookedFor = async (transferId: string | null): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    SELECT side || code || ' ' || amount || ' ' || entry.currency AS line
      FROM ledger_entry AS entry JOIN ledger_account USING (la_id)
     WHERE transfer_id = ${transferId} ORDER BY n`.execute(db)
  return rows.map(({ line }) => line)
}
