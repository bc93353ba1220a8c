import { now } from '#server/core/clock.ts'
import { many, sql, type Database, type Tx } from '#server/core/db.ts'
import type { ProviderEvent, ProviderId } from '#server/outside/outside.ts'

/** Keep what a provider told; gives the orders that something new was told about. Told twice, an event is kept once. */
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

/** What was told about an order before it was asked about and has not been compared yet: taken with this, it is not asked about again. */
export const takeEvents = (tx: Tx, provider: ProviderId, orderNo: string, before: Date): Promise<Told[]> =>
  many(
    tx,
    sql<Told>`
    UPDATE provider_event
       SET applied_at = ${now()}
     WHERE provider = ${provider} AND order_no = ${orderNo} AND applied_at IS NULL AND received_at <= ${before}
    RETURNING event_id AS id, type, body ->> 'paymentRef' AS "paymentRef", (body ->> 'amount')::bigint AS amount`,
  )

/** Orders with news that nobody has acted on for a while: their job was lost. */
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

/** Of these payments, the ones that we were told of. */
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
