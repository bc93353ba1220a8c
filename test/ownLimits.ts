/** Two members of staff set an account's custom limit, or remove it. For tests only. */
import type { LimitKey } from '#contract/accounts/desk.ts'
import { transaction } from '#server/core/db.ts'
import { moveAnswers } from '#server/accounts/module.ts'
import { approves, newStaff } from './staff.ts'
import type { Person } from './world.ts'

/** Without an amount: the standard limit. */
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
