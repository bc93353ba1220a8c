/** The log of a card: what happened to it, for its owner. */
import type { CardLogType } from '#contract/cards/states.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { runAtCommit, sql, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { sealHolders } from '../sealed.ts'

export type LogEntry = {
  accountId: string
  cardId: string
  type: CardLogType
  /** Omitted: the system. */
  loginId?: string | undefined
  subUid?: string | undefined
  before?: string | undefined
  after?: string | undefined
  /** Names and addresses before and after: sealed. */
  holders?: { before: string; after: string } | undefined
  amount?: number | undefined
  remark?: string | undefined
  result?: 'OK' | 'FAIL'
}
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** Logs card events for the owners, in one statement for any number of cards. */
export async function logCards(tx: Tx, entries: readonly LogEntry[]): Promise<void> {
  if (!entries.length) return
  const ids = entries.map(() => newId('clg'))
  const rows = entries.map((entry, at) => ({
    id: ids[at]!,
    account_id: entry.accountId,
    card_id: entry.cardId,
    type: entry.type,
    login_id: entry.loginId ?? null,
    sub_uid: entry.subUid ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    holders_enc: entry.holders ? hex(sealHolders(ids[at]!, entry.holders)) : null,
    amount_cents: entry.amount ?? null,
    remark: entry.remark ?? '',
    result: entry.result ?? 'OK',
  }))
  await runAtCommit(
    tx,
    sql`
    INSERT INTO card_log (cell, account_id, id, card_id, type, login_id, sub_uid, before, after, holders_enc, amount_cents, remark, result, created_at)
    SELECT cell_of(account_id), account_id, id, card_id, type, login_id, sub_uid, before, after, holders_enc, amount_cents, remark, result, ${now()}
      FROM json_populate_recordset(NULL::card_log, ${JSON.stringify(rows)}::json)`,
  )
  for (const { accountId } of entries) touch(tx, accountId, 'cards')
}
