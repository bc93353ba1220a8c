import { now } from '../core/clock.ts'
import { db, many, maybeOne, run, sql, type Tx } from '../core/db.ts'

/** A movement of tokens to one of our addresses. (txHash, logIndex) names it for good. */
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

/** Undecided ones of an order that are on the main chain, the surest first. */
export const onTheWay = (tx: Tx, orderNo: string): Promise<Kept[]> =>
  many(
    tx,
    sql<Kept>`
    SELECT ${kept}
      FROM chain_transfer
     WHERE order_no = ${orderNo} AND outcome IS NULL AND state <> 'ORPHANED'
     ORDER BY confirmations DESC, tx_hash, log_index`,
  )

/** Record what is seen. What has been decided stays as it was; an older view of the same block takes nothing back. */
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

/** It is on no block of the main chain any more; it may come back. */
export const orphan = (tx: Tx, txHash: string) =>
  run(
    tx,
    sql`
    UPDATE chain_transfer
       SET state = 'ORPHANED', confirmations = 0, updated_at = ${now()}
     WHERE tx_hash = ${txHash} AND outcome IS NULL`,
  )

/** Only those that are confirmed and undecided, and nobody else's while we decide. */
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
