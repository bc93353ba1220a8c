import { ahead, now } from '../core/clock.ts'
import { db, many, maybeOne, one, run, sql, type Tx } from '../core/db.ts'
import { usdt } from './rails.ts'

/** Addresses in use: which order has which, and when each is looked at next. */
export type Due = { address: string; createdAt: Date }

/** One of the account's own that has rested, if there is one. */
export const reuseAddress = async (
  tx: Tx,
  accountId: string,
  orderNo: string,
  keyMark: string,
  until: Date,
): Promise<string | undefined> =>
  (
    await maybeOne(
      tx,
      sql<{ address: string }>`
    UPDATE deposit_address
       SET status = 'ASSIGNED', order_no = ${orderNo}, until = ${until}, next_look_at = ${now()}, updated_at = ${now()}
     WHERE address = (SELECT address
                        FROM deposit_address
                       WHERE account_id = ${accountId} AND status = 'FREE' AND key_mark = ${keyMark}
                       ORDER BY until
                       LIMIT 1
                         FOR UPDATE SKIP LOCKED)
    RETURNING address`,
    )
  )?.address

export const nextIndex = async (tx: Tx): Promise<number> =>
  (await one(tx, sql<{ index: number }>`SELECT nextval('deposit_address_index')::integer AS index`)).index

export const insertAddress = (
  tx: Tx,
  wish: { address: string; keyMark: string; index: number; accountId: string; orderNo: string; until: Date },
) =>
  run(
    tx,
    sql`
    INSERT INTO deposit_address (address, network, key_mark, hd_index, account_id, order_no, status, until, next_look_at, created_at, updated_at)
    VALUES (${wish.address}, 'TRC20', ${wish.keyMark}, ${wish.index}, ${wish.accountId}, ${wish.orderNo}, 'ASSIGNED', ${wish.until},
            ${now()}, ${now()}, ${now()})`,
  )

/** The hour is over: a day of rest. The day is over: free for the same account. */
export async function ageAddresses(): Promise<void> {
  await run(
    db,
    sql`
    UPDATE deposit_address
       SET status = 'COOLING', until = until + ${usdt.coolingMs} * interval '1 millisecond', updated_at = ${now()}
     WHERE status = 'ASSIGNED' AND until <= ${now()}`,
  )
  await run(
    db,
    sql`
    UPDATE deposit_address
       SET status = 'FREE', updated_at = ${now()}
     WHERE status = 'COOLING' AND until <= ${now()}`,
  )
}

/**
 * Take the addresses that are due and put off their next look: whoever takes one looks at it, other processes see it as not due.
 * One that money is on its way to is looked at as often as a fresh one.
 */
export const takeDue = (limit: number): Promise<Due[]> =>
  many(
    db,
    sql<Due>`
    UPDATE deposit_address AS taken
       SET next_look_at = CASE
             WHEN status = 'ASSIGNED'
               OR EXISTS (SELECT FROM chain_transfer
                           WHERE to_address = taken.address AND outcome IS NULL AND state <> 'ORPHANED')
             THEN ${ahead(usdt.lookEveryMs.ASSIGNED)}::timestamptz
             WHEN status = 'COOLING' THEN ${ahead(usdt.lookEveryMs.COOLING)}::timestamptz
             ELSE ${ahead(usdt.lookEveryMs.FREE)}::timestamptz
           END
     WHERE address IN (SELECT address
                         FROM deposit_address
                        WHERE status <> 'RETIRED' AND next_look_at <= ${now()}
                        ORDER BY next_look_at
                        LIMIT ${limit}
                          FOR UPDATE SKIP LOCKED)
    RETURNING address, created_at AS "createdAt"`,
  )

/** Is there an address that must be looked at within seconds? */
export const anyPressing = async (): Promise<boolean> =>
  !!(await maybeOne(
    db,
    sql`
    SELECT 1
      FROM deposit_address
     WHERE status <> 'RETIRED' AND next_look_at <= ${ahead(2 * usdt.lookEveryMs.ASSIGNED)}
     LIMIT 1`,
  ))

/** Somebody asks about it: it is due now. */
export const lookSoon = (tx: Tx, address: string) =>
  run(
    tx,
    sql`UPDATE deposit_address SET next_look_at = ${now()} WHERE address = ${address} AND next_look_at > ${now()}`,
  )
