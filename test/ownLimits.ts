/** Two of the staff give an account a limit of its own, or take it away again. For tests only. */
import type { LimitKey } from '#contract/accounts/desk.ts'
import { transaction } from '#server/core/db.ts'
import { moveAnswers } from '#server/operator/module.ts'
import { approves, newStaff } from './staff.ts'
import type { Person } from './world.ts'

/** No amount: what everybody has. */
export async function agreesOnLimit(
  { accountId }: Pick<Person, 'accountId'>,
  key: LimitKey,
  amount: number | undefined,
): Promise<void> {
  const [clerk, risk] = [await newStaff(['SUPPORT']), await newStaff(['RISK_APPROVER'])]
  const input = { accountId, key, amount, startTime: undefined, endTime: undefined, reason: 'asked for by the holder' }
  const { approvalId } = await transaction((tx) => moveAnswers.askLimit(clerk, input, tx))
  await approves(risk, approvalId)
}
