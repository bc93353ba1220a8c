/** SQL on what was paid for seats. */
import { now } from '../core/clock.ts'
import { run, sql, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import type { Seat } from './seatPrice.ts'

export const insertSeatLots = (tx: Tx, accountId: string, orderNo: string, seats: readonly Seat[]) => {
  const lots = seats.map((seat) => ({ ...seat, lotId: newId('lot') }))
  return run(
    tx,
    sql`
    INSERT INTO seat_lot (lot_id, account_id, sub_uid, order_no, paid_cents, deferred_cents, days, starts_at, ends_at, created_at)
    SELECT "lotId", ${accountId}, "subUid", ${orderNo}, price, price, days, "startsAt", "endsAt", ${now()}
      FROM json_to_recordset(${JSON.stringify(lots)}::json)
        AS lot ("lotId" text, "subUid" text, price bigint, days int, "startsAt" timestamptz, "endsAt" timestamptz)`,
  )
}
