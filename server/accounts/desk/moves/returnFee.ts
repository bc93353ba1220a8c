import type * as contract from '#contract/accounts/desk.ts'
import type { Lang } from '#contract/core/fields.ts'
import { kindRule, ruleOf } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { feeReturned } from '#server/identity/identity.ts'
import { feesCharged, type FeeCharged } from '#server/ledger/ledger.ts'
import { feesReturned } from '#server/accounts/queries.ts'
import { viewsAccount } from '../viewing/showAccount.ts'

type Fee = FeeCharged & { left: Cents }

async function feesOf(on: Tx | Database, accountId: string, filter: { transferId?: string } = {}): Promise<Fee[]> {
  const charged = await feesCharged(on, accountId, filter)
  const returned = await feesReturned(
    on,
    accountId,
    charged.map(({ transferId }) => transferId),
  )
  return charged.map((fee) => {
    const back = returned.find(({ transfer_id, code }) => transfer_id === fee.transferId && code === fee.code)
    return { ...fee, left: fee.charged - (back?.cents ?? 0) }
  })
}

export const feeText = ({ kind, code, bizId }: FeeCharged, lang: Lang): string =>
  `${ruleOf(code)[lang]} · ${kindRule(kind)[lang]} ${bizId}`

/** The fee that an adjustment returns, if any. Never more than was charged and not returned yet. */
export async function feeToReturn(
  tx: Tx,
  input: {
    accountId: string
    cause: string
    amountCents: Cents
    feeTransferId?: string | undefined
    feeCode?: string | undefined
  },
): Promise<Fee | undefined> {
  if (input.cause !== 'FEE_RETURN' || input.feeTransferId === undefined) return undefined
  const fees = await feesOf(tx, input.accountId, { transferId: input.feeTransferId })
  const fee = fees.find(({ code }) => code === input.feeCode)
  if (!fee) throw refuse('not_found', { field: 'feeTransferId' })
  if (input.amountCents > fee.left) throw refuse('amount_above_max', { field: 'amount', maxCents: fee.left })
  return fee
}

/** The inviter's commission on the fee is taken back in proportion. */
export async function clawBackCommission(
  tx: Tx,
  accountId: string,
  { kind, bizId }: FeeCharged,
  base: Cents,
  adjustNo: string,
): Promise<void> {
  const type = kind === 'CARD_OPEN' ? 'OPEN' : kind === 'CARD_LOAD' ? 'LOAD' : undefined
  if (type) await feeReturned(tx, accountId, { type, id: bizId, base }, adjustNo)
}

export const accountFees: Answer<typeof contract.accountFees> = async (staff, { accountId }) => {
  const { lang } = staff.from
  await viewsAccount(staff, accountId, 'FEES')
  const fees = await feesOf(db, accountId)
  return {
    list: fees.map((fee) => ({
      transferId: fee.transferId,
      feeCode: fee.code,
      feeText: ruleOf(fee.code)[lang],
      typeText: kindRule(fee.kind)[lang],
      bizNo: fee.bizId,
      time: fee.postedAt.getTime(),
      charged: fee.charged,
      left: fee.left,
    })),
  }
}
