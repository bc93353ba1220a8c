/** Inputs for passkeys, and for identity cases at the desk. Each uses a new account's own case. */
import type { Staff } from '#server/core/actor.ts'
import { transaction } from '#server/core/db.ts'
import { caseAnswers } from '#server/identity/module.ts'
import { decideIdentity } from '#server/identity/verification/decideIdentity.ts'
import { cardholder, sendsPapers, takesCase } from '#test/fixtures/identity.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { newAccount } from '#test/world.ts'
import { someRequestNo } from './actors.ts'
import { nothing, type InputRecipe } from './fixtures.ts'
import { passkeyInputs } from './passkeyInputs.ts'

const aCase = async () => sendsPapers(await newAccount())
const whoAsks = async (colleague: Staff | undefined): Promise<Staff> => colleague ?? (await newStaff())

export const identityInputs = {
  ...passkeyInputs,
  listCases: nothing,
  showCase: async () => ({ orderNo: (await aCase()).orderNo }),
  revealCase: async () => ({ orderNo: (await aCase()).orderNo, reason: 'reviewing it' }),
  casePaper: async ({ colleague }) => {
    const { orderNo, fileId } = await aCase()
    await caseAnswers.revealCase(await whoAsks(colleague), { orderNo, reason: 'reviewing it' })
    return { orderNo, fileId }
  },
  takeCase: async () => ({ orderNo: (await aCase()).orderNo, requestNo: someRequestNo() }),
  decideCase: async ({ colleague }) => {
    const { orderNo } = await aCase()
    await takesCase(await whoAsks(colleague), orderNo)
    return { orderNo, take: 'REJECT', reason: 'cannot be read', requestNo: someRequestNo() }
  },
  saveCardholder: async () => {
    const { orderNo } = await aCase()
    await transaction((tx) => decideIdentity(tx, { staffId: 'stf_wu', name: 'Wu' }, orderNo, { take: 'PASS' }))
    return { orderNo, ...cardholder, requestNo: someRequestNo() }
  },
} as const satisfies Record<string, InputRecipe>
