import type * as contract from '#contract/cards/cards.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { billTypes, kindRule, kindsOf, type BillType } from '#contract/ledger/ledger.ts'
import type { Answer } from '#server/core/answer.ts'
import { monthOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { cardAccount, entriesOf, sumsOf, type StatementRow } from '#server/ledger/ledger.ts'
import { TOTAL_CAP } from '../lists/queries.ts'
import { maybeCard } from '../queries.ts'

/** Returns a card's statement: the entries of its ledger account, each with the resulting balance. */
export const cardBill: Answer<typeof contract.cardBill> = async (actor, input) => {
  const card = await maybeCard(db, actor, input.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  const account = cardAccount(actor.accountId, input.cardId)
  const filter = {
    ...(input.month && monthOf(input.month)),
    ...(input.type && { kinds: kindsOf('bill', [input.type]) }),
  }
  const before = input.cursor && /^\d{1,15}$/.test(input.cursor) ? Number(input.cursor) : undefined
  const skip = before === undefined ? (input.pageNo - 1) * input.pageSize : 0

  const [found, sums] = await Promise.all([
    entriesOf(db, account, filter, { ...(before !== undefined && { before }), skip, limit: input.pageSize + 1 }),
    sumsOf(db, account, filter),
  ])
  const rows = found.slice(0, input.pageSize)
  const haveNext = found.length > rows.length
  return {
    data: rows.map((row) => line(row, actor.from.lang)),
    total: Math.min(sums.count, TOTAL_CAP),
    ...(sums.count > TOTAL_CAP && { totalCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext,
    ...(haveNext && { cursor: String(rows.at(-1)!.version) }),
    summary: { open: sums.open, in: sums.in, out: sums.out, close: sums.close },
  }
}

/** The fields of the transfer's `meta` that postings of purchases and refunds write for this statement. */
export type BillMeta = {
  readonly merchantName?: string
  readonly descriptor?: string
  readonly merchantAmount?: number
  readonly merchantCurrency?: string
  /** Of a monthly fee: the month. */
  readonly period?: string
}

function line(row: StatementRow, lang: Lang) {
  const type: BillType = kindRule(row.kind).bill ?? 'FEE'
  const { merchantName, descriptor, merchantAmount, merchantCurrency, period } = row.meta as BillMeta
  const what = descriptor ?? merchantName ?? period
  return {
    id: `${row.transferId}-${row.version}`,
    time: row.postedAt.getTime(),
    type,
    // What a fee is for says its kind: every purchase of a merchant has the merchant as its name.
    desc:
      type === 'FEE' ? [kindRule(row.kind)[lang], what].filter(Boolean).join(' · ') : (what ?? billTypes[type][lang]),
    merchantName: merchantName ?? null,
    amount: row.change,
    unit: 'USD',
    merchantAmount: merchantAmount ?? null,
    merchantCurrency: merchantCurrency ?? null,
    balanceAfter: row.balanceAfter,
    status: 'POSTED',
  }
}
