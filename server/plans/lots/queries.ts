/** All SQL on payments for plans: plan_lot, plan_order, and the end of a subscription; and on lots of any kind. */
import type { Cents } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount, ofAccounts } from '#server/core/database/cells.ts'
import { db, many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { Lot, LotBook } from './lots.ts'

export type LotRow = Lot & { lot_id: string; account_id: string; group_id: string; order_no: string }
const columns = sql`lot_id, account_id, group_id, order_no, paid_cents, deferred_cents, recognised_cents, days, starts_at, ends_at`

/** The account's lots that have not ended. Under the lock of its account 2210, so that they do not change after the read. */
export const lotsOf = (on: Tx | Database, accountId: string): Promise<LotRow[]> =>
  many(
    on,
    sql<LotRow>`SELECT ${columns} FROM plan_lot
     WHERE ${ofAccount(accountId)} AND closed_at IS NULL AND ends_at > ${now()}
     ORDER BY starts_at`,
  )

/** Accounts with lots of which a day may have to become income. Not locked: read again under the lock. */
export const accountsToRecognise = async ({ table }: LotBook, limit: number): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ account_id: string }>`
    SELECT DISTINCT account_id
      FROM ${sql.table(table)}
     WHERE recognised_cents < deferred_cents AND closed_at IS NULL
       AND floor(deferred_cents * least(days, floor(extract(epoch FROM ${now()}::timestamptz - starts_at) / 86400)) / days) > recognised_cents
     LIMIT ${limit}`,
    )
  ).map(({ account_id }) => account_id)

export type RunningLot = Lot & { lot_id: string; account_id: string }
export const lotsToRecognise = (tx: Tx, { table }: LotBook, accountIds: readonly string[]): Promise<RunningLot[]> =>
  many(
    tx,
    sql<RunningLot>`SELECT lot_id, account_id, paid_cents, deferred_cents, recognised_cents, days, starts_at, ends_at
      FROM ${sql.table(table)}
     WHERE ${ofAccounts(accountIds)} AND recognised_cents < deferred_cents AND closed_at IS NULL
     ORDER BY lot_id`,
  )

export const setRecognised = (
  tx: Tx,
  { table }: LotBook,
  lots: readonly { cell: number; lotId: string; recognised: Cents }[],
) =>
  run(
    tx,
    sql`UPDATE ${sql.table(table)} AS lot
           SET recognised_cents = new.recognised
          FROM json_to_recordset(${JSON.stringify(lots)}::json) AS new (cell smallint, "lotId" text, recognised bigint)
         WHERE (lot.cell, lot.lot_id) = (new.cell, new."lotId")`,
  )

export const closeLots = (tx: Tx, accountId: string, lotIds: readonly string[]) =>
  run(tx, sql`UPDATE plan_lot SET closed_at = ${now()} WHERE ${ofAccount(accountId)} AND lot_id = ANY (${lotIds})`)

export const insertLot = (
  tx: Tx,
  lot: {
    lotId: string
    accountId: string
    groupId: string
    orderNo: string
    paid: Cents
    deferred: Cents
    days: number
    startsAt: Date
    endsAt: Date
  },
) =>
  run(
    tx,
    sql`INSERT INTO plan_lot (cell, lot_id, account_id, group_id, order_no, paid_cents, deferred_cents, days, starts_at, ends_at, created_at, plan_version)
        SELECT ${cellOf(lot.accountId)}, ${lot.lotId}, ${lot.accountId}, group_id, ${lot.orderNo}, ${lot.paid}::bigint, ${lot.deferred}::bigint, ${lot.days}::integer,
               ${lot.startsAt}::timestamptz, ${lot.endsAt}::timestamptz, ${now()}::timestamptz, version
          FROM plan
         WHERE group_id = ${lot.groupId}`,
  )

export const insertPlanOrder = (
  tx: Tx,
  order: {
    accountId: string
    orderNo: string
    action: 'BUY' | 'STACK' | 'UPGRADE'
    groupId: string
    months: number
    days: number
    list: Cents
    credit: Cents
    couponId: string | undefined
    couponOff: Cents
    paid: Cents
    loginId: string
    transferId: string | null
  },
) =>
  run(
    tx,
    sql`INSERT INTO plan_order (cell, account_id, order_no, action, group_id, months, days, list_cents, credit_cents, coupon_id, coupon_off_cents, paid_cents, login_id, transfer_id, created_at)
        VALUES (${cellOf(order.accountId)}, ${order.accountId}, ${order.orderNo}, ${order.action}, ${order.groupId}, ${order.months}, ${order.days}, ${order.list}, ${order.credit},
                ${order.couponId ?? null}, ${order.couponOff}, ${order.paid}, ${order.loginId}, ${order.transferId}, ${now()})`,
  )

/** The account's payments for plans, newest first. */
export const ordersPaid = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<{ order_no: string; paid_cents: Cents }>`
    SELECT order_no, paid_cents
      FROM plan_order
     WHERE ${ofAccount(accountId)} AND paid_cents > 0
     ORDER BY created_at DESC, order_no DESC`,
  )

/** What the account has paid for plans since a moment. */
export const paidSince = async (on: Database, accountId: string, since: Date): Promise<Cents> =>
  (
    await one(
      on,
      sql<{ paid: Cents }>`
      SELECT coalesce(sum(paid_cents), 0)::bigint AS paid
        FROM plan_order
       WHERE ${ofAccount(accountId)} AND created_at >= ${since}`,
    )
  ).paid

/** Extends the active subscription. */
export const extendSubscription = (tx: Tx, accountId: string, expiresAt: Date) =>
  run(
    tx,
    sql`UPDATE plan_subscription SET expires_at = ${expiresAt}, told_days = '{}' WHERE ${ofAccount(accountId)} AND status = 'ACTIVE'`,
  )

/** Ends any subscription of the account: one that has run out becomes EXPIRED, one replaced by a higher plan REPLACED. */
export const endSubscription = (tx: Tx, accountId: string) =>
  run(
    tx,
    sql`UPDATE plan_subscription
           SET status = CASE WHEN expires_at <= ${now()} THEN 'EXPIRED' ELSE 'REPLACED' END
         WHERE ${ofAccount(accountId)} AND status = 'ACTIVE'`,
  )

export type Ended = { account_id: string; expires_at: Date; name_cn: string; name_en: string }
export const takeEnded = (tx: Tx): Promise<Ended[]> =>
  many(
    tx,
    sql<Ended>`
    UPDATE plan_subscription AS own
       SET status = 'EXPIRED'
      FROM plan
     WHERE plan.group_id = own.group_id AND own.status = 'ACTIVE' AND own.expires_at <= ${now()}
    RETURNING own.account_id, own.expires_at, plan.name_cn, plan.name_en`,
  )

/** Those that end within so many days, and whose owners have not been notified of it. */
export const takeEnding = (tx: Tx, days: number, until: Date): Promise<Ended[]> =>
  many(
    tx,
    sql<Ended>`
    UPDATE plan_subscription AS own
       SET told_days = told_days || ${days}::int
      FROM plan
     WHERE plan.group_id = own.group_id AND own.status = 'ACTIVE' AND own.expires_at > ${now()} AND own.expires_at <= ${until}
       AND NOT EXISTS (SELECT FROM unnest(told_days) AS told WHERE told <= ${days})
    RETURNING own.account_id, own.expires_at, plan.name_cn, plan.name_en`,
  )
