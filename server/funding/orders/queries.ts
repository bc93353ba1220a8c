import type { Rail, RechargeStatus } from '#contract/funding/funding.ts'
import { touch } from '#server/core/changes/touch.ts'
import { ago, HOUR, now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type Order = {
  accountId: string
  orderNo: string
  loginId: string
  rail: Rail
  quoteId: string
  status: RechargeStatus
  payCurrency: string
  payUnits: number
  receivedUnits: number
  valueCents: number
  feeBps: number
  feeCents: number
  creditCents: number
  rate: string
  address: string | null
  /** The mid-market rate beside the customer's; only for yuan. */
  mid: string | null
  providerRef: string | null
  qrContent: string | null
  cardMask: string | null
  cardBank: string | null
  codeTries: number
  txHash: string | null
  confirmations: number
  failReason: string | null
  expiresAt: Date
  lookedAt: Date | null
  paidAt: Date | null
  creditedAt: Date | null
  createdAt: Date
}

/** What names an order: its number alone does not say where it is. */
export type OrderKey = Pick<Order, 'accountId' | 'orderNo'>
export const ofOrder = ({ accountId, orderNo }: OrderKey) => sql`${ofAccount(accountId)} AND order_no = ${orderNo}`

export const orderColumns = sql`
  account_id AS "accountId", order_no AS "orderNo", login_id AS "loginId", rail, quote_id AS "quoteId", status, pay_currency AS "payCurrency",
  pay_units AS "payUnits", received_units AS "receivedUnits", value_cents AS "valueCents", fee_bps AS "feeBps", fee_cents AS "feeCents",
  credit_cents AS "creditCents", rate, address, mid, provider_ref AS "providerRef", qr_content AS "qrContent", card_mask AS "cardMask", card_bank AS "cardBank",
  code_tries AS "codeTries", tx_hash AS "txHash", confirmations, fail_reason AS "failReason", expires_at AS "expiresAt",
  looked_at AS "lookedAt", paid_at AS "paidAt", credited_at AS "creditedAt", created_at AS "createdAt"`

export type NewOrder = Omit<
  Order,
  | 'mid'
  | 'providerRef'
  | 'qrContent'
  | 'cardMask'
  | 'cardBank'
  | 'codeTries'
  | 'status'
  | 'receivedUnits'
  | 'txHash'
  | 'confirmations'
  | 'failReason'
  | 'lookedAt'
  | 'paidAt'
  | 'creditedAt'
  | 'createdAt'
>

export const insertOrder = async (tx: Tx, input: NewOrder): Promise<void> => {
  touch(tx, input.accountId, 'money')
  await insertOrderNo(tx, input)
  await run(
    tx,
    sql`
    INSERT INTO recharge_order (cell, account_id, order_no, login_id, rail, quote_id, status, pay_currency, pay_units, value_cents, fee_bps, fee_cents,
                                credit_cents, rate, address, expires_at, created_at, updated_at)
    VALUES (${cellOf(input.accountId)}, ${input.accountId}, ${input.orderNo}, ${input.loginId}, ${input.rail}, ${input.quoteId}, 'WAIT_PAY',
            ${input.payCurrency}, ${input.payUnits}, ${input.valueCents}, ${input.feeBps}, ${input.feeCents}, ${input.creditCents},
            ${input.rate}, ${input.address}, ${input.expiresAt}, ${now()}, ${now()})`,
  )
}

/** Names the order in the directory of all numbers, in the transaction that inserts it. */
export const insertOrderNo = (tx: Tx, { accountId, orderNo }: OrderKey) =>
  run(
    tx,
    sql`INSERT INTO recharge_order_no (order_no, cell, account_id) VALUES (${orderNo}, ${cellOf(accountId)}, ${accountId})`,
  )

export const orderOf = (order: OrderKey): Promise<Order | undefined> =>
  maybeOne(db, sql<Order>`SELECT ${orderColumns} FROM recharge_order WHERE ${ofOrder(order)}`)

/** For a number from a provider or from staff, which may be of any account or of none. The directory names the account, and the order is in its cell. */
export async function orderByNo(orderNo: string): Promise<Order | undefined> {
  const key = await keyByNo(db, orderNo)
  return key && orderOf(key)
}
const keyByNo = (on: Tx | Database, orderNo: string): Promise<OrderKey | undefined> =>
  maybeOne(
    on,
    sql<OrderKey>`SELECT account_id AS "accountId", order_no AS "orderNo" FROM recharge_order_no WHERE order_no = ${orderNo}`,
  )

/** The order that had the address at the time of a transfer's block. Locked: two watchers may reach one order with two transfers. */
export const lockOrderAt = (
  tx: Tx,
  { accountId, address }: { accountId: string; address: string },
  time: Date,
): Promise<Order | undefined> =>
  maybeOne(
    tx,
    sql<Order>`
    SELECT ${orderColumns}
      FROM recharge_order
     WHERE ${ofAccount(accountId)} AND address = ${address} AND created_at <= ${time}
     ORDER BY created_at DESC
     LIMIT 1
       FOR UPDATE`,
  )

export const lockOrder = (tx: Tx, order: OrderKey): Promise<Order | undefined> =>
  maybeOne(tx, sql<Order>`SELECT ${orderColumns} FROM recharge_order WHERE ${ofOrder(order)} FOR UPDATE`)

/** As `orderByNo`, locked. */
export async function lockOrderByNo(tx: Tx, orderNo: string): Promise<Order | undefined> {
  const key = await keyByNo(tx, orderNo)
  return key && lockOrder(tx, key)
}

export type OrderChange = Pick<
  Order,
  | 'status'
  | 'receivedUnits'
  | 'valueCents'
  | 'feeCents'
  | 'creditCents'
  | 'txHash'
  | 'confirmations'
  | 'failReason'
  | 'paidAt'
  | 'creditedAt'
>

export const changeOrder = (tx: Tx, order: OrderKey, to: OrderChange) => {
  touch(tx, order.accountId, 'money')
  return run(
    tx,
    sql`
    UPDATE recharge_order
       SET status = ${to.status}, received_units = ${to.receivedUnits}, value_cents = ${to.valueCents}, fee_cents = ${to.feeCents},
           credit_cents = ${to.creditCents}, tx_hash = ${to.txHash}, confirmations = ${to.confirmations}, fail_reason = ${to.failReason},
           paid_at = ${to.paidAt}, credited_at = ${to.creditedAt}, updated_at = ${now()}
     WHERE ${ofOrder(order)}`,
  )
}

/** Expires orders without a payment in time. A late payment still finds its order by the address. */
export const expireOrders = () =>
  run(
    db,
    sql`
    UPDATE recharge_order
       SET status = 'EXPIRED', updated_at = ${now()}
     WHERE status IN ('WAIT_PAY', 'WAIT_CODE') AND expires_at <= ${now()}`,
  )

/** Counts pending orders, for closing an account: an order that was not paid in time does not count. */
export const openOrders = async (on: Tx | Database, accountId: string): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*)::integer AS n
        FROM recharge_order
       WHERE ${ofAccount(accountId)}
         AND (status IN ('DETECTED', 'CONFIRMED', 'PAYING') OR (status IN ('WAIT_PAY', 'WAIT_CODE') AND expires_at > ${now()}))`,
    )
  ).n

/** The account's open, unpaid orders that have not expired or are on their way: their number and total value in US cents. */
export const openNow = (
  within: Tx | Database,
  accountId: string,
  except = '',
): Promise<{ open: number; openCents: number }> =>
  one(
    within,
    sql<{ open: number; openCents: number }>`
    SELECT count(*)::integer AS "open", coalesce(sum(value_cents), 0)::bigint AS "openCents"
      FROM recharge_order
     WHERE ${ofAccount(accountId)}
       AND created_at >= ${ago(2 * HOUR)}
       AND order_no <> ${except}
       AND status IN ('WAIT_PAY', 'WAIT_CODE', 'PAYING', 'DETECTED', 'CONFIRMED')
       AND expires_at > ${now()}`,
  )

/** The order was credited, or may still be: it counts for the identity limit of its day. */
const takesRoom = () => sql`
  status NOT IN ('FAILED', 'EXPIRED')
  AND (status NOT IN ('WAIT_PAY', 'WAIT_CODE', 'MISMATCH') OR credited_at IS NOT NULL OR expires_at > ${now()})`

/** Whether the account made another order after this one, on its day: if this one had ended by then, the other may have been given its room. */
export const orderedAfter = async (tx: Tx, { accountId, orderNo, createdAt }: Order, until: Date): Promise<boolean> =>
  (
    await one(
      tx,
      sql<{ found: boolean }>`
      SELECT EXISTS (SELECT
                       FROM recharge_order
                      WHERE ${ofAccount(accountId)}
                        AND created_at >= ${createdAt} AND created_at < ${until}
                        AND order_no <> ${orderNo}
                        AND ${takesRoom()}) AS found`,
    )
  ).found

/**
 * The total that counts for the identity limit of one day, in US cents: the orders made on it that were or may still be credited, and what staff credited on it
 * without an order. An order that expired, or whose money is among the unmatched payments, does not count.
 */
export const toppedUpOn = async (
  within: Tx | Database,
  accountId: string,
  { from, until, except = '' }: { from: Date; until: Date; except?: string | undefined },
): Promise<number> =>
  (
    await one(
      within,
      sql<{ cents: number }>`
      SELECT ((SELECT coalesce(sum(value_cents), 0)
                 FROM recharge_order
                WHERE ${ofAccount(accountId)}
                  AND created_at >= ${from} AND created_at < ${until}
                  AND order_no <> ${except}
                  AND ${takesRoom()})
            + (SELECT coalesce(sum(coalesce(value_cents, credit_cents)), 0)
                 FROM suspense
                WHERE to_account = ${accountId} AND to_order IS NULL AND state = 'CREDITED'
                  AND updated_at >= ${from} AND updated_at < ${until})
            + (SELECT coalesce(sum(amount_cents), 0)
                 FROM bank_line
                WHERE account_id = ${accountId} AND state = 'CREDITED'
                  AND updated_at >= ${from} AND updated_at < ${until}))::bigint AS cents`,
    )
  ).cents

/** Serializes orders of one account, so that concurrent ones cannot exceed the daily limit together. */
export const oneAtATime = (tx: Tx, accountId: string) =>
  run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`funding ${accountId}`}, 0))`)

/** Takes the one check that this order gets in ten seconds; false: it was already taken. */
export const takeLook = async (order: OrderKey, everyMs: number): Promise<boolean> =>
  (await run(
    db,
    sql`
    UPDATE recharge_order
       SET looked_at = ${now()}
     WHERE ${ofOrder(order)}
       AND (looked_at IS NULL OR looked_at <= ${ago(everyMs)})`,
  )) === 1
