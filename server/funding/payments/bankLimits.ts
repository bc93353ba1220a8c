import type * as contract from '#contract/funding/funding.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { termsOf } from '../terms.ts'
import { bankLimitsOf } from '../termsQueries.ts'

/** What each bank allows. The picture is the staff's; the figures beside it can be read by everybody, in both languages. */
export const bankLimits: Answer<typeof contract.bankLimits> = async (actor, { rail }) => {
  const { limitFileId, updatedAt } = await termsOf(rail)
  const limits = await bankLimitsOf(db)
  return {
    url: limitFileId ? `/file/pub/download?fileId=${limitFileId}` : '',
    fileId: limitFileId ?? '',
    updateTime: Math.max(updatedAt.getTime(), ...limits.map((limit) => limit.updatedAt.getTime())),
    banks: limits.map(({ code, perPayment, perDay, ...name }) => ({
      code,
      name: name[actor.from.lang],
      perPayment,
      perDay,
    })),
  }
}
