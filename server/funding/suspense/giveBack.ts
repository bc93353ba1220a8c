import * as z from 'zod'
import type * as contract from '#contract/funding/desk/suspense.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, post } from '#server/ledger/ledger.ts'
import type { ProviderId } from '#server/outside/outside.ts'
import { approvable } from '#server/staff/staff.ts'
import { changeOrder, lockOrder, type Order } from '../queries.ts'
import { markReversed, type Kept } from '../payments/paymentQueries.ts'
import { reverseTopUp } from '../payments/reversePayment.ts'
import { claimed, freed } from './claim.ts'
import { amountOf, refOf } from './shown.ts'
import { itemById, lockItem, setItem, type Item } from './suspenseQueries.ts'
import { valueInCents } from './value.ts'

/** Nobody's here: back to the payer, whole (maker); another person agrees. */
export const returnSuspense: Answer<typeof contract.returnSuspense> = async (staff, { suspenseId, reason }, tx) => {
  const { units } = await claimed(tx, suspenseId)
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
    await sentBack(tx, item)
  },
  dropped: (tx, { suspenseId }) => freed(tx, suspenseId),
})

/**
 * Out of suspense to where it came from. Of a provider's payment this is the very transfer that its own reversal would
 * make: when the provider tells us of the refund later, it finds the payment taken back already.
 */
async function sentBack(tx: Tx, item: Item, effectiveAt?: Date): Promise<string> {
  const { rail, currency, units } = item
  const [provider = '', ...rest] = item.bizId.split(':')
  const { transferId } = await post(tx, {
    kind: 'SUSPENSE_RETURNED',
    accountId: item.accountId ?? PLATFORM,
    biz: { type: item.source === 'PROVIDER' ? 'provider_payment' : 'chain_transfer', id: item.bizId },
    ...(effectiveAt && { effectiveAt }),
    reverses: item.inId,
    lines: [
      debit(platform('2030', rail, currency), units),
      credit(
        item.source === 'PROVIDER' ? platform('1210', provider, currency) : platform('1220', rail, currency),
        units,
      ),
    ],
  })
  if (item.source === 'PROVIDER')
    await markReversed(tx, { provider: provider as ProviderId, ref: rest.join(':') }, transferId)
  if (item.state !== 'CREDITED') await setItem(tx, item.suspenseId, 'RETURNED', { outId: transferId })
  return transferId
}

/** The payer's bank took back what stood in suspense, or had been given to somebody from there: that is unmade first. */
export async function takenBack(
  tx: Tx,
  order: Order | undefined,
  payment: Kept,
  item: Item,
): Promise<Order | undefined> {
  const effectiveAt = payment.reversedAt!
  if (item.state !== 'CREDITED') return void (await sentBack(tx, item, effectiveAt))
  const { toAccount, toOrder, outId } = item
  await reverseTopUp(tx, {
    accountId: toAccount!,
    transferId: outId!,
    biz: { type: 'suspense', id: item.suspenseId },
    bizNo: toOrder ?? refOf(item),
    effectiveAt,
  })
  await sentBack(tx, item, effectiveAt)
  await setItem(tx, item.suspenseId, 'REVERSED')
  const credited = order?.orderNo === toOrder ? order : toOrder ? await lockOrder(tx, toOrder) : undefined
  if (!credited) return undefined
  const after: Order = { ...credited, status: 'REVERSED', failReason: 'reversed' }
  await changeOrder(tx, credited, after)
  return credited === order ? after : undefined
}
