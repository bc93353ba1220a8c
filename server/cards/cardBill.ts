import type * as contract from '#contract/cards/cards.ts'
import { billTypes, kindRule, kindsOf, type BillType } from '#contract/ledger/ledger.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { cardAccount, entriesOf, sumsOf, type StatementRow } from '../ledger/ledger.ts'
import { TOTAL_CAP } from './listQueries.ts'
import { maybeCard } from './queries.ts'
import { monthOf } from '../core/clock.ts'

/** A card's statement: the entries of its account in the books, each with the balance that it left. */
export const cardBill: Answer<typeof contract.cardBill> = async (actor, wish) => {
  const card = await maybeCard(db, actor, wish.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  const account = cardAccount(actor.accountId, wish.cardId)
  const filter = { ...(wish.month && monthOf(wish.month)), ...(wish.type && { kinds: kindsOf('bill', [wish.type]) }) }
  const before = wish.cursor && /^\d{1,15}$/.test(wish.cursor) ? Number(wish.cursor) : undefined
  const skip = before === undefined ? (wish.pageNo - 1) * wish.pageSize : 0

  const [found, sums] = await Promise.all([
    entriesOf(db, account, filter, { ...(before !== undefined && { before }), skip, limit: wish.pageSize + 1 }),
    sumsOf(db, account, filter),
  ])
  const rows = found.slice(0, wish.pageSize)
  const haveNext = found.length > rows.length
  return {
    data: rows.map((row) => line(row, actor.from.lang)),
    total: Math.min(sums.count, TOTAL_CAP),
    ...(sums.count > TOTAL_CAP && { totalCapped: true }),
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext,
    ...(haveNext && { cursor: String(rows.at(-1)!.version) }),
    summary: { open: sums.open, in: sums.in, out: sums.out, close: sums.close },
  }
}

/** What the poster of a purchase or a refund writes into the transfer's `meta`, for this statement. */
export type BillMeta = {
  readonly merchantName?: string
  readonly descriptor?: string
  readonly merchantAmount?: number
  readonly merchantCurrency?: string
}

function line(row: StatementRow, lang: Lang) {
  const type: BillType = kindRule(row.kind).bill ?? 'FEE'
  const { merchantName, descriptor, merchantAmount, merchantCurrency } = row.meta as BillMeta
  return {
    id: `${row.transferId}-${row.version}`,
    time: row.postedAt.getTime(),
    type,
    desc: descriptor ?? merchantName ?? billTypes[type][lang],
    merchantName: merchantName ?? null,
    amount: row.change,
    unit: 'USD',
    merchantAmount: merchantAmount ?? null,
    merchantCurrency: merchantCurrency ?? null,
    balanceAfter: row.balanceAfter,
    status: 'POSTED',
  }
}
