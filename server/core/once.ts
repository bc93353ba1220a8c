import { createHash } from 'node:crypto'
import { ahead, DAY, now, SECOND } from './clock.ts'
import { Refusal, refusals, type RefusalName } from '#contract/core/refusals.ts'
import { seal, unseal } from './secrets.ts'
import { cellOf, ofAccount } from './database/cells.ts'
import { confirmDurable, db, isLost, OutcomeUnknown, run, runAtCommit, sql, transaction, type Tx } from './db.ts'

/** The stored first answer: its result, or its refusal. */
type Kept = { done: unknown } | { refused: RefusalName; data: Record<string, unknown> }

/**
 * Answers once: the request's key, its effects and its answer are one transaction, so a repeated request (double click, lost reply, another server process)
 * gets the first answer and moves nothing. Definite refusals are stored too; those that may end differently on retry (`again` in the catalogue) are not.
 */
export async function once(
  actor: { readonly accountId: string; readonly loginId: string },
  route: string,
  input: { readonly requestNo?: string | undefined; readonly [more: string]: unknown },
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const { requestNo, ...rest } = input
  const bodyHash = createHash('sha256').update(actor.loginId).update(route).update(JSON.stringify(rest)).digest()
  const key = {
    accountId: actor.accountId,
    route,
    requestNo: requestNo ?? `auto-${bodyHash.toString('hex').slice(0, 40)}`,
    bodyHash,
    keptForMs: requestNo ? 7 * DAY : 10 * SECOND,
  }
  for (let tries = 1; ; tries++) {
    try {
      return replay(
        await transaction(async (tx) => {
          const first = await take(tx, key)
          if (first) {
            await confirmDurable(tx)
            return first
          }
          const answer = { done: await work(tx) }
          await keep(tx, key, answer)
          return answer
        }),
      )
    } catch (error) {
      // Retrying is safe and is the only way to learn the outcome of an unanswered commit.
      if ((error instanceof OutcomeUnknown || isLost(error)) && tries < 4) {
        await new Promise((resolve) => setTimeout(resolve, 150 * tries * tries))
        continue
      }
      if (error instanceof Refusal && !('again' in refusals[error.refusal])) await keepRefusal(key, error)
      throw error
    }
  }
}

type Key = { accountId: string; route: string; requestNo: string; bodyHash: Buffer; keptForMs: number }

/** Answers contain names and addresses, and are kept for days. */
const sealed = (key: Key, answer: Kept): Buffer => seal(boundTo(key), JSON.stringify(answer))
const boundTo = ({ accountId, route, requestNo }: Key): string => `${accountId} ${route} ${requestNo}`

/** Takes the key for this transaction, or returns the first holder's answer. Waits while the first is still running. */
async function take(tx: Tx, key: Key): Promise<Kept | undefined> {
  // Sent together and in this order. Not as one ON CONFLICT DO UPDATE: that writes also when an answer is only given again.
  const [, inserted] = await Promise.all([
    run(
      tx,
      sql`
      DELETE FROM request_key
       WHERE ${ofAccount(key.accountId)} AND route = ${key.route} AND request_no = ${key.requestNo} AND expires_at <= ${now()}`,
    ),
    run(
      tx,
      sql`
      INSERT INTO request_key (cell, account_id, route, request_no, body_hash, expires_at, created_at)
      VALUES (${cellOf(key.accountId)}, ${key.accountId}, ${key.route}, ${key.requestNo}, ${key.bodyHash}, ${ahead(key.keptForMs)}, ${now()})
      ON CONFLICT DO NOTHING`,
    ),
  ])
  if (inserted === 1) return undefined
  const { rows } = await sql<{ body_hash: Buffer; answer_enc: Buffer | null }>`
    SELECT body_hash, answer_enc
      FROM request_key
     WHERE ${ofAccount(key.accountId)} AND route = ${key.route} AND request_no = ${key.requestNo}`.execute(tx)
  const row = rows[0]
  if (!row?.answer_enc) throw new Refusal('in_progress')
  if (!row.body_hash.equals(key.bodyHash)) throw new Refusal('request_reused')
  return JSON.parse(unseal(boundTo(key), row.answer_enc)) as Kept
}

function replay(kept: Kept): unknown {
  if ('done' in kept) return kept.done
  throw new Refusal(kept.refused, kept.data)
}

const keep = (tx: Tx, key: Key, answer: Kept): Promise<void> =>
  runAtCommit(
    tx,
    sql`
    UPDATE request_key
       SET answer_enc = ${sealed(key, answer)}
     WHERE ${ofAccount(key.accountId)} AND route = ${key.route} AND request_no = ${key.requestNo}`,
  )

/** The refused transaction is rolled back with its key, so the refusal is stored separately; an answer by a concurrent request is kept. */
const keepRefusal = (key: Key, { refusal, data }: Refusal) =>
  sql`INSERT INTO request_key (cell, account_id, route, request_no, body_hash, answer_enc, expires_at, created_at)
      VALUES (${cellOf(key.accountId)}, ${key.accountId}, ${key.route}, ${key.requestNo}, ${key.bodyHash},
              ${sealed(key, { refused: refusal, data })}, ${ahead(key.keptForMs)}, ${now()})
      ON CONFLICT DO NOTHING`.execute(db)

export const forgetOldRequests = () => sql`DELETE FROM request_key WHERE expires_at <= ${now()}`.execute(db)
