import { now, ahead } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, run, sql, type Tx, one } from '#server/core/db.ts'
import { usdt } from '../rails/rails.ts'

/** A token transfer to one of our addresses, identified by (txHash, logIndex). */
export type Seen = {
  txHash: string
  logIndex: number
  blockNo: number
  blockTime: Date
  to: string
  from: string
  contract: string
  units: bigint
  confirmations: number
  confirmed: boolean
}
export type Key = { txHash: string; logIndex: number }
export type Kept = Key & {
  state: 'SEEN' | 'CONFIRMED' | 'ORPHANED'
  outcome: 'CREDITED' | 'SUSPENSE' | 'WRONG_TOKEN' | 'DUST' | 'FAILED' | null
  blockNo: number
  blockTime: Date
  to: string
  from: string
  contract: string
  units: string
  confirmations: number
  orderNo: string | null
}

const kept = sql`
  tx_hash AS "txHash", log_index AS "logIndex", state, outcome, block_no AS "blockNo", block_time AS "blockTime", to_address AS "to",
  from_address AS "from", contract, units::text AS units, confirmations, order_no AS "orderNo"`

export const transfersTo = (address: string): Promise<Kept[]> =>
  many(db, sql<Kept>`SELECT ${kept} FROM chain_transfer WHERE to_address = ${address}`)

/** Undecided transfers of an order on the main chain, most confirmed first. */
export const onTheWay = (tx: Tx, orderNo: string): Promise<Kept[]> =>
  many(
    tx,
    sql<Kept>`
    SELECT ${kept}
      FROM chain_transfer
     WHERE order_no = ${orderNo} AND outcome IS NULL AND state <> 'ORPHANED'
     ORDER BY confirmations DESC, tx_hash, log_index`,
  )

/** Records observed transfers. Decided ones do not change; an older view of the same block reverts nothing. */
export const keepSeen = (
  tx: Tx,
  seen: Seen,
  { orderNo, accountId }: { orderNo: string | null; accountId: string | null },
) =>
  run(
    tx,
    sql`
    INSERT INTO chain_transfer AS known (tx_hash, log_index, block_no, block_time, to_address, from_address, contract, units, confirmations,
                                         state, account_id, order_no, created_at, updated_at)
    VALUES (${seen.txHash}, ${seen.logIndex}, ${seen.blockNo}, ${seen.blockTime}, ${seen.to}, ${seen.from}, ${seen.contract},
            ${String(seen.units)}::numeric, ${seen.confirmations}, ${seen.confirmed ? 'CONFIRMED' : 'SEEN'}, ${accountId}, ${orderNo}, ${now()}, ${now()})
    ON CONFLICT (tx_hash, log_index) DO UPDATE
       SET block_no = excluded.block_no,
           block_time = excluded.block_time,
           confirmations = CASE known.block_no WHEN excluded.block_no THEN greatest(known.confirmations, excluded.confirmations) ELSE excluded.confirmations END,
           state = CASE WHEN known.state = 'CONFIRMED' AND known.block_no = excluded.block_no THEN 'CONFIRMED' ELSE excluded.state END,
           updated_at = excluded.updated_at
     WHERE known.outcome IS NULL`,
  )

/** It is not in any block of the main chain any more; it may return. */
export const orphan = (tx: Tx, txHash: string) =>
  run(
    tx,
    sql`
    UPDATE chain_transfer
       SET state = 'ORPHANED', confirmations = 0, updated_at = ${now()}
     WHERE tx_hash = ${txHash} AND outcome IS NULL`,
  )

/** Only confirmed and undecided ones; locked until the decision. */
export const lockConfirmed = (tx: Tx, { txHash, logIndex }: Key): Promise<Kept | undefined> =>
  maybeOne(
    tx,
    sql<Kept>`
    SELECT ${kept}
      FROM chain_transfer
     WHERE tx_hash = ${txHash} AND log_index = ${logIndex} AND state = 'CONFIRMED' AND outcome IS NULL
       FOR UPDATE`,
  )

export type Decision = {
  outcome: NonNullable<Kept['outcome']>
  reason: string | undefined
  orderNo: string | null
  accountId: string | null
  transferId: string | null
}

export const decide = (tx: Tx, { txHash, logIndex }: Key, decision: Decision) =>
  run(
    tx,
    sql`
    UPDATE chain_transfer
       SET outcome = ${decision.outcome}, outcome_reason = ${decision.reason ?? null}, order_no = ${decision.orderNo},
           account_id = ${decision.accountId}, transfer_id = ${decision.transferId}, decided_at = ${now()}, updated_at = ${now()}
     WHERE tx_hash = ${txHash} AND log_index = ${logIndex} AND outcome IS NULL`,
  )

/** An address that is due for a scan. */
export type Due = { accountId: string; address: string; createdAt: Date }

/** One of the account's own addresses that is free again, if any. */
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
     WHERE ${ofAccount(accountId)}
       AND address = (SELECT address
                        FROM deposit_address
                       WHERE ${ofAccount(accountId)} AND status = 'FREE' AND key_mark = ${keyMark}
                       ORDER BY until
                       LIMIT 1
                         FOR UPDATE SKIP LOCKED)
    RETURNING address`,
    )
  )?.address

export const nextIndex = async (tx: Tx): Promise<number> =>
  (await one(tx, sql<{ index: number }>`SELECT nextval('deposit_address_index')::integer AS index`)).index

export const insertAddress = async (
  tx: Tx,
  input: { address: string; keyMark: string; index: number; accountId: string; orderNo: string; until: Date },
): Promise<void> => {
  const cell = cellOf(input.accountId)
  await run(
    tx,
    sql`INSERT INTO deposit_address_owner (address, cell, account_id) VALUES (${input.address}, ${cell}, ${input.accountId})`,
  )
  await run(
    tx,
    sql`
    INSERT INTO deposit_address (cell, account_id, address, network, key_mark, hd_index, order_no, status, until, next_look_at, created_at, updated_at)
    VALUES (${cell}, ${input.accountId}, ${input.address}, 'TRC20', ${input.keyMark}, ${input.index}, ${input.orderNo}, 'ASSIGNED',
            ${input.until}, ${now()}, ${now()}, ${now()})`,
  )
}

/** Added in UTC: the sum of a time with a zone depends on the session, and an engine that spreads the table refuses to update many cells with it. */
const coolingEnds = sql`(until AT TIME ZONE 'UTC' + ${usdt.coolingMs} * interval '1 millisecond') AT TIME ZONE 'UTC'`
/** After the hour: a day of cooling. After the day: free for the same account. */
export async function ageAddresses(): Promise<void> {
  await run(
    db,
    sql`
    UPDATE deposit_address
       SET status = 'COOLING', until = ${coolingEnds}, updated_at = ${now()}
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

/** The addresses that are due for a scan. `underWay`: a transfer to it is not decided yet. */
export const findDue = (limit: number): Promise<(Due & { underWay: boolean })[]> =>
  many(
    db,
    // First the addresses, in their cells, then the transfers, which are beside them.
    sql<Due & { underWay: boolean }>`
    WITH due AS MATERIALIZED (
      SELECT account_id, address, created_at, next_look_at
        FROM deposit_address
       WHERE status <> 'RETIRED' AND next_look_at <= ${now()}
       ORDER BY next_look_at
       LIMIT ${limit})
    SELECT account_id AS "accountId", address, created_at AS "createdAt",
           EXISTS (SELECT FROM chain_transfer
                    WHERE to_address = due.address AND outcome IS NULL AND state <> 'ORPHANED') AS "underWay"
      FROM due
     ORDER BY next_look_at`,
  )

/**
 * Takes an address that is due and sets its next scan, so that it is not due for others. False: another process has taken it. One with a transfer on its way is
 * scanned as often as a fresh one.
 */
export const takeScan = async ({ accountId, address }: Due, underWay: boolean): Promise<boolean> =>
  (await run(
    db,
    sql`
    UPDATE deposit_address
       SET next_look_at = CASE
             WHEN status = 'ASSIGNED' OR ${underWay} THEN ${ahead(usdt.lookEveryMs.ASSIGNED)}::timestamptz
             WHEN status = 'COOLING' THEN ${ahead(usdt.lookEveryMs.COOLING)}::timestamptz
             ELSE ${ahead(usdt.lookEveryMs.FREE)}::timestamptz
           END
     WHERE ${ofAccount(accountId)} AND address = ${address} AND status <> 'RETIRED' AND next_look_at <= ${now()}`,
  )) === 1

/** Is an address due for a scan within seconds? */
export const anyPressing = async (): Promise<boolean> =>
  !!(await maybeOne(
    db,
    sql`
    SELECT 1
      FROM deposit_address
     WHERE status <> 'RETIRED' AND next_look_at <= ${ahead(2 * usdt.lookEveryMs.ASSIGNED)}
     LIMIT 1`,
  ))

/** Makes an address due for a scan now. */
export const lookSoon = (tx: Tx, accountId: string, address: string) =>
  run(
    tx,
    sql`
    UPDATE deposit_address
       SET next_look_at = ${now()}
     WHERE ${ofAccount(accountId)} AND address = ${address} AND next_look_at > ${now()}`,
  )
