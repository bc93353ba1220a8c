/** Wishes for what staff do to accounts. Each is about a newcomer, so that none stands in another's way. */
import { db, sql, transaction } from '#server/core/db.ts'
import type { Staff } from '#server/core/actor.ts'
import { moveAnswers } from '#server/operator/module.ts'
import { anAttachment, newStaff } from '../staff.ts'
import { newAccount } from '../world.ts'
import { anAccount, reason, withNo, type Wishing } from './makings.ts'

/** Of whoever asks: a picture that somebody else has sent in is not found. */
const anUpload = async (by?: Staff): Promise<{ fileId: string }> => ({
  fileId: await anAttachment(by ?? (await newStaff())),
})
/** One that stands beside an adjustment. */
export async function besideAnApproval(): Promise<{ approvalId: string; fileId: string }> {
  const [clerk, { accountId }] = [await newStaff(), await newAccount()]
  const { fileId } = await anUpload(clerk)
  const wish = { accountId, cause: 'GOODWILL' as const, amount: 1_00, fileId, reason }
  const { approvalId } = await transaction((tx) => moveAnswers.askAdjustment(clerk, wish, tx))
  return { approvalId, fileId }
}

export const moveWishes = {
  accountMoves: anAccount,
  accountFees: anAccount,
  restrictAccount: async () => withNo({ accountId: (await newAccount()).accountId }),
  liftRestriction: async () => {
    const { accountId } = await newAccount()
    const clerk = await newStaff()
    await transaction((tx) => moveAnswers.restrictAccount(clerk, { accountId, reason }, tx))
    return withNo({ accountId })
  },
  endAccountSessions: async () => withNo({ accountId: (await newAccount()).accountId }),
  askAuthenticatorReset: async () => {
    const { accountId, loginId } = await newAccount()
    await sql`UPDATE login SET google_bound_at = created_at WHERE login_id = ${loginId}`.execute(db)
    return withNo({ accountId, loginId, checkedBy: 'VIDEO' })
  },
  askLimit: async () => withNo({ accountId: (await newAccount()).accountId, key: 'perLoad', amount: 2_000_00 }),
  askAdjustment: async ({ colleague }) =>
    withNo({
      accountId: (await newAccount()).accountId,
      cause: 'GOODWILL',
      amount: 1_00,
      ...(await anUpload(colleague)),
    }),
} as const satisfies Record<string, Wishing>
