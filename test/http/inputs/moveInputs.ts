/** Inputs for staff actions on accounts. Each uses a new account, so that none affects another. */
import { db, sql, transaction } from '#server/core/db.ts'
import type { Staff } from '#server/core/actor.ts'
import { moveAnswers } from '#server/accounts/module.ts'
import { anAttachment, newStaff } from '#test/fixtures/staff.ts'
import { newAccount } from '#test/world.ts'
import { anAccount, reason, withNo, type InputRecipe } from './fixtures.ts'

/** Uploaded by the caller: someone else's upload is not found. */
const anUpload = async (by?: Staff): Promise<{ fileId: string }> => ({
  fileId: await anAttachment(by ?? (await newStaff())),
})
/** An upload that is attached to an adjustment. */
export async function besideAnApproval(): Promise<{ approvalId: string; fileId: string }> {
  const [clerk, { accountId }] = [await newStaff(), await newAccount()]
  const { fileId } = await anUpload(clerk)
  const input = { accountId, cause: 'GOODWILL' as const, amount: 1_00, fileId, reason }
  const { approvalId } = await transaction((tx) => moveAnswers.askAdjustment(clerk, input, tx))
  return { approvalId, fileId }
}

export const moveInputs = {
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
} as const satisfies Record<string, InputRecipe>
