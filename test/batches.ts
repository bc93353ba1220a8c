/** Rows for batches, and the results of a batch. */
import type { OpeningRow } from '#contract/cards/batches.ts'
import { insertBatch } from '#server/cards/batches/queries.ts'
import { finishDone, insertOrders } from '#server/cards/orders/queries.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId, serial } from '#server/core/ids.ts'
import type { Person } from './world.ts'

/** Identifies the account, so that it may have more than three cards. */
export const identified = async ({ accountId }: Pick<Person, 'accountId'>): Promise<void> =>
  void (await sql`UPDATE account SET identity = 'PASSED', identity_type = 'PERSON' WHERE account_id = ${accountId}`.execute(
    db,
  ))

/** `count` rows, numbered like the lines of a file: from 2. */
export const openingRows = (count: number, change: (at: number) => Partial<OpeningRow> = () => ({})): OpeningRow[] =>
  Array.from({ length: count }, (_, at) => ({
    row: at + 2,
    vid: 'VISA-US-1',
    rechargeAmount: 5000,
    firstName: 'Ana',
    lastName: 'Lopez',
    street: `${at + 1} Cedar Avenue`,
    city: 'Portland',
    state: 'OR',
    zipCode: '97201',
    ...change(at),
  }))

/** `2 SUCCESS`, `3 FAILED HOLDER_REFUSED`, in row order. */
export async function rowsOf(batchNo: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', row_no, status, CASE status WHEN 'FAILED' THEN error END) AS line
      FROM card_order
     WHERE batch_no = ${batchNo}
     ORDER BY row_no`.execute(db)
  return rows.map(({ line }) => line)
}

export async function statusOf(batchNo: string): Promise<string> {
  const { rows } = await sql<{ status: string }>`SELECT status FROM card_batch WHERE batch_no = ${batchNo}`.execute(db)
  return rows[0]!.status
}

/** A batch of one row that holds nothing: a load that was refused immediately, or a deletion waiting for its turn. */
export async function aBatch(
  { person }: { person: Person },
  cardId: string,
  status: 'FAILED' | 'HELD',
): Promise<string> {
  const { accountId: account_id, loginId: login_id, name: by_name } = person
  const batch_no = `B${serial(11)}`
  const sub_uid = person.subUid ?? null
  await transaction(async (tx) => {
    const kind = status === 'FAILED' ? 'LOAD' : 'DELETE'
    const by = { login_id, sub_uid, by_name, by_ip: '', by_device: '' }
    await insertBatch(tx, { account_id, batch_no, kind, ...by, total: 1, cost_cents: 0 })
    const row = { batch_no, row_no: 1, kind: kind === 'LOAD' ? 'LOAD' : 'CLOSE', card_id: cardId, status }
    const money = { amount_cents: 500, total_cents: 0, error: status === 'FAILED' ? 'CANCELLED' : null }
    await insertOrders(tx, [{ account_id, order_no: newId('ord'), login_id, sub_uid, ...row, ...money }])
    await finishDone(tx, account_id, [batch_no])
  })
  return batch_no
}
