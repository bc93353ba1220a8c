import type * as contract from '#contract/funding/desk/suspense.ts'
import { rechargeStatuses } from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import { recordView, recordViews } from '#server/accounts/accounts.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { holdersOf } from '#server/identity/identity.ts'
import { approvalWaitingFor } from '#server/staff/staff.ts'
import { waitingLines } from '../wires/queries.ts'
import { amountOf, railText, suspenseRows } from './shown.ts'
import {
  itemById,
  itemsPage,
  ordersAlike,
  senderOf,
  waitingByRail,
  type Item,
} from '#server/funding/orders/suspenseQueries.ts'

const CURSOR = /^sus_[0-9A-HJKMNP-TV-Z]{26}$/

export const listSuspense: Answer<typeof contract.listSuspense> = async ({ from: { lang } }, input) => {
  const { scope, pageSize, cursor } = input
  if (cursor !== undefined && !CURSOR.test(cursor)) throw refuse('invalid', { field: 'cursor' })
  const [found, waiting, bank] = await Promise.all([
    itemsPage(db, { open: scope === 'open', before: cursor, limit: pageSize + 1 }),
    waitingByRail(db),
    waitingLines(db),
  ])
  const rows = found.slice(0, pageSize)
  return {
    data: await suspenseRows(rows, lang),
    cursor: found.length > rows.length ? rows.at(-1)!.suspenseId : null,
    waiting: waiting.map(({ rail, currency, units, count, oldest }) => ({
      rail,
      railText: railText(rail, lang),
      unit: currency,
      amountStr: amountOf({ currency: currency as Item['currency'], units }),
      count,
      oldestTime: oldest.getTime(),
    })),
    bank: { count: bank.count, oldestTime: bank.oldest?.getTime() ?? null },
  }
}

export const showSuspense: Answer<typeof contract.showSuspense> = async (staff, { suspenseId }) => {
  const { lang } = staff.from
  const item = await itemById(db, suspenseId)
  if (!item) throw refuse('not_found')
  const [row] = await suspenseRows([item], lang)
  const alike = item.state === 'OPEN' ? await ordersAlike(db, item) : []
  const holders = await holdersOf([item.toAccount, ...alike.map(({ accountId }) => accountId)])
  await recordView(staff, row!.holder, 'RECEIPTS')
  await recordViews(
    staff,
    alike.map(({ accountId }) => holders.get(accountId)),
    'ORDERS',
  )
  const nobody = { accountId: '', userNo: '', nickname: '' }
  return {
    ...row!,
    from: await senderOf(db, item),
    creditedTo: item.toAccount
      ? { holder: holders.get(item.toAccount) ?? nobody, orderNo: item.toOrder, amount: item.creditCents! }
      : null,
    transfers: [item.inId, ...(item.outId ? [item.outId] : [])],
    orders: alike.map((order) => ({
      orderNo: order.orderNo,
      holder: holders.get(order.accountId) ?? nobody,
      statusText: rechargeStatuses[order.status][lang],
      amountStr: amountOf({ currency: item.currency, units: order.payUnits }),
      same: order.payUnits === item.units,
      createTime: order.createdAt.getTime(),
    })),
    approvalId:
      item.state === 'CLAIMED'
        ? ((await approvalWaitingFor('suspense.assign', suspenseId)) ??
          (await approvalWaitingFor('suspense.return', suspenseId)))
        : null,
  }
}
