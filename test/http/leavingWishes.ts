/** Inputs for payouts of leaving accounts. Each is about a newcomer, so that none stands in another's way. */
import { transaction } from '#server/core/db.ts'
import { leavingAnswers } from '#server/operator/module.ts'
import { closesAccount } from '../closing.ts'
import { approves, newStaff } from '../staff.ts'
import { newAccount } from '../world.ts'
import { someRequestNo } from './cast.ts'
import { nothing, reason, withNo, type Wishing } from './makings.ts'

const bank = { bankName: 'First Platypus Bank', accountNo: '000123456789', holder: 'Ana Lin' }
const aCase = async (balanceCents = 50_00): Promise<string> => closesAccount(await newAccount({ balanceCents }))

async function aPayout(): Promise<string> {
  const [maker, checker, caseId] = [await newStaff(), await newStaff(), await aCase()]
  const wish = { caseId, ...bank, reason } as never
  const { approvalId } = await transaction((tx) => leavingAnswers.askClosingPayout(maker, wish, tx))
  await approves(checker, approvalId)
  const { payouts } = await leavingAnswers.showLeaving(maker, { caseId })
  return payouts[0]!.payoutNo
}

export const leavingWishes = {
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
} as const satisfies Record<string, Wishing>
