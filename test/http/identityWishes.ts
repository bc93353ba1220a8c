/** Wishes for identity cases at the desk. Each is about a newcomer's case of its own. */
import type { Staff } from '#server/core/actor.ts'
import { identityAnswers } from '#server/operator/module.ts'
import { sendsPapers, takesCase } from '../identity.ts'
import { newStaff } from '../staff.ts'
import { newAccount } from '../world.ts'
import { someRequestNo } from './cast.ts'
import { nothing, type Wishing } from './makings.ts'

const aCase = async () => sendsPapers(await newAccount())
const whoAsks = async (colleague: Staff | undefined): Promise<Staff> => colleague ?? (await newStaff())

export const identityWishes = {
  listCases: nothing,
  showCase: async () => ({ orderNo: (await aCase()).orderNo }),
  revealCase: async () => ({ orderNo: (await aCase()).orderNo, reason: 'reviewing it' }),
  casePaper: async ({ colleague }) => {
    const { orderNo, fileId } = await aCase()
    await identityAnswers.revealCase(await whoAsks(colleague), { orderNo, reason: 'reviewing it' })
    return { orderNo, fileId }
  },
  takeCase: async () => ({ orderNo: (await aCase()).orderNo, requestNo: someRequestNo() }),
  decideCase: async ({ colleague }) => {
    const { orderNo } = await aCase()
    await takesCase(await whoAsks(colleague), orderNo)
    return { orderNo, take: 'REJECT', reason: 'cannot be read', requestNo: someRequestNo() }
  },
} as const satisfies Record<string, Wishing>
