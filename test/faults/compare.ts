/** Compares the books with the log: everything acknowledged is there exactly once, and nothing else. */
import { sql, type Tx } from '#server/core/db.ts'
import { breaksSeenBy } from '#server/ledger/proof/prove.ts'
import { expected } from './acknowledged.ts'
import type { Cluster } from './cluster.ts'
import type { Crowd } from './people.ts'

/** Returns what is wrong, one sentence each, as the transaction sees it. */
export async function differences(tx: Tx, cluster: Cluster, crowd: Crowd): Promise<string[]> {
  const { log } = crowd
  const breaks = await breaksSeenBy(tx)
  return [
    ...log.unresolved.map((request) => `never answered: ${request}`),
    ...compared(promised(crowd), await found(tx, cluster, crowd)),
    ...breaks.map(({ check, subject, found }) => `the books: ${check} ${subject} ${JSON.stringify(found)}`),
  ]
}

/** Compares the lines of both sides as multisets: duplicates must match too. */
function compared(promised: string[], found: string[]): string[] {
  const count = new Map<string, number>()
  for (const line of promised) count.set(line, (count.get(line) ?? 0) + 1)
  for (const line of found) count.set(line, (count.get(line) ?? 0) - 1)
  return [...count]
    .filter(([, n]) => n !== 0)
    .map(([line, n]) => `${n > 0 ? 'acknowledged and not there' : 'there and not acknowledged'}: ${line}`)
}

function promised({ log, people }: Crowd): string[] {
  const { wallets, cards } = expected(log, people)
  return [
    ...log.orders.map(({ kind, orderNo, cardId, amount }) => `order ${kind} ${orderNo} on ${cardId} ${amount}`),
    ...log.orders.map(({ orderNo, card }) => `posted for ${orderNo} on the card ${card}`),
    ...log.orders.filter(({ kind }) => kind === 'OPEN').map(({ orderNo }) => `made by the issuer ${orderNo}`),
    ...log.topUps.map(({ orderNo, txHash, credit }) => `topped up ${orderNo} by ${txHash} ${credit}`),
    ...log.approvals.map(({ ref, cardId, amount }) => `approved ${ref} on ${cardId} ${amount}`),
    ...log.approvals.flatMap(({ cardId, cleared }) =>
      [...cleared].map(([ref, amount]) => `settled ${ref} on ${cardId} ${-amount}`),
    ),
    ...log.refunds.map(({ ref, cardId, amount }) => `settled ${ref} on ${cardId} ${amount}`),
    ...[...wallets].map(([accountId, cents]) => `wallet ${accountId} ${cents}`),
    ...[...cards].map(([cardId, { posted, held }]) => `card ${cardId} ${posted} held ${held}`),
  ]
}

async function found(tx: Tx, { simulators }: Cluster, { people, log }: Crowd): Promise<string[]> {
  const accounts = people.map(({ accountId }) => accountId)
  const told = log.approvals.map(({ ref }) => ref)
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', 'order', kind, order_no, 'on', card_id, amount_cents) AS line
      FROM card_order
     WHERE account_id = ANY (${accounts}) AND status <> 'FAILED'
     UNION ALL
    SELECT concat_ws(' ', 'posted for', transfer.biz_id, 'on the card', CASE side WHEN 'C' THEN amount ELSE -amount END)
      FROM ledger_transfer AS transfer
      JOIN ledger_entry USING (cell, transfer_id)
      JOIN ledger_account AS account USING (cell, la_id)
     WHERE transfer.account_id = ANY (${accounts}) AND transfer.biz_type = 'card_order' AND account.code = '2020'
     UNION ALL
    SELECT concat_ws(' ', 'topped up', order_no, 'by', tx_hash, credit_cents)
      FROM recharge_order
     WHERE account_id = ANY (${accounts}) AND credited_at IS NOT NULL
     UNION ALL
    -- What was approved and could not be told in time has been given back, and counts for nothing.
    SELECT concat_ws(' ', 'approved', issuer_ref, 'on', card_id, answered_cents)
      FROM auth
      JOIN (SELECT cell, la_id, account_id, card_id FROM card) AS card USING (cell, la_id)
     WHERE account_id = ANY (${accounts}) AND status <> 'DECLINED'
       AND (issuer_ref = ANY (${told}) OR status <> 'REVERSED' OR held_cents <> 0)
     UNION ALL
    SELECT concat_ws(' ', 'settled', clearing_ref, 'on', card_id, amount_cents)
      FROM trade
     WHERE account_id = ANY (${accounts})
     UNION ALL
    SELECT concat_ws(' ', 'wallet', account_id, posted)
      FROM ledger_account
     WHERE account_id = ANY (${accounts}) AND code = '2010' AND currency = 'USD'
     UNION ALL
    SELECT concat_ws(' ', 'card', owner, posted, 'held', held)
      FROM ledger_account
     WHERE account_id = ANY (${accounts}) AND code = '2020'`.execute(tx)
  const made = simulators.world.store.many<{ idem: string }>(
    `SELECT idem FROM cards WHERE state <> 'FAILED' AND memo IN (${accounts.map((account) => `'${account}'`).join(', ')})`,
  )
  return [...rows.map(({ line }) => line), ...made.map(({ idem }) => `made by the issuer ${idem}`)]
}

/** Returns what is still in progress, one word each: an event, an opening, a top-up. */
export async function underWay(tx: Tx, { people, log }: Crowd): Promise<string[]> {
  const accounts = people.map(({ accountId }) => accountId)
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', 'event', type, event_id, state, error) AS line
      FROM webhook_inbox
     WHERE state <> 'DONE'
     UNION ALL
    SELECT concat_ws(' ', 'order', order_no, status, error)
      FROM card_order
     WHERE account_id = ANY (${accounts}) AND status NOT IN ('SUCCESS', 'FAILED')
     UNION ALL
    SELECT concat_ws(' ', 'top-up', order_no, status)
      FROM recharge_order
     WHERE order_no = ANY (${log.topUps.map(({ orderNo }) => orderNo)}) AND credited_at IS NULL`.execute(tx)
  return rows.map(({ line }) => line)
}
