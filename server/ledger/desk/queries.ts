/** All SQL on book_proof. */
import type { CoverShown } from '#contract/ledger/desk.ts'
import { now } from '#server/core/clock.ts'
import { many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { Break } from '../proof/checks.ts'
import type { ProofKind } from '../proof/prove.ts'

export type ProofFound = {
  proof_id: string
  state: 'WAITING' | 'HOLDS' | 'BROKEN' | 'FAILED'
  kind: ProofKind | null
  entries: number | null
  checks: number | null
  breaks: Break[]
  /** The rate used, and the cover of each currency at that rate. */
  cover: CoverShown | null
  asked_by: string
  created_at: Date
  took_ms: number | null
}
export const newestProofs = (on: Database | Tx, limit: number) =>
  many(
    on,
    sql<ProofFound>`
    SELECT proof_id, state, kind, entries, checks, breaks, cover, asked_by, created_at, took_ms FROM book_proof ORDER BY created_at DESC LIMIT ${limit}`,
  )
/** When the last whole proof began that came to an end, whatever it found. */
export const lastWhole = async (on: Database | Tx): Promise<Date | null> =>
  (
    await one(
      on,
      sql<{ at: Date | null }>`
      SELECT max(created_at) AS at FROM book_proof WHERE kind = 'WHOLE' AND state IN ('HOLDS', 'BROKEN')`,
    )
  ).at
/** A proof that has not ended by then never will: its process was ended, and so was the one that tried again. */
export const giveUpProofs = (on: Database | Tx, before: Date) =>
  run(
    on,
    sql`UPDATE book_proof SET state = 'FAILED', ended_at = ${now()} WHERE state = 'WAITING' AND created_at < ${before}`,
  )
/** Returns false while another one is running. */
export const insertProof = async (tx: Tx, proofId: string, by: string): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO book_proof (proof_id, state, asked_by, created_at)
    SELECT ${proofId}, 'WAITING', ${by}, ${now()}::timestamptz
     WHERE NOT EXISTS (SELECT FROM book_proof WHERE state = 'WAITING')`,
  )) === 1
export const endProof = (
  on: Database,
  proofId: string,
  end: {
    state: 'HOLDS' | 'BROKEN' | 'FAILED'
    kind: ProofKind | null
    entries: number | null
    checks: number
    breaks: readonly Break[]
    cover: CoverShown | null
    tookMs: number
  },
) =>
  run(
    on,
    sql`
    UPDATE book_proof SET state = ${end.state}, kind = ${end.kind}, entries = ${end.entries}, checks = ${end.checks}, breaks = ${JSON.stringify(end.breaks)},
                          cover = ${end.cover === null ? null : JSON.stringify(end.cover)}::jsonb, took_ms = ${end.tookMs}, ended_at = ${now()}
     WHERE proof_id = ${proofId} AND state = 'WAITING'`,
  )
