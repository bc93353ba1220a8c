import type * as contract from '#contract/disputes/desk.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { outside } from '#server/outside/outside.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { allTerms, givesCredit, keepTerms, openCredits } from '../queries.ts'
import { isByApi } from './lists.ts'

export const disputeTerms: Answer<typeof contract.disputeTerms> = async () => {
  const [terms, credits] = await Promise.all([allTerms(db), openCredits(db)])
  return {
    issuers: [...outside.issuers.keys()].map((issuerId) => {
      const found = terms.find(({ issuer_id }) => issuer_id === issuerId)
      return {
        issuerId,
        byApi: flag(isByApi(issuerId)),
        provisional: flag(found?.provisional),
        open: credits.find(({ issuer_id }) => issuer_id === issuerId)?.open ?? 0,
        updateTime: found?.updated_at.getTime() ?? null,
      }
    }),
  }
}

/** Credit that was given stays given until its dispute ends. */
export const setDisputeTerms: Answer<typeof contract.setDisputeTerms> = async (staff, input, tx) => {
  const { issuerId, reason } = input
  if (!outside.issuers.has(issuerId)) throw refuse('not_found', { field: 'issuerId' })
  const [before, provisional] = [await givesCredit(tx, issuerId), input.provisional === '1']
  await keepTerms(tx, issuerId, provisional)
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: issuerId,
    reason,
    content: provisional
      ? { cn: '开启争议临时退款', en: 'Provisional credit for disputes switched on' }
      : { cn: '关闭争议临时退款', en: 'Provisional credit for disputes switched off' },
    before: { provisional: before },
    after: { provisional },
  })
  return { provisional: flag(provisional) }
}
