import * as z from 'zod'
import type * as contract from '#contract/funding/desk/suspense.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { approvable } from '#server/staff/staff.ts'
import { amountOf } from './shown.ts'
import { itemById, lockItem, refOf, setItem, type Item } from '#server/funding/orders/suspenseQueries.ts'
import { valueInCents } from './value.ts'
import { returnFromSuspense } from '#server/funding/payments/reversePayment.ts'
import type { Tx } from '#server/core/db.ts'

/** No account of ours is owed it: the maker requests its return to the payer in full, and a second person approves. */
export const returnSuspense: Answer<typeof contract.returnSuspense> = async (staff, { suspenseId, reason }, tx) => {
  const { units } = await claimItem(tx, suspenseId)
  return { approvalId: await suspenseReturnApproval.propose(tx, staff, { suspenseId, units }, reason) }
}

export const suspenseReturnApproval = approvable('suspense.return', {
  payload: z.object({ suspenseId: z.string(), units: z.int() }),
  async shows(tx, { suspenseId }) {
    const item = (await itemById(tx, suspenseId))!
    return {
      target: refOf(item),
      amountCents: await valueInCents(tx, item),
      onlyOne: suspenseId,
      lines: [
        { label: { cn: '退回', en: 'Returned' }, before: null, after: `${amountOf(item)} ${item.currency}` },
        { label: { cn: '凭证', en: 'Reference' }, before: null, after: refOf(item) },
      ],
    }
  },
  async apply(tx, { suspenseId, units }) {
    const item = (await lockItem(tx, suspenseId))!
    if (item.state !== 'CLAIMED' || item.units !== units) throw refuse('conflict')
    await returnFromSuspense(tx, item)
  },
  dropped: (tx, { suspenseId }) => releaseItem(tx, suspenseId),
})

/** Reserves an unmatched payment for one request until that is decided. */
export async function claimItem(tx: Tx, suspenseId: string): Promise<Item> {
  const item = await lockItem(tx, suspenseId)
  if (!item) throw refuse('not_found')
  if (item.state !== 'OPEN') throw refuse('conflict')
  await setItem(tx, suspenseId, 'CLAIMED')
  return item
}

export async function releaseItem(tx: Tx, suspenseId: string): Promise<void> {
  const item = await lockItem(tx, suspenseId)
  if (item?.state === 'CLAIMED') await setItem(tx, suspenseId, 'OPEN')
}
