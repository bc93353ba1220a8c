/** The account's own lists, read as its holder reads them, without what staff don't need to see. */
import type * as contract from '#contract/accounts/accounts.ts'
import { listCards as cardsRow } from '#contract/cards/cards.ts'
import { flag } from '#contract/core/fields.ts'
import { listFlows as flowsRow, rails, rechargeStatuses } from '#contract/funding/funding.ts'
import { listOperations as operationsRow } from '#contract/audit/audit.ts'
import { pageDeclines as declinesRow } from '#contract/trades/trades.ts'
import type { Answer } from '#server/core/answer.ts'
import { browserOf, deviceOf, listOperations } from '#server/audit/audit.ts'
import { listCards } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { listFlows, ordersPage } from '#server/funding/funding.ts'
import { isOpen, readerOf, sessionsPage } from '#server/identity/identity.ts'
import { pageDeclines, staffRulesOf } from '#server/trades/trades.ts'
import { viewsAccount } from './showAccount.ts'

/** A page of another list with rows of our own type; its sums are left out. */
const rowsAs = <P extends { data: object[] }, S>(page: P, row: (one: P['data'][number]) => S) => ({
  ...page,
  data: page.data.map(row),
  summary: undefined,
})
const counted = <R>(data: R[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  data,
  total,
  pageNo,
  pageSize,
  haveNext: total > pageNo * pageSize,
  summary: undefined,
})

export const accountFlows: Answer<typeof contract.accountFlows> = async (staff, { accountId, ...page }) => {
  const { from } = staff
  await viewsAccount(staff, accountId, 'FLOWS')
  return rowsAs(await listFlows(readerOf(accountId, from), flowsRow.input.parse(page)), (flow) => ({
    flowId: flow.flowId,
    time: flow.initiated,
    typeText: flow.typeText,
    direction: flow.direction,
    amount: flow.amount,
    balanceAfter: flow.balanceAfter,
    bizNo: flow.bizNo,
  }))
}

export const accountCards: Answer<typeof contract.accountCards> = async (staff, { accountId, ...page }) => {
  const { from } = staff
  await viewsAccount(staff, accountId, 'CARDS')
  const input = cardsRow.input.parse({ ...page, scope: 'all' })
  return rowsAs(await listCards(readerOf(accountId, from), input), (card) => ({
    cardId: card.cardId,
    cardSeqNo: card.cardSeqNo,
    lastFour: card.lastFour,
    segment: card.segment,
    balance: card.balance,
    status: card.status,
    statusText: card.statusText,
    openTime: card.openDate,
    owner: card.subNickname ?? null,
  }))
}

export const accountDeclines: Answer<typeof contract.accountDeclines> = async (staff, { accountId, ...page }) => {
  const { from } = staff
  await viewsAccount(staff, accountId, 'DECLINES')
  const input = declinesRow.input.parse({ ...page, scope: 'all' })
  const found = await pageDeclines(readerOf(accountId, from), input)
  const rules = await staffRulesOf(
    db,
    accountId,
    found.data.map(({ cardAuthId }) => cardAuthId),
  )
  return rowsAs(found, (decline) => ({
    id: decline.refuseId,
    time: decline.tradeTime,
    merchant: decline.merchantName,
    amount: decline.amount,
    reasonText: decline.reasonText,
    rule: rules.get(decline.cardAuthId) ?? null,
    lastFour: decline.lastFour ?? null,
  }))
}

export const accountOrders: Answer<typeof contract.accountOrders> = async (staff, { accountId, ...page }) => {
  const { lang } = staff.from
  await viewsAccount(staff, accountId, 'ORDERS')
  const { rows, count } = await ordersPage(db, accountId, page)
  const data = rows.map((order) => ({
    orderNo: order.order_no,
    time: order.created_at.getTime(),
    railText: rails[order.rail][lang],
    credit: order.credit_cents,
    status: order.status,
    statusText: rechargeStatuses[order.status][lang],
    txHash: order.tx_hash,
  }))
  return counted(data, count, page)
}

export const accountSessions: Answer<typeof contract.accountSessions> = async (staff, { accountId, ...page }) => {
  await viewsAccount(staff, accountId, 'SESSIONS')
  const { rows, count } = await sessionsPage(db, accountId, page)
  const data = rows.map((session) => ({
    sessionId: session.session_id,
    name: session.name,
    device: `${browserOf(session.device)} · ${deviceOf(session.device)}`,
    ip: session.ip,
    createTime: session.created_at.getTime(),
    activeTime: session.last_active_at.getTime(),
    open: flag(isOpen(session)),
  }))
  return counted(data, count, page)
}

export const accountLog: Answer<typeof contract.accountLog> = async (staff, { accountId, ...page }) => {
  const { from } = staff
  await viewsAccount(staff, accountId, 'LOG')
  return rowsAs(await listOperations(readerOf(accountId, from), operationsRow.input.parse(page)), (row) => ({
    id: row.id,
    time: row.createTime,
    who: row.actorName,
    typeText: row.typeText,
    target: row.target,
    content: row.content,
  }))
}
