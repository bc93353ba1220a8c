import type * as contract from '#contract/grades/grades.ts'
import { SUGGESTED } from '#contract/grades/grades.ts'
import { kindOfMerchant } from '#contract/trades/merchantKinds.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { merchantsLike, mostUsed } from './queries.ts'

/** Merchants that the words may mean while they are typed; with no words, those that are used most. */
export const suggestMerchants: Answer<typeof contract.suggestMerchants> = async (
  { from: { lang } },
  { words = '', country },
) => {
  const found =
    words.trim() === ''
      ? await mostUsed(db, SUGGESTED, country)
      : await merchantsLike(db, words, { country }, SUGGESTED)
  return found.map((one) => ({ ...one, category: kindOfMerchant(one.mcc)?.[lang] ?? '' }))
}
