/** What the last check of the books found, and when. The books themselves are not read for it. */
import type { CoverShown } from '#contract/ledger/desk.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, many, sql } from '#server/core/db.ts'
import { gauges } from '#server/core/metrics/metrics.ts'
import type { ProofKind } from './prove.ts'

/** The newest of each kind that came to an end. */
const lastProofs = () =>
  many(
    db,
    sql<{ kind: ProofKind; at: Date; breaks: number; cover: CoverShown | null }>`
    SELECT DISTINCT ON (kind) kind, created_at AS at, jsonb_array_length(breaks) AS breaks, cover
      FROM (SELECT kind, created_at, breaks, cover
              FROM book_proof
             WHERE state IN ('HOLDS', 'BROKEN') AND kind IS NOT NULL
             ORDER BY created_at DESC
             LIMIT 50) AS newest
     ORDER BY kind, created_at DESC`,
  )

export const proofMetrics = gauges({
  scope: 'database',
  help: {
    kaika_proof_age_seconds:
      'How old the last check of the books is that came to an end: of everything, or of what was new.',
    kaika_proof_breaks: 'What it found wrong.',
    kaika_cover_ratio:
      'Money that we hold divided by what we owe to customers, at the last check: all currencies at the rate of then.',
  },
  read: async () => {
    const proofs = await lastProofs()
    const newest = proofs.toSorted((a, b) => b.at.getTime() - a.at.getTime()).find(({ cover }) => cover !== null)
    const currencies = newest?.cover?.currencies ?? []
    const owed = currencies.reduce((sum, { owedCents }) => sum + owedCents, 0)
    const covered = currencies.reduce((sum, { coveredCents }) => sum + coveredCents, 0)
    return {
      kaika_proof_age_seconds: proofs.map(({ kind, at }) => ({
        labels: { kind },
        value: (nowMs() - at.getTime()) / 1000,
      })),
      kaika_proof_breaks: proofs.map(({ kind, breaks }) => ({ labels: { kind }, value: breaks })),
      // What is owed in one currency may be held in another.
      kaika_cover_ratio: owed > 0 ? [{ value: covered / owed }] : [],
    }
  },
})
