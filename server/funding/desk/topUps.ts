import type * as contract from '#contract/funding/desk/topUps.ts'
import { breakKinds, lifeKinds, type LifeKind } from '#contract/funding/desk/topUps.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { ruleOf, transferKinds, type TransferKind } from '#contract/ledger/ledger.ts'
import { show, plain } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { transferWhole } from '#server/ledger/ledger.ts'
import { recordView, recordViews } from '#server/accounts/accounts.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { keepWatching } from '../usdt/watch.ts'
import { lockOrderByNo, orderByNo, type Order } from '../orders/queries.ts'
import { isYuan, providerOf } from '../rails/rails.ts'
import { amountOf, railText } from './suspense/shown.ts'
import { itemsOfOrder, refOf } from '../orders/suspenseQueries.ts'
import {
  breaksOfOrder,
  chainOfOrder,
  eventsOfOrder,
  paymentsOfOrder,
  ordersOfAll,
  type After,
} from '../orders/deskQueries.ts'
import { booked } from '../payments/orderTransfers.ts'
import { lookSoon } from '../usdt/queries.ts'
import { rechargeStatuses, showUsdt } from '#contract/funding/funding.ts'
import { accountsOfNo, holdersOf } from '#server/identity/identity.ts'

/** Returns orders of all accounts, newest first. */
export const listTopUps: Answer<typeof contract.listTopUps> = async (staff, input) => {
  const { userNo, startTime, endTime, pageSize, cursor, ...filter } = input
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
  const data = await deskTopUps(rows, staff.from.lang)
  // Without these it is the queue of all accounts.
  if (userNo ?? filter.orderNo ?? filter.txHash)
    await recordViews(
      staff,
      data.map(({ holder }) => holder),
      'ORDERS',
    )
  return { data, cursor: last ? cursorOf(last) : null }
}

const cursorOf = ({ createdAt, orderNo }: Order): string => `${createdAt.getTime()}.${orderNo}`
function afterOf(cursor: string): After {
  const [, ms, orderNo] = /^(\d{1,15})\.(tup_\w{26})$/.exec(cursor) ?? []
  if (!orderNo) throw refuse('invalid', { field: 'cursor' })
  return { at: new Date(Number(ms)), orderNo }
}

const exact = (units: number, unit: string): string => (unit === 'USDT' ? showUsdt(units) : plain(units))

async function deskTopUps(orders: readonly Order[], lang: Lang): Promise<contract.DeskTopUp[]> {
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

export const topUpOrder: Answer<typeof contract.topUpOrder> = async (staff, { orderNo }) => {
  const { lang } = staff.from
  const order = await orderByNo(orderNo)
  if (!order) throw refuse('not_found')
  const unit = order.payCurrency
  const [[row], events, payments, chain, items, breaks] = await Promise.all([
    deskTopUps([order], lang),
    eventsOfOrder(db, orderNo),
    paymentsOfOrder(db, orderNo),
    chainOfOrder(db, orderNo),
    itemsOfOrder(db, orderNo),
    breaksOfOrder(db, orderNo),
  ])
  await recordView(staff, row!.holder, 'ORDERS')
  const step = (kind: LifeKind, ref: string, at: Date, more: Partial<Step> = {}): Step => ({
    kind,
    kindText: lifeKinds[kind][lang],
    ref,
    amountStr: null,
    note: '',
    time: at.getTime(),
    suspenseId: null,
    ...more,
  })
  const life = [
    step('ORDERED', '', order.createdAt, { amountStr: `${exact(order.payUnits, unit)} ${unit}` }),
    ...events.map(({ id, type, amount, at }) =>
      step('EVENT', id, at, { note: type, ...(amount !== null && { amountStr: `${exact(amount, unit)} ${unit}` }) }),
    ),
    ...payments.map(({ ref, amount, paidAt }) =>
      step('PAYMENT', ref, paidAt, { amountStr: `${exact(amount, unit)} ${unit}` }),
    ),
    ...payments.flatMap(({ ref, reversedAt }) => (reversedAt ? [step('REVERSAL', ref, reversedAt)] : [])),
    ...chain.map(({ txHash, units, confirmations, outcome, at }) =>
      step('TRANSFER', txHash, at, {
        amountStr: `${exact(Number(units), 'USDT')} USDT`,
        note: outcome ?? confirmed(confirmations, lang),
      }),
    ),
    ...items.map((item) =>
      step('SUSPENSE', refOf(item), item.createdAt, {
        amountStr: `${amountOf(item)} ${item.currency}`,
        suspenseId: item.suspenseId,
      }),
    ),
    ...breaks.map(({ kind, ref, at }) =>
      step('BREAK', ref, at, { note: (breakKinds as Record<string, Words>)[kind]?.[lang] ?? kind }),
    ),
    ...(order.creditedAt ? [step('CREDITED', '', order.creditedAt, { amountStr: show(order.creditCents) })] : []),
  ].sort((a, b) => a.time - b.time || orderOf.indexOf(a.kind) - orderOf.indexOf(b.kind))
  const ids = booked({ payments, chain, items })
  return {
    ...row!,
    receivedStr: order.paidAt ? exact(order.receivedUnits, unit) : null,
    fee: order.feeCents,
    feeUnit: isYuan(order.rail) ? 'CNY' : 'USD',
    rate: order.rate,
    address: order.address,
    confirmations: order.confirmations,
    card: order.cardMask && `${order.cardBank ?? ''} ${order.cardMask}`.trim(),
    providerRef: order.providerRef,
    expireTime: order.expiresAt.getTime(),
    life,
    transfers: (await Promise.all(ids.map((id) => transferShown(id, lang)))).flat(),
  }
}
type Step = Awaited<ReturnType<Answer<typeof contract.topUpOrder>>>['life'][number]

const orderOf = Object.keys(lifeKinds)
const confirmed = (count: number, lang: Lang): string =>
  ({ cn: `${count} 次确认`, en: `Confirmations: ${count}` })[lang]

/** The entries of a transfer as finance reads them. */
async function transferShown(transferId: string, lang: Lang) {
  const found = await transferWhole(db, transferId)
  if (!found) return []
  const { transfer, entries } = found
  return [
    {
      transferId,
      kindText: transferKinds[transfer.kind as TransferKind]?.[lang] ?? transfer.kind,
      postTime: transfer.posted_at.getTime(),
      entries: entries.map(({ code, owner, side, amount, currency, scale }) => ({
        code,
        name: ruleOf(code)[lang],
        owner,
        side,
        amount,
        currency,
        scale,
      })),
    },
  ]
}

/** Runs the periodic check now. It is left as a job, because no provider is called inside a transaction. */
export const askTopUp: Answer<typeof contract.askTopUp> = async (staff, { orderNo }, tx) => {
  const order = await lockOrderByNo(tx, orderNo)
  if (!order) throw refuse('not_found')
  if (isYuan(order.rail)) {
    const provider = providerOf[order.rail]
    await later(tx, 'funding.askProvider', { provider, orderNo }, { key: `funding.askProvider ${provider} ${orderNo}` })
  } else if (order.address) {
    await lookSoon(tx, order.accountId, order.address)
    await keepWatching(tx)
  }
  await recordStaff(tx, staff, {
    action: 'MONEY',
    target: orderNo,
    accountId: order.accountId,
    content: { cn: '重新查询通道', en: 'Checked with the provider again' },
  })
  return { orderNo }
}
