/** The transfers behind a sum of `moneyFlow.ts`, newest first. */
import type { RawBuilder } from 'kysely'
import { kindsOf, type TransferKind } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { DAY, HOUR, nowMs } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, sql } from '#server/core/db.ts'
import { firstIdOf, timeOfId } from '#server/core/ids.ts'
import type { Reader } from '../queries.ts'
import {
  besideSql,
  cardMovesSql,
  causedBy,
  givenSql,
  OWN_CARD_KINDS,
  ownOfCardsSql,
  type Beside,
  type FlowEnds,
  type FlowOf,
  type FlowPeriod,
} from './moneyFlow.ts'

export type FlowEntry = {
  transferId: string
  kind: TransferKind
  /** Positive if it raised the balance. */
  cents: Cents
  postedAt: Date
  bizType: string
  bizId: string
  meta: Record<string, unknown> | null
}
/** With its number in the wallet, by which it is paged. */
type WalletFlowEntry = FlowEntry & { version: number }

type Part = { readonly kinds: readonly TransferKind[]; readonly raises: boolean }

const sideOf = ({ raises }: Part) => (raises ? sql`cents > 0` : sql`cents < 0`)

/** Those of the wallet: of some kinds, by what was beside it. The same arithmetic as `walletSums`, transfer by transfer. */
export const walletFlowEntries = (
  reader: Reader,
  { accountId, subUid }: FlowOf,
  { laId, after, upTo }: FlowEnds,
  part: Part & { readonly beside: Beside },
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<WalletFlowEntry[]> =>
  many(
    reader,
    sql<WalletFlowEntry>`
    SELECT "transferId", version, kind, cents::bigint AS cents, "postedAt", "bizType", "bizId", meta
      FROM (SELECT entry.transfer_id AS "transferId", entry.account_version AS version, transfer.kind, entry.posted_at AS "postedAt",
                   transfer.biz_type AS "bizType", transfer.biz_id AS "bizId", transfer.meta,
                   CASE WHEN sign(beside.cards) = -sign(beside.change)
                        THEN ${part.beside === '' ? sql`beside.change` : sql`0`}
                        ELSE beside.cents END AS cents
              FROM ledger_entry AS entry
              JOIN ledger_transfer AS transfer USING (cell, transfer_id)
             CROSS JOIN LATERAL (
                    SELECT CASE entry.side WHEN 'C' THEN entry.amount ELSE -entry.amount END AS change,
                           coalesce(sum(${givenSql}) FILTER (WHERE account.code = '2020'), 0) AS cards,
                           coalesce(sum(${givenSql}) FILTER (WHERE ${besideSql} = ${part.beside}), 0) AS cents
                      FROM ledger_entry AS other
                      JOIN ledger_account AS account ON (account.cell, account.la_id) = (other.cell, other.la_id)
                     WHERE other.cell = ${cellOf(accountId)} AND other.transfer_id = entry.transfer_id AND other.la_id <> ${laId}
                       AND other.currency = 'USD' AND account.cell = ${cellOf(accountId)}) AS beside
             WHERE entry.cell = ${cellOf(accountId)} AND entry.la_id = ${laId} AND entry.account_version > ${after} AND entry.account_version <= ${upTo}
               AND entry.account_version < ${before ?? Number.MAX_SAFE_INTEGER} AND transfer.kind = ANY (${[...part.kinds]})
               ${causedBy(subUid)}) AS moves
     WHERE ${sideOf(part)}
     ORDER BY version DESC
     LIMIT ${limit}`,
  )

/** Those of the cards, of some kinds. Spend counts what a card paid, whatever else its transfer did, and on both sides: a fee that was returned is less of a fee. */
export const cardFlowEntries = (
  reader: Reader,
  of: FlowOf,
  period: FlowPeriod,
  part: Part & { readonly bothSides?: boolean },
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<FlowEntry[]> => {
  const own = part.kinds.every((kind) => OWN_CARD_KINDS.includes(kind))
  return many(
    reader,
    sql<FlowEntry>`
    SELECT transfer_id AS "transferId", kind, cents::bigint AS cents, posted_at AS "postedAt", biz_type AS "bizType", biz_id AS "bizId", meta
      FROM (SELECT moves.*, ${own ? ownOfCardsSql : sql`cards`} AS cents FROM (${cardMovesSql(of, period, part.kinds)}) AS moves) AS parts
     WHERE ${part.bothSides ? sql`cents <> 0` : sideOf(part)} ${before === undefined ? sql`` : sql`AND transfer_id < ${before}`}
     ORDER BY transfer_id DESC
     LIMIT ${limit}`,
  )
}

const PURCHASES = kindsOf('bill', ['PURCHASE'])
const REVERSALS = kindsOf('bill', ['REVERSAL']).filter((kind) => kind !== 'REFUND_REVERSED')

/**
 * Which settled transactions: a subquery of the ids of those made between two moments, from which purchases are looked up, and a condition on one id, by which each of the few
 * reversals is checked. Both must select the same transactions.
 */
type Trades = {
  readonly made: (fromMs: number, untilMs: number) => RawBuilder<unknown>
  readonly isOne: (tradeId: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Where a page is looked for first. Each further window is four times as long: a busy merchant fills a page from hours, and a rare one is found in few steps. */
const FIRST_WINDOW_MS = 6 * HOUR
/** Ids are made about the time of the posting. So much more on both sides does not depend on clocks. */
const SLACK_MS = DAY

/** Purchases and their reversals, of some settled transactions. */
export async function purchaseFlowEntries(
  reader: Reader,
  of: FlowOf,
  period: FlowPeriod,
  trades: Trades,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<FlowEntry[]> {
  const found: FlowEntry[] = []
  const first = period.from.getTime() - SLACK_MS
  const last = Math.min(period.until.getTime() + SLACK_MS, nowMs() + HOUR)
  let until = before === undefined ? last : Math.min(last, timeOfId(before) + 1)
  for (let length = FIRST_WINDOW_MS; until > first && found.length < limit; length *= 4) {
    const from = Math.max(first, until - length)
    const window = { from, until, before, limit: limit - found.length }
    found.push(...(await purchasesWithin(reader, of, period, trades, window)))
    until = from
  }
  return found
}

const purchasesWithin = (
  reader: Reader,
  { accountId, subUid }: FlowOf,
  period: FlowPeriod,
  { made, isOne }: Trades,
  { from, until, before, limit }: { from: number; until: number; before: string | undefined; limit: number },
): Promise<FlowEntry[]> => {
  const conditions = sql`transfer.posted_at >= ${period.from} AND transfer.posted_at < ${period.until} ${causedBy(subUid)}
     AND transfer.transfer_id >= ${firstIdOf('trf', from)} AND transfer.transfer_id < ${firstIdOf('trf', until)}
     ${before === undefined ? sql`` : sql`AND transfer.transfer_id < ${before}`}`
  return many(
    reader,
    sql<FlowEntry>`
    SELECT "transferId", kind, cents::bigint AS cents, "postedAt", "bizType", "bizId", meta
      FROM (SELECT transfer.transfer_id AS "transferId", transfer.kind, transfer.posted_at AS "postedAt", transfer.biz_type AS "bizType",
                   transfer.biz_id AS "bizId", transfer.meta
              FROM ${made(from - SLACK_MS, until + SLACK_MS)} AS made
              JOIN ledger_transfer AS transfer ON (transfer.biz_type, transfer.biz_id) = ('trade', made.trade_id)
             WHERE ${ofAccount(accountId, 'transfer')} AND transfer.kind = ANY (${PURCHASES}) AND ${conditions}
             UNION ALL
            SELECT transfer.transfer_id, transfer.kind, transfer.posted_at, transfer.biz_type, transfer.biz_id, transfer.meta
              FROM ledger_transfer AS transfer
             WHERE ${ofAccount(accountId, 'transfer')} AND transfer.kind = ANY (${REVERSALS}) AND ${conditions}
               AND ${isOne(sql`transfer.biz_id`)}) AS posted
     CROSS JOIN LATERAL (
            SELECT sum(CASE entry.side WHEN 'C' THEN entry.amount ELSE -entry.amount END) AS cents
              FROM ledger_entry AS entry
              JOIN ledger_account AS account ON (account.cell, account.la_id) = (entry.cell, entry.la_id)
             WHERE entry.cell = ${cellOf(accountId)} AND account.cell = ${cellOf(accountId)} AND entry.transfer_id = posted."transferId"
               AND account.code = '2020') AS own
     WHERE cents <> 0
     ORDER BY "transferId" DESC
     LIMIT ${limit}`,
  )
}
