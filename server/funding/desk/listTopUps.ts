import type * as contract from '#contract/funding/desk/topUps.ts'
import { rechargeStatuses, showUsdt } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import { plain } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountsOfNo, holdersOf } from '#server/identity/identity.ts'
import type { Order } from '../queries.ts'
import { railText } from '../suspense/shown.ts'
import { ordersOfAll, type After } from '../payments/orderListQueries.ts'

/** Orders of all accounts, newest first. */
export const listTopUps: Answer<typeof contract.listTopUps> = async ({ from: { lang } }, wish) => {
  const { userNo, startTime, endTime, pageSize, cursor, ...filter } = wish
  const accountIds = userNo ? (await accountsOfNo(userNo)).map(({ account_id }) => account_id) : undefined
  const span = {
    from: startTime === undefined ? undefined : new Date(startTime),
    to: endTime === undefined ? undefined : new Date(endTime),
  }
  const found = await ordersOfAll(
    db,
    { ...filter, accountIds, ...span },
    cursor ? afterOf(cursor) : undefined,
    pageSize + 1,
  )
  const rows = found.slice(0, pageSize)
  const last = found.length > rows.length ? rows.at(-1)! : undefined
  return { data: await deskTopUps(rows, lang), cursor: last ? cursorOf(last) : null }
}

const cursorOf = ({ createdAt, orderNo }: Order): string => `${createdAt.getTime()}.${orderNo}`
function afterOf(cursor: string): After {
  const [, ms, orderNo] = /^(\d{1,15})\.(tup_\w{26})$/.exec(cursor) ?? []
  if (!orderNo) throw refuse('invalid', { field: 'cursor' })
  return { at: new Date(Number(ms)), orderNo }
}

export const exact = (units: number, unit: string): string => (unit === 'USDT' ? showUsdt(units) : plain(units))

export async function deskTopUps(orders: readonly Order[], lang: Lang): Promise<contract.DeskTopUp[]> {
  const holders = await holdersOf(orders.map(({ accountId }) => accountId))
  return orders.map((order) => ({
    orderNo: order.orderNo,
    rail: order.rail,
    railText: railText(order.rail, lang),
    status: order.status,
    statusText: rechargeStatuses[order.status][lang],
    holder: holders.get(order.accountId) ?? { accountId: order.accountId, userNo: '', nickname: '' },
    payUnit: order.payCurrency,
    payAmountStr: exact(order.payUnits, order.payCurrency),
    credit: order.status === 'MISMATCH' && !order.creditedAt ? 0 : order.creditCents,
    txHash: order.txHash,
    createTime: order.createdAt.getTime(),
  }))
}
