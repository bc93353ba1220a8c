/** Inputs for payouts of closing accounts. Each uses a new account, so that none affects another. */
import { transaction } from '#server/core/db.ts'
import { leavingAnswers } from '#server/identity/module.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import { approves, newStaff } from '#test/fixtures/staff.ts'
import { newAccount } from '#test/world.ts'
import { someRequestNo } from './actors.ts'
import { nothing, reason, withNo, type InputRecipe } from './fixtures.ts'

const bank = { bankName: 'First Platypus Bank', accountNo: '000123456789', holder: 'Ana Lin' }
const aCase = async (balanceCents = 50_00): Promise<string> => closesAccount(await newAccount({ balanceCents }))

async function aPayout(): Promise<string> {
  const [maker, checker, caseId] = [await newStaff(), await newStaff(), await aCase()]
  const input = { caseId, ...bank, reason } as never
  const { approvalId } = await transaction((tx) => leavingAnswers.askClosingPayout(maker, input, tx))
  await approves(checker, approvalId)
  const { payouts } = await leavingAnswers.showLeaving(maker, { caseId })
  return payouts[0]!.payoutNo
}

export const leavingInputs = {
  listLeaving: nothing,
  showLeaving: async () => ({ caseId: await aCase() }),
  askClosingPayout: async () => withNo({ caseId: await aCase(), ...bank }),
  recordClosingPayout: async () => ({
    payoutNo: await aPayout(),
    reference: someRequestNo(),
    requestNo: someRequestNo(),
  }),
  returnClosingPayout: async () => withNo({ payoutNo: await aPayout() }),
  revealClosingPayee: async () => ({ payoutNo: await aPayout(), reason: 'to pay it' }),
  finishClosing: async () => withNo({ caseId: await aCase(0) }),
} as const satisfies Record<string, InputRecipe>
