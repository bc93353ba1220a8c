import { now } from '#server/core/clock.ts'
import { many, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { ProviderId, ProviderPayment } from '#server/outside/outside.ts'

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

/** Record what the provider says it was paid. What is recorded stays; only that it was taken back may come later. */
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

/** Of one order, in the order in which they were paid; nobody else's while we decide. */
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
