import { ago, ahead, HOUR, MINUTE, now } from '#server/core/clock.ts'
import { touch } from '#server/core/changes/touch.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { insertOrderNo, ofOrder, orderColumns, type NewOrder, type Order, type OrderKey } from '../orders/queries.ts'
import { yuan, type YuanRail } from '../rails/rails.ts'
import type { ProviderEvent, ProviderId, ProviderPayment } from '#server/outside/outside.ts'

export type NewYuanOrder = Omit<NewOrder, 'address'> & {
  rail: YuanRail
  provider: string
  mid: string
  status: 'WAIT_PAY' | 'WAIT_CODE'
  requestNo?: string | undefined
  card?: { token: string; mask: string; bank: string }
}

export const insertYuanOrder = async (tx: Tx, input: NewYuanOrder): Promise<void> => {
  await insertOrderNo(tx, input)
  await run(
    tx,
    sql`
    INSERT INTO recharge_order (cell, account_id, order_no, login_id, rail, quote_id, status, pay_currency, pay_units, value_cents, fee_bps, fee_cents,
                                credit_cents, rate, mid, provider, request_no, card_token, card_mask, card_bank, expires_at, next_query_at,
                                created_at, updated_at)
    VALUES (${cellOf(input.accountId)}, ${input.accountId}, ${input.orderNo}, ${input.loginId}, ${input.rail}, ${input.quoteId}, ${input.status},
            ${input.payCurrency}, ${input.payUnits}, ${input.valueCents}, ${input.feeBps}, ${input.feeCents}, ${input.creditCents}, ${input.rate}, ${input.mid},
            ${input.provider}, ${input.requestNo ?? null}, ${input.card?.token ?? null}, ${input.card?.mask ?? null},
            ${input.card?.bank ?? null}, ${input.expiresAt}, ${ahead(yuan.askEveryMs.open)}, ${now()}, ${now()})`,
  )
}

export const orderByRequest = (
  reader: Tx | Database,
  accountId: string,
  requestNo: string,
): Promise<Order | undefined> =>
  maybeOne(
    reader,
    sql<Order>`SELECT ${orderColumns} FROM recharge_order WHERE ${ofAccount(accountId)} AND request_no = ${requestNo}`,
  )

export const cardTokenOf = async (order: OrderKey): Promise<string | null> =>
  (await one(db, sql<{ token: string | null }>`SELECT card_token AS token FROM recharge_order WHERE ${ofOrder(order)}`))
    .token

export const cardOrdersLately = async (reader: Tx | Database, accountId: string): Promise<number> =>
  (
    await one(
      reader,
      sql<{ n: number }>`
      SELECT count(*)::integer AS n
        FROM recharge_order
       WHERE ${ofAccount(accountId)} AND rail = 'UNIONPAY' AND created_at > ${ago(HOUR)}`,
    )
  ).n

export const keepProviderRef = (order: OrderKey, ref: string, qrContent: string | undefined) =>
  run(
    db,
    sql`
    UPDATE recharge_order
       SET provider_ref = ${ref}, qr_content = ${qrContent ?? null}, updated_at = ${now()}
     WHERE ${ofOrder(order)} AND provider_ref IS NULL`,
  )

/** Only from a status that allows it: final statuses do not change. False: another process has changed it. */
export async function moveOrder(
  tx: Tx | Database,
  order: OrderKey,
  from: readonly Order['status'][],
  to: Order['status'],
  reason: string | null = null,
): Promise<boolean> {
  const moved = await run(
    tx,
    sql`
    UPDATE recharge_order
       SET status = ${to}, fail_reason = ${reason}, updated_at = ${now()}
     WHERE ${ofOrder(order)} AND status = ANY (${from as string[]})`,
  )
  if (moved) touch(tx, order.accountId, 'money')
  return moved === 1
}

/** One atomic step, so that a hundred concurrent guesses count as five (docs/reference/threats.md#t7). */
export const takeCodeTry = async (order: OrderKey): Promise<boolean> =>
  (await run(
    db,
    sql`
    UPDATE recharge_order
       SET code_tries = code_tries + 1, status = 'PAYING', updated_at = ${now()}
     WHERE ${ofOrder(order)} AND status = 'WAIT_CODE' AND code_tries < ${yuan.codeTries} AND expires_at > ${now()}`,
  )) === 1

export const findDueOrders = (limit: number): Promise<(OrderKey & { rail: YuanRail })[]> =>
  many(
    db,
    sql<OrderKey & { rail: YuanRail }>`
    SELECT account_id AS "accountId", order_no AS "orderNo", rail
      FROM recharge_order
     WHERE next_query_at <= ${now()}
     ORDER BY next_query_at
     LIMIT ${limit}`,
  )

/** Takes an order that is due for polling, so that it is not due for others. False: another process has taken it. */
export const takePoll = async (order: OrderKey): Promise<boolean> =>
  (await run(
    db,
    sql`UPDATE recharge_order SET next_query_at = ${ahead(MINUTE)} WHERE ${ofOrder(order)} AND next_query_at <= ${now()}`,
  )) === 1

/** Soon while somebody may be paying; occasionally for a day after, because payments may be late; then never. */
export const askAgain = (tx: Tx, order: OrderKey) =>
  run(
    tx,
    sql`
    UPDATE recharge_order
       SET next_query_at = CASE
             WHEN credited_at IS NOT NULL OR expires_at < ${ago(yuan.lateMs + HOUR)} THEN NULL
             WHEN status IN ('WAIT_PAY', 'WAIT_CODE', 'PAYING') AND expires_at > ${ago(5 * MINUTE)} THEN ${ahead(yuan.askEveryMs.open)}::timestamptz
             ELSE ${ahead(yuan.askEveryMs.closed)}::timestamptz
           END
     WHERE ${ofOrder(order)}`,
  )

/** Orders whose provider was never reached: their job was lost with a restored backup, or given up. */
export const ordersWithoutProvider = (limit: number): Promise<OrderKey[]> =>
  many(
    db,
    sql<OrderKey>`
    SELECT account_id AS "accountId", order_no AS "orderNo"
      FROM recharge_order
     WHERE provider IS NOT NULL AND provider_ref IS NULL AND status IN ('WAIT_PAY', 'WAIT_CODE')
       AND created_at < ${ago(MINUTE)} AND expires_at > ${now()}
     LIMIT ${limit}`,
  )

/** Stores a provider's notifications, each once, and returns the orders with new ones. */
export const keepEvents = async (tx: Tx, provider: ProviderId, events: readonly ProviderEvent[]): Promise<string[]> => {
  if (!events.length) return []
  const rows = await many(
    tx,
    sql<{ orderNo: string }>`
    INSERT INTO provider_event (provider, event_id, type, order_no, body, received_at)
    SELECT ${provider}, event ->> 'id', event ->> 'type', event ->> 'orderNo', event, ${now()}
      FROM jsonb_array_elements(${JSON.stringify(events)}::jsonb) AS event
    ON CONFLICT (provider, event_id) DO NOTHING
    RETURNING order_no AS "orderNo"`,
  )
  return [...new Set(rows.map(({ orderNo }) => orderNo))]
}

export type Told = { id: string; type: string; paymentRef: string | null; amount: number | null }

/** Notifications of an order that came before it was polled and were not compared yet. They are marked as compared. */
export const takeEvents = (tx: Tx, provider: ProviderId, orderNo: string, before: Date): Promise<Told[]> =>
  many(
    tx,
    sql<Told>`
    UPDATE provider_event
       SET applied_at = ${now()}
     WHERE provider = ${provider} AND order_no = ${orderNo} AND applied_at IS NULL AND received_at <= ${before}
    RETURNING event_id AS id, type, body ->> 'paymentRef' AS "paymentRef", (body ->> 'amount')::bigint AS amount`,
  )

/** Orders with notifications that were not acted on for a while: their job was lost. */
export const ordersLeftWaiting = (
  reader: Database,
  before: Date,
): Promise<{ provider: ProviderId; orderNo: string }[]> =>
  many(
    reader,
    sql<{ provider: ProviderId; orderNo: string }>`
    SELECT DISTINCT provider, order_no AS "orderNo"
      FROM provider_event
     WHERE applied_at IS NULL AND received_at < ${before}
     LIMIT 100`,
  )

export const oldestWaiting = (reader: Database) =>
  one(reader, sql<{ at: Date | null }>`SELECT min(received_at) AS at FROM provider_event WHERE applied_at IS NULL`)

/** The refunds that notifications of this order named. */
export const refundsOf = async (reader: Database, provider: ProviderId, orderNo: string): Promise<string[]> =>
  (
    await many(
      reader,
      sql<{ ref: string }>`
      SELECT DISTINCT body ->> 'refundRef' AS ref
        FROM provider_event
       WHERE provider = ${provider} AND order_no = ${orderNo} AND type = 'payment.reversed' AND body ->> 'refundRef' IS NOT NULL`,
    )
  ).map(({ ref }) => ref)

/** Those of these payments that a notification named. */
export const toldOf = async (reader: Database, provider: ProviderId, orders: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await many(
        reader,
        sql<{ ref: string }>`
        SELECT DISTINCT body ->> 'paymentRef' AS ref
          FROM provider_event
         WHERE provider = ${provider} AND order_no = ANY (${orders as string[]}) AND type = 'payment.paid'
           AND body ->> 'paymentRef' IS NOT NULL`,
      )
    ).map(({ ref }) => ref),
  )

export type Kept = {
  provider: ProviderId
  ref: string
  rail: string
  orderNo: string
  accountId: string | null
  amount: number
  paidAt: Date
  outcome: 'CREDITED' | 'SUSPENSE' | null
  reason: string | null
  transferId: string | null
  reversedAt: Date | null
  reversalId: string | null
}

const kept = sql`
  provider, payment_ref AS ref, rail, order_no AS "orderNo", account_id AS "accountId", amount_units AS amount, paid_at AS "paidAt", outcome,
  outcome_reason AS reason, transfer_id AS "transferId", reversed_at AS "reversedAt", reversal_id AS "reversalId"`

/** Records the provider's payments. A record does not change; only a reversal may be added later. */
export const keepPayments = (
  tx: Tx,
  provider: ProviderId,
  rail: string,
  accountId: string | null,
  payments: readonly ProviderPayment[],
) =>
  run(
    tx,
    sql`
    INSERT INTO provider_payment AS known (provider, payment_ref, rail, order_no, account_id, amount_units, currency, paid_at, reversed_at,
                                           created_at, updated_at)
    SELECT ${provider}, ref, ${rail}, "orderNo", ${accountId}, amount, currency, to_timestamp("paidAt" / 1000.0),
           to_timestamp("reversedAt" / 1000.0), ${now()}, ${now()}
      FROM json_to_recordset(${JSON.stringify(payments)}::json)
        AS r (ref text, "orderNo" text, amount bigint, currency text, "paidAt" bigint, "reversedAt" bigint)
    ON CONFLICT (provider, payment_ref) DO UPDATE
       SET reversed_at = coalesce(known.reversed_at, excluded.reversed_at), updated_at = excluded.updated_at
     WHERE known.reversed_at IS NULL AND excluded.reversed_at IS NOT NULL`,
  )

/** The payments of one order, by time of payment; locked until the decision. */
export const lockPayments = (tx: Tx, provider: ProviderId, orderNo: string): Promise<Kept[]> =>
  many(
    tx,
    sql<Kept>`
    SELECT ${kept}
      FROM provider_payment
     WHERE provider = ${provider} AND order_no = ${orderNo}
     ORDER BY paid_at, payment_ref
       FOR UPDATE`,
  )

export const paymentsByRef = (reader: Tx | Database, provider: ProviderId, refs: readonly string[]): Promise<Kept[]> =>
  many(
    reader,
    sql<Kept>`SELECT ${kept} FROM provider_payment WHERE provider = ${provider} AND payment_ref = ANY (${refs as string[]})`,
  )

export const paymentsBetween = (reader: Database, provider: ProviderId, from: Date, until: Date): Promise<Kept[]> =>
  many(
    reader,
    sql<Kept>`
    SELECT ${kept}
      FROM provider_payment
     WHERE provider = ${provider} AND paid_at >= ${from} AND paid_at < ${until}`,
  )

export const decidePayment = (
  tx: Tx,
  { provider, ref }: Pick<Kept, 'provider' | 'ref'>,
  to: { outcome: 'CREDITED' | 'SUSPENSE'; reason: string | null; transferId: string },
) =>
  run(
    tx,
    sql`
    UPDATE provider_payment
       SET outcome = ${to.outcome}, outcome_reason = ${to.reason}, transfer_id = ${to.transferId}, decided_at = ${now()}, updated_at = ${now()}
     WHERE provider = ${provider} AND payment_ref = ${ref} AND outcome IS NULL`,
  )

export const markReversed = (tx: Tx, { provider, ref }: Pick<Kept, 'provider' | 'ref'>, reversalId: string) =>
  run(
    tx,
    sql`
    UPDATE provider_payment
       SET reversal_id = ${reversalId}, updated_at = ${now()}
     WHERE provider = ${provider} AND payment_ref = ${ref} AND reversal_id IS NULL`,
  )
