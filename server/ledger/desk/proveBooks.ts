/**
 * Verifies the books as a job with a stored result: every night what is new since the checkpoint, and once a week everything; everything on request
 * (docs/decisions/0068-the-nightly-proof-reads-what-is-new.md).
 */
import type * as contract from '#contract/ledger/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import { endAlarm, raiseAlarm } from '#server/core/alarms.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY, HOUR, MINUTE } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { saveCheckpoint } from '../proof/checkpoints.ts'
import { checkNames, proveWithCover, type Proof, type ProofKind } from '../proof/prove.ts'
import { coverShown } from './cover.ts'
import { sealMonths } from './months.ts'
import { endProof, giveUpProofs, insertProof, lastWhole, newestProofs } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'ledger.prove': { proofId: string; kind?: ProofKind }
    'ledger.beginProof': Record<string, never>
  }
}

/** Everything is read again after this long; a little less than a week, because a night is not always at the same minute. */
const WHOLE_EVERY_MS = 7 * DAY - HOUR

export const listProofs: Answer<typeof contract.listProofs> = async () => ({
  wholeTime: (await lastWhole(db))?.getTime() ?? null,
  list: (await newestProofs(db, 20)).map((row) => ({
    proofId: row.proof_id,
    state: row.state,
    kind: row.kind,
    entries: row.entries,
    checks: row.checks,
    breaks: row.breaks.map(({ found, ...one }) => ({ ...one, found: JSON.stringify(found) })),
    cover: row.cover,
    askedBy: row.asked_by,
    createTime: row.created_at.getTime(),
    tookMs: row.took_ms,
  })),
})

/** Those that ended, with what is owed and what covers it in US cents, for the desk's first page. */
export const newestOutcomes = async () =>
  (await newestProofs(db, 40))
    .filter(({ state }) => state !== 'WAITING')
    .map(({ state, breaks, cover, created_at }) => ({
      time: created_at.getTime(),
      holds: state === 'FAILED' ? null : state === 'HOLDS',
      breaks: breaks.length,
      cover: cover && {
        owed: cover.currencies.reduce((sum, { owedCents }) => sum + owedCents, 0),
        covered: cover.currencies.reduce((sum, { coveredCents }) => sum + coveredCents, 0),
      },
    }))

export const proveBooks: Answer<typeof contract.proveBooks> = async (staff, _, tx) => {
  const proofId = newId('prf')
  if (!(await insertProof(tx, proofId, staff.name))) throw refuse('conflict')
  await later(tx, 'ledger.prove', { proofId }, { queue: 'prove', tries: 2 })
  await recordStaff(tx, staff, {
    action: 'BOOKS',
    target: proofId,
    content: { cn: '校验账簿', en: 'Verified the books' },
  })
  return { proofId }
}

/** The other work of the night changes what the proof compares: earnings move both ways at the day's rate. */
const AFTER_THE_NIGHTS_WORK = 10 * MINUTE

/** The proof does not exist until it begins, so staff can verify the books in the meantime. */
export const proveTonight = (): Promise<void> =>
  transaction((tx) => later(tx, 'ledger.beginProof', {}, { key: 'proof of the night', inMs: AFTER_THE_NIGHTS_WORK }))

/** Queues the proof of the night, unless one is running. */
export const beginProof = (): Promise<void> =>
  transaction(async (tx) => {
    await giveUpProofs(tx, ago(DAY))
    const proofId = newId('prf')
    const whole = await lastWhole(tx)
    const kind = whole && whole > ago(WHOLE_EVERY_MS) ? 'NEW' : 'WHOLE'
    if (await insertProof(tx, proofId, '系统 System'))
      await later(tx, 'ledger.prove', { proofId, kind }, { queue: 'prove', tries: 2 })
  })

export async function proveNow({
  proofId,
  kind: asked = 'WHOLE',
}: {
  proofId: string
  kind?: ProofKind
}): Promise<void> {
  const begun = performance.now()
  const tookMs = (): number => Math.round(performance.now() - begun)
  try {
    const proof = await proveWithCover(asked)
    const { kind, entries, breaks, cover } = proof
    await tellBreaks(proof)
    const state = breaks.length ? 'BROKEN' : 'HOLDS'
    const end = { kind, entries, breaks, cover: coverShown(cover), tookMs: tookMs() }
    await endProof(db, proofId, { state, checks: checkNames().length, ...end })
    if (state === 'HOLDS') await goOnFrom(proof)
  } catch (error) {
    const nothing = { kind: null, entries: null, checks: 0, breaks: [], cover: null }
    await endProof(db, proofId, { state: 'FAILED', ...nothing, tookMs: tookMs() })
    throw error
  }
}

/** One alarm for the books, until a whole proof finds nothing: one of what is new does not read what was found. */
async function tellBreaks({ kind, breaks }: Proof): Promise<void> {
  const [first] = breaks
  if (first)
    await raiseAlarm(db, {
      kind: 'BOOKS_BROKEN',
      subject: 'books',
      detail: { breaks: breaks.length, check: first.check },
    })
  else if (kind === 'WHOLE') await endAlarm(db, 'BOOKS_BROKEN', 'books')
}

/** The next proof goes on from here. */
async function goOnFrom({ provenMs, since }: Proof): Promise<void> {
  await saveCheckpoint(provenMs, since)
  await sealMonths()
}
