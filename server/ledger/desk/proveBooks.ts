/** Verifies the books on request: as a job, because it reads every entry, with a stored result. */
import type * as contract from '#contract/ledger/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { checkNames, proveWithCover } from '../proof/prove.ts'
import { coverShown } from './cover.ts'
import { endProof, insertProof, newestProofs } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'ledger.prove': { proofId: string }
  }
}

export const listProofs: Answer<typeof contract.listProofs> = async () => ({
  list: (await newestProofs(db, 20)).map((row) => ({
    proofId: row.proof_id,
    state: row.state,
    checks: row.checks,
    breaks: row.breaks.map(({ found, ...one }) => ({ ...one, found: JSON.stringify(found) })),
    cover: row.cover,
    askedBy: row.asked_by,
    createTime: row.created_at.getTime(),
    tookMs: row.took_ms,
  })),
})

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

export async function proveNow({ proofId }: { proofId: string }): Promise<void> {
  const begun = performance.now()
  const tookMs = (): number => Math.round(performance.now() - begun)
  try {
    const { breaks, cover } = await proveWithCover()
    const state = breaks.length ? 'BROKEN' : 'HOLDS'
    const end = { breaks, cover: coverShown(cover), tookMs: tookMs() }
    await endProof(db, proofId, { state, checks: checkNames().length, ...end })
  } catch (error) {
    await endProof(db, proofId, { state: 'FAILED', checks: 0, breaks: [], cover: null, tookMs: tookMs() })
    throw error
  }
}
