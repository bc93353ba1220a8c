import type { Checked } from '#contract/core/call.ts'
import type { Lang } from '#contract/core/fields.ts'
import {
  bizCodes,
  tradeStatuses,
  tradeTypes,
  type BizCode,
  type TradeStatus,
  type TradeType,
} from '#contract/trades/trades.ts'
import type * as contract from '#contract/trades/trades.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { sql } from '#server/core/db.ts'
import { reversalsOf, type Scope, type TradeListRow } from './queries.ts'
import { pageOfList, whereColumns } from './page.ts'

export const pageTrades: Answer<typeof contract.pageTrades> = (actor, input) => page(actor, input.scope ?? 'own', input)
export const pageSubTrades: Answer<typeof contract.pageSubTrades> = (actor, input) => page(actor, 'subs', input)

type By = Pick<Checked<typeof contract.pageTrades>, 'cardAuthId' | 'tradeId' | 'status' | 'type' | 'bizCode'>
export const tradesBy = (scope: Scope, { cardAuthId, tradeId, status, type, bizCode }: By) => ({
  of: (cardAuthId !== undefined || tradeId !== undefined) && scope === 'own' ? ('all' as const) : scope,
  asked: {
    status,
    more: [
      ...(type?.length ? [sql`type = ANY (${type})`] : []),
      ...(tradeId !== undefined ? [sql`trade_id = ${tradeId}`] : []),
      ...(bizCode !== undefined ? [sql`biz_code = ${bizCode}`] : []),
    ],
  },
})

async function page(actor: Actor, scope: Scope, input: Checked<typeof contract.pageTrades>) {
  const { of, asked } = tradesBy(scope, input)
  const { rows, around, sums } = await pageOfList('trade', actor, of, input, asked)
  const [columns, reversals] = await Promise.all([
    whereColumns(actor.accountId, rows),
    reversalsOf(actor.accountId, rows),
  ])
  const data = rows.map((row) => ({
    ...columns(row),
    ...tradeColumns(row, actor.from.lang),
    reversalTradeId: reversals.get(row.trade_id) ?? null,
  }))
  // A reversed row and its reversal are both included and cancel each other out.
  const onPage = rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return { ...around, data, summary: { sumBalance: sums.sum, sumBalancePage: onPage, totalNum: around.total } }
}

const tradeColumns = (row: TradeListRow, lang: Lang) => ({
  tradeId: row.trade_id,
  cardAuthId: row.auth_id,
  type: row.type as TradeType,
  typeText: tradeTypes[row.type as TradeType][lang],
  rate: row.rate,
  crossFee: row.cross_fee_cents,
  bizCode: row.biz_code,
  bizText: row.biz_code === null ? null : bizCodes[row.biz_code as BizCode][lang],
  arn: row.arn,
  postTime: row.posted_at.getTime(),
  status: row.status as TradeStatus,
  statusText: tradeStatuses[row.status as TradeStatus][lang],
  reversesTradeId: row.reverses_trade_id,
})
