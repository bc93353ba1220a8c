import { createHash } from 'node:crypto'
import { refuse } from '#contract/core/refusals.ts'
import type { Cents } from '#contract/core/money.ts'
import { ago, ahead, DAY, MINUTE, now } from './clock.ts'
import { cellOf, ofAccount } from './database/cells.ts'
import { db, sql, type Tx } from './db.ts'
import { newId } from './ids.ts'

/** A priced action and its total. `input` contains everything the price depends on; the action must send the same. */
export type Priced<Lines extends object> = {
  readonly accountId: string
  /** The action that may use it. */
  readonly scene: string
  readonly input: object
  readonly lines: Lines
  /** Minor units of `currency`. */
  readonly total: Cents
  readonly currency: string
}

/** Stores a price that is about to be shown, so that exactly this can be charged. Valid for five minutes by default. */
export async function storeQuote(
  { accountId, scene, input, lines, total, currency }: Priced<object>,
  forMs = 5 * MINUTE,
) {
  const quoteId = newId('quo')
  const expiresAt = ahead(forMs)
  await sql`
    INSERT INTO quote (cell, quote_id, account_id, scene, input_hash, lines, total, currency, expires_at, created_at)
    VALUES (${cellOf(accountId)}, ${quoteId}, ${accountId}, ${scene}, ${hashOf(input)}, ${JSON.stringify(lines)}::jsonb, ${total}, ${currency}, ${expiresAt}, ${now()})
  `.execute(db)
  return { quoteId, expiresAt }
}

/**
 * Consumes a quote: once, before it expires, and only for the priced input. Returns the lines as shown. Refuses with `quote_expired` (also if it was used or
 * belongs to another account) or `quote_changed`.
 */
export async function useQuote<Lines extends object>(
  tx: Tx,
  input: Pick<Priced<Lines>, 'accountId' | 'scene' | 'input'> & { quoteId: string },
) {
  const { rows } = await sql<{ lines: Lines; total: number; same: boolean }>`
    UPDATE quote
       SET used_at = ${now()}
     WHERE ${ofAccount(input.accountId)} AND quote_id = ${input.quoteId}
       AND used_at IS NULL AND expires_at > ${now()}
    RETURNING lines, total, scene = ${input.scene} AND input_hash = ${hashOf(input.input)} AS same`.execute(tx)
  const quote = rows[0]
  if (!quote) throw refuse('quote_expired')
  if (!quote.same) throw refuse('quote_changed') // rolls back the use as well
  return { lines: quote.lines, total: quote.total }
}

/** The order of fields must not matter. */
function hashOf(input: object): Buffer {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}

export const forgetOldQuotes = () => sql`DELETE FROM quote WHERE expires_at < ${ago(7 * DAY)}`.execute(db)
