import type * as contract from '#contract/cards/desk/openings.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { holdersOf } from '#server/identity/identity.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { maybeOrder } from '#server/cards/orders/queries.ts'
import { dueNow, lockWaiting, stuckCount, stuckOpenings } from './queries.ts'

const SHOWN_MAX = 200

/** Oldest first: its money has been held longest. */
export const listStuckOpenings: Answer<typeof contract.listStuckOpenings> = async () => {
  const [rows, { count }] = await Promise.all([stuckOpenings(db, SHOWN_MAX), stuckCount(db)])
  const holders = await holdersOf(rows.map(({ account_id }) => account_id))
  const data = rows.map((row) => ({
    orderNo: row.order_no,
    cardId: row.card_id,
    vid: row.vid,
    holder: holders.get(row.account_id) ?? { accountId: row.account_id, userNo: '', nickname: '' },
    batchNo: row.batch_no,
    held: row.total_cents,
    tries: row.tries,
    error: row.error,
    createTime: row.created_at.getTime(),
    nextTime: row.ask_at?.getTime() ?? null,
  }))
  return { data, count }
}

/** Ask the issuer now instead of at the next try: by a job, because no provider is called inside a transaction. */
export const askForOpening: Answer<typeof contract.askForOpening> = async (staff, { orderNo }, tx) => {
  const order = await maybeOrder(tx, orderNo)
  const opening = order && (await lockWaiting(tx, order.account_id, orderNo))
  if (!opening) throw refuse('not_found')
  const { account_id: accountId, card_id, batch_no: batchNo } = opening
  await dueNow(tx, accountId, orderNo)
  if (batchNo === null) await later(tx, 'cards.askIssuer', { accountId, orderNo }, { queue: `card ${card_id}` })
  else await later(tx, 'cards.workBatch', { accountId, batchNo }, { key: `batch ${batchNo}` })
  await recordStaff(tx, staff, {
    action: 'ACCOUNT',
    target: orderNo,
    accountId,
    content: { cn: '重新查询发卡方', en: 'Checked with the issuer again' },
  })
  return { orderNo }
}
