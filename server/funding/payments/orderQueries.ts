import { ago, ahead, HOUR, MINUTE, now } from '#server/core/clock.ts'
import { db, many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { orderColumns, type NewOrder, type Order } from '../queries.ts'
import { yuan, type YuanRail } from '../rails.ts'

export type NewYuanOrder = Omit<NewOrder, 'address'> & {
  rail: YuanRail
  provider: string
  mid: string
  status: 'WAIT_PAY' | 'WAIT_CODE'
  requestNo?: string | undefined
  card?: { token: string; mask: string; bank: string }
}

export const insertYuanOrder = (tx: Tx, wish: NewYuanOrder) =>
  run(
    tx,
    sql`
    INSERT INTO recharge_order (account_id, order_no, login_id, rail, quote_id, status, pay_currency, pay_units, value_cents, fee_bps, fee_cents,
                                credit_cents, rate, mid, provider, request_no, card_token, card_mask, card_bank, expires_at, next_query_at,
                                created_at, updated_at)
    VALUES (${wish.accountId}, ${wish.orderNo}, ${wish.loginId}, ${wish.rail}, ${wish.quoteId}, ${wish.status}, ${wish.payCurrency},
            ${wish.payUnits}, ${wish.valueCents}, ${wish.feeBps}, ${wish.feeCents}, ${wish.creditCents}, ${wish.rate}, ${wish.mid},
            ${wish.provider}, ${wish.requestNo ?? null}, ${wish.card?.token ?? null}, ${wish.card?.mask ?? null},
            ${wish.card?.bank ?? null}, ${wish.expiresAt}, ${ahead(yuan.askEveryMs.open)}, ${now()}, ${now()})`,
  )

export const orderByNo = (reader: Tx | Database, orderNo: string): Promise<Order | undefined> =>
  maybeOne(reader, sql<Order>`SELECT ${orderColumns} FROM recharge_order WHERE order_no = ${orderNo}`)

export const orderByRequest = (
  reader: Tx | Database,
  accountId: string,
  requestNo: string,
): Promise<Order | undefined> =>
  maybeOne(
    reader,
    sql<Order>`SELECT ${orderColumns} FROM recharge_order WHERE account_id = ${accountId} AND request_no = ${requestNo}`,
  )

export const cardTokenOf = async (orderNo: string): Promise<string | null> =>
  (
    await one(
      db,
      sql<{ token: string | null }>`SELECT card_token AS token FROM recharge_order WHERE order_no = ${orderNo}`,
    )
  ).token

export const cardOrdersLately = async (reader: Tx | Database, accountId: string): Promise<number> =>
  (
    await one(
      reader,
      sql<{ n: number }>`
      SELECT count(*)::integer AS n
        FROM recharge_order
       WHERE account_id = ${accountId} AND rail = 'UNIONPAY' AND created_at > ${ago(HOUR)}`,
    )
  ).n

export const keepProviderRef = (orderNo: string, ref: string, qrContent: string | undefined) =>
  run(
    db,
    sql`
    UPDATE recharge_order
       SET provider_ref = ${ref}, qr_content = ${qrContent ?? null}, updated_at = ${now()}
     WHERE order_no = ${orderNo} AND provider_ref IS NULL`,
  )

/** Only from a status that it can follow on: what is over stays over. False: somebody else has moved it. */
export const moveOrder = async (
  tx: Tx | Database,
  orderNo: string,
  from: readonly Order['status'][],
  to: Order['status'],
  reason: string | null = null,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    UPDATE recharge_order
       SET status = ${to}, fail_reason = ${reason}, updated_at = ${now()}
     WHERE order_no = ${orderNo} AND status = ANY (${from as string[]})`,
  )) === 1

/** One atomic step, so that a hundred guesses at once are five (docs/reference/threats.md#t7). */
export const takeCodeTry = async (orderNo: string): Promise<boolean> =>
  (await run(
    db,
    sql`
    UPDATE recharge_order
       SET code_tries = code_tries + 1, status = 'PAYING', updated_at = ${now()}
     WHERE order_no = ${orderNo} AND status = 'WAIT_CODE' AND code_tries < ${yuan.codeTries} AND expires_at > ${now()}`,
  )) === 1

/** Take the orders that are due to be asked about: whoever takes one asks, other processes see it as not due. */
export const takeDueOrders = (limit: number): Promise<{ orderNo: string; rail: YuanRail }[]> =>
  many(
    db,
    sql<{ orderNo: string; rail: YuanRail }>`
    UPDATE recharge_order
       SET next_query_at = ${ahead(MINUTE)}
     WHERE (account_id, order_no) IN (SELECT account_id, order_no
                                        FROM recharge_order
                                       WHERE next_query_at <= ${now()}
                                       ORDER BY next_query_at
                                       LIMIT ${limit}
                                         FOR UPDATE SKIP LOCKED)
    RETURNING order_no AS "orderNo", rail`,
  )

/** While somebody may be paying, soon; for a day after, now and then, because payments come late; then no more. */
export const askAgain = (tx: Tx, orderNo: string) =>
  run(
    tx,
    sql`
    UPDATE recharge_order
       SET next_query_at = CASE
             WHEN credited_at IS NOT NULL OR expires_at < ${ago(yuan.lateMs + HOUR)} THEN NULL
             WHEN status IN ('WAIT_PAY', 'WAIT_CODE', 'PAYING') AND expires_at > ${ago(5 * MINUTE)} THEN ${ahead(yuan.askEveryMs.open)}::timestamptz
             ELSE ${ahead(yuan.askEveryMs.closed)}::timestamptz
           END
     WHERE order_no = ${orderNo}`,
  )

/** Orders whose provider was never reached: their job was lost with a restored backup, or given up. */
export const ordersWithoutProvider = (limit: number): Promise<string[]> =>
  many(
    db,
    sql<{ orderNo: string }>`
    SELECT order_no AS "orderNo"
      FROM recharge_order
     WHERE provider IS NOT NULL AND provider_ref IS NULL AND status IN ('WAIT_PAY', 'WAIT_CODE')
       AND created_at < ${ago(MINUTE)} AND expires_at > ${now()}
     LIMIT ${limit}`,
  ).then((rows) => rows.map(({ orderNo }) => orderNo))
