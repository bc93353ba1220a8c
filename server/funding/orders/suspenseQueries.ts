/** All SQL on suspense. */
import type { SuspenseState } from '#contract/funding/desk/suspense.ts'
import { now } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { orderColumns, type Order, type OrderKey } from './queries.ts'

export type Item = {
  suspenseId: string
  source: 'PROVIDER' | 'CHAIN'
  bizId: string
  rail: string
  currency: 'CNY' | 'USDT'
  units: number
  reason: string
  orderNo: string | null
  accountId: string | null
  receivedAt: Date
  state: SuspenseState
  inId: string
  outId: string | null
  toAccount: string | null
  toOrder: string | null
  creditCents: number | null
  createdAt: Date
}
const columns = sql`
  suspense_id AS "suspenseId", source, biz_id AS "bizId", rail, currency, units, reason, order_no AS "orderNo", account_id AS "accountId",
  received_at AS "receivedAt", state, in_id AS "inId", out_id AS "outId", to_account AS "toAccount", to_order AS "toOrder",
  credit_cents AS "creditCents", created_at AS "createdAt"`

export type NewItem = Pick<
  Item,
  'source' | 'bizId' | 'rail' | 'currency' | 'units' | 'reason' | 'orderNo' | 'accountId' | 'receivedAt' | 'inId'
> & { state?: 'WAITING' | 'OPEN' }
/** In the transaction that books it. */
export const openItem = (tx: Tx, it: NewItem) =>
  run(
    tx,
    sql`
    INSERT INTO suspense (suspense_id, source, biz_id, rail, currency, units, reason, order_no, account_id, received_at, state,
                          in_id, created_at, updated_at)
    VALUES (${newId('sus')}, ${it.source}, ${it.bizId}, ${it.rail}, ${it.currency}, ${it.units}, ${it.reason}, ${it.orderNo}, ${it.accountId},
            ${it.receivedAt}, ${it.state ?? 'OPEN'}, ${it.inId}, ${now()}, ${now()})`,
  )

export const itemById = (on: Tx | Database, suspenseId: string): Promise<Item | undefined> =>
  maybeOne(on, sql<Item>`SELECT ${columns} FROM suspense WHERE suspense_id = ${suspenseId}`)
/** Two people may request to assign it to two accounts, and the payer's bank may reverse it at the same time. */
export const lockItem = (tx: Tx, suspenseId: string): Promise<Item | undefined> =>
  maybeOne(tx, sql<Item>`SELECT ${columns} FROM suspense WHERE suspense_id = ${suspenseId} FOR UPDATE`)
export const lockItemOf = (tx: Tx, bizId: string): Promise<Item | undefined> =>
  maybeOne(tx, sql<Item>`SELECT ${columns} FROM suspense WHERE source = 'PROVIDER' AND biz_id = ${bizId} FOR UPDATE`)
export const itemsOfOrder = (on: Database, orderNo: string): Promise<Item[]> =>
  many(
    on,
    sql<Item>`SELECT ${columns} FROM suspense WHERE order_no = ${orderNo} OR to_order = ${orderNo} ORDER BY suspense_id`,
  )

/**
 * Payments for an order within its hour that were too small alone, oldest first: they are added to the next payment. Also after its hour until they are
 * processed, because a transfer sent in time may be seen late.
 */
export const lockParts = (tx: Tx, orderNo: string): Promise<Item[]> =>
  many(
    tx,
    sql<Item>`
    SELECT ${columns}
      FROM suspense
     WHERE order_no = ${orderNo} AND (state = 'WAITING' OR (state = 'OPEN' AND reason = 'under_minimum'))
     ORDER BY suspense_id
       FOR UPDATE`,
  )
export const waitingUnits = async (tx: Tx, orderNo: string): Promise<number> =>
  (
    await one(
      tx,
      sql<{ units: number }>`
      SELECT coalesce(sum(units), 0)::bigint AS units FROM suspense WHERE order_no = ${orderNo} AND state = 'WAITING'`,
    )
  ).units
/** Orders whose hour is over while a part of the amount waits; not those with another transfer on its way. */
export const ordersShort = (on: Database): Promise<OrderKey[]> =>
  many(
    on,
    sql<OrderKey>`
    WITH waiting AS MATERIALIZED (
      SELECT DISTINCT cell_of(account_id) AS cell, account_id, order_no
        FROM suspense
       WHERE state = 'WAITING'
         AND NOT EXISTS (SELECT FROM chain_transfer
                          WHERE chain_transfer.order_no = suspense.order_no AND outcome IS NULL AND chain_transfer.state <> 'ORPHANED'))
    SELECT account_id AS "accountId", order_no AS "orderNo"
      FROM waiting
      JOIN recharge_order USING (cell, account_id, order_no)
     WHERE expires_at <= ${now()}
     LIMIT 100`,
  )
/** The rest did not arrive: people decide now. */
export const openParts = (tx: Tx, orderNo: string) =>
  run(
    tx,
    sql`
    UPDATE suspense
       SET state = 'OPEN', reason = 'under_minimum', updated_at = ${now()}
     WHERE order_no = ${orderNo} AND state = 'WAITING'`,
  )

export type Ending = {
  outId: string
  toAccount?: string
  toOrder?: string | null
  creditCents?: number
  valueCents?: number
}
export const setItem = (tx: Tx, suspenseId: string, state: SuspenseState, end?: Ending) =>
  run(
    tx,
    sql`
    UPDATE suspense
       SET state = ${state}, out_id = coalesce(${end?.outId ?? null}, out_id), to_account = coalesce(${end?.toAccount ?? null}, to_account),
           to_order = coalesce(${end?.toOrder ?? null}, to_order), credit_cents = coalesce(${end?.creditCents ?? null}, credit_cents),
           value_cents = coalesce(${end?.valueCents ?? null}, value_cents),
           updated_at = ${now()}
     WHERE suspense_id = ${suspenseId}`,
  )

export const itemsPage = (
  on: Database,
  { open, before, limit }: { open: boolean; before: string | undefined; limit: number },
): Promise<Item[]> =>
  many(
    on,
    open
      ? // Longest waiting first.
        sql<Item>`
        SELECT ${columns} FROM suspense
         WHERE state IN ('OPEN', 'CLAIMED') AND ${before ? sql`suspense_id > ${before}` : sql`true`}
         ORDER BY suspense_id
         LIMIT ${limit}`
      : sql<Item>`
        SELECT ${columns} FROM suspense
         WHERE ${before ? sql`suspense_id < ${before}` : sql`true`}
         ORDER BY suspense_id DESC
         LIMIT ${limit}`,
  )

export const waitingByRail = (on: Database) =>
  many(
    on,
    sql<{ rail: string; currency: string; units: number; count: number; oldest: Date }>`
    SELECT rail, currency, sum(units)::bigint AS units, count(*)::integer AS count, min(created_at) AS oldest
      FROM suspense
     WHERE state IN ('OPEN', 'CLAIMED')
     GROUP BY rail, currency
     ORDER BY rail`,
  )
export const waitingItems = (on: Database): Promise<{ count: number; oldest: Date | null }> =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(created_at) AS oldest FROM suspense WHERE state = 'OPEN'`,
  )

/** Uncredited orders of the same rail, made in the two days before the payment: the same amount first. */
export const ordersAlike = (on: Database, { rail, units, receivedAt, accountId, orderNo }: Item): Promise<Order[]> =>
  many(
    on,
    sql<Order>`
    SELECT ${orderColumns}
      FROM recharge_order
     WHERE rail = ${rail} AND credited_at IS NULL AND status <> 'REVERSED'
       AND (${accountId === null ? sql`false` : sql`(${ofAccount(accountId)} AND order_no = ${orderNo})`}
         OR (created_at <= ${receivedAt} AND created_at > ${receivedAt}::timestamptz - interval '2 days'))
     ORDER BY order_no = ${orderNo ?? ''} DESC, pay_units = ${units} DESC, abs(pay_units - ${units}), created_at DESC
     LIMIT 8`,
  )

/** The sender, if the blockchain records one. */
export const senderOf = async (on: Database, { source, bizId }: Item): Promise<string | null> =>
  source === 'PROVIDER'
    ? null
    : ((
        await maybeOne(
          on,
          sql<{
            sender: string
          }>`SELECT from_address AS sender FROM chain_transfer WHERE tx_hash || ':' || log_index = ${bizId} AND tx_hash = ${bizId.split(':')[0]!}`,
        )
      )?.sender ?? null)

/** The payment's own number at the provider, or the hash of the transfer. */
export const refOf = ({ source, bizId }: Item): string =>
  source === 'CHAIN' ? bizId.split(':')[0]! : bizId.slice(bizId.indexOf(':') + 1)
