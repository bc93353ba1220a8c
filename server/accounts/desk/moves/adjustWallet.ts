import * as z from 'zod'
import { adjustCauses, type AdjustCause } from '#contract/accounts/desk.ts'
import type * as contract from '#contract/accounts/desk.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import {
  balanceOf,
  credit,
  debit,
  lockAccounts,
  NotEnough,
  platform,
  post,
  tenant,
  wallet,
} from '#server/ledger/ledger.ts'
import { canBeCredited, type FoundAccount } from '#server/identity/identity.ts'
import { notify } from '#server/core/news.ts'
import { approvable, recordStaff, type Decision } from '#server/staff/staff.ts'
import { writeToHolder } from '#server/accounts/holderLog.ts'
import { recoverable } from '#server/accounts/freezing/queries.ts'
import { insertAdjustment } from '#server/accounts/queries.ts'
import { accountAtDesk } from '../viewing/showAccount.ts'
import { clawBackCommission, feeText, feeToReturn } from './returnFee.ts'

const Payload = z.object({
  accountId: z.string(),
  cause: z.enum(Object.keys(adjustCauses) as [AdjustCause, ...AdjustCause[]]),
  amountCents: z.int().positive(),
  fileId: z.string(),
  feeTransferId: z.string().optional(),
  feeCode: z.string().optional(),
})
type Payload = z.infer<typeof Payload>

/** The wallet of a closing or closed account is empty: it can only be credited, for example a returned fee, and pays that out (2410). */
async function adjustable({ accountId, cause }: Pick<Payload, 'accountId' | 'cause'>): Promise<FoundAccount> {
  const account = await accountAtDesk(accountId)
  const into = adjustCauses[cause].direction === 'IN'
  if (into ? !canBeCredited(account) : account.status !== 'ACTIVE') throw refuse('conflict')
  return account
}

/** One person requests, another approves; above $1,000 two others do (docs/reference/permissions.md#two-person-rules). */
export const adjustmentApproval = approvable('account.adjust', {
  payload: Payload,
  shows: async (tx, payload) => {
    const { accountId, cause, amountCents, fileId } = payload
    const { user_no, status } = await adjustable(payload)
    const fee = await feeToReturn(tx, payload)
    await checkRecovery(tx, payload)
    const leaving = status !== 'ACTIVE'
    const { available } = await balanceOf(tx, leaving ? tenant('2410', accountId) : wallet(accountId))
    const { direction } = adjustCauses[cause]
    return {
      target: user_no,
      accountId,
      amountCents,
      onlyOne: accountId,
      attachments: [fileId],
      lines: [
        { label: { cn: '事由', en: 'Type' }, before: null, after: adjustCauses[cause] },
        ...(fee
          ? [
              {
                label: { cn: '返还的手续费', en: 'Fee returned' },
                before: null,
                after: {
                  cn: `${feeText(fee, 'cn')} ${show(fee.charged)}`,
                  en: `${feeText(fee, 'en')} ${show(fee.charged)}`,
                },
              },
            ]
          : []),
        {
          label: { cn: '调账金额', en: 'Amount' },
          before: null,
          after: `${direction === 'IN' ? '+' : '−'}${show(amountCents)}`,
        },
        {
          label: leaving
            ? { cn: '注销待退金额', en: 'Payable after closing' }
            : { cn: '钱包可用余额', en: 'Available in the wallet' },
          before: show(available),
          after: show(direction === 'IN' ? available + amountCents : available - amountCents),
        },
      ],
    }
  },
  apply: async (tx, payload, decision) => {
    const { user_no } = await adjustable(payload)
    await adjust(tx, payload, user_no, decision)
  },
})

async function adjust(
  tx: Tx,
  payload: Payload,
  userNo: string,
  { approvalId, maker, checker, reason }: Decision,
): Promise<void> {
  const { accountId, cause, amountCents } = payload
  const { direction, against, ...words } = adjustCauses[cause]
  const adjustNo = newId('adj')
  const purse = wallet(accountId)
  const into = direction === 'IN'
  // Two returns of one fee run one after the other, so the second sees what is left.
  await lockAccounts(tx, [purse])
  await checkRecovery(tx, payload)
  const fee = await feeToReturn(tx, payload)
  const counter = fee ? platform(fee.code as '4010', fee.owner) : platform(against === 'FEE' ? '5070' : against)
  const { transferId } = await fromPurse(
    post(tx, {
      kind: into ? 'ADJUST_IN' : 'ADJUST_OUT',
      accountId,
      biz: { type: 'adjustment', id: adjustNo },
      actor: checker.staffId,
      lines: into
        ? [debit(counter, amountCents), credit(purse, amountCents)]
        : [debit(purse, amountCents), credit(counter, amountCents)],
      meta: { bizNo: adjustNo, remark: reason },
    }),
  )
  const [maker_id, checker_id] = [maker.staffId, checker.staffId]
  await insertAdjustment(tx, {
    adjust_no: adjustNo,
    account_id: accountId,
    cause,
    direction,
    amount_cents: amountCents,
    reason,
    maker_id,
    checker_id,
    approval_id: approvalId,
    transfer_id: transferId,
    fee_transfer_id: fee?.transferId ?? null,
    fee_code: fee?.code ?? null,
  })
  if (fee) await clawBackCommission(tx, accountId, fee, amountCents, adjustNo)
  const amount = `${into ? '+' : '−'}${show(amountCents)}`
  const done = { cn: `钱包调账 ${words.cn} ${amount}`, en: `Wallet adjusted, ${words.en} ${amount}` }
  const content = { cn: `${done.cn}，原因：${reason}`, en: `${done.en}. Reason: ${reason}` }
  await writeToHolder(tx, maker, accountId, { target: adjustNo, content, amount: amountCents })
  await notify(tx, { accountId }, 'wallet_adjusted', {
    cause_cn: words.cn,
    cause_en: words.en,
    amount,
    adjustNo,
    reason,
  })
  if (into) await later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })
  const after = { adjustNo, cause, transferId, maker: maker_id }
  await recordStaff(tx, checker, { action: 'MONEY', target: userNo, accountId, reason, content: done, after })
}

/** No more is recovered than was written off. */
async function checkRecovery(tx: Tx, { accountId, cause, amountCents }: Payload): Promise<void> {
  if (cause !== 'RECOVERY') return
  const maxCents = await recoverable(tx, accountId)
  if (amountCents > maxCents) throw refuse('amount_above_max', { field: 'amount', maxCents })
}

/** An adjustment never takes more than the available balance. */
async function fromPurse<T>(moving: Promise<T>): Promise<T> {
  try {
    return await moving
  } catch (error) {
    if (error instanceof NotEnough) throw refuse('insufficient_wallet', { shortCents: error.short })
    throw error
  }
}

export const askAdjustment: Answer<typeof contract.askAdjustment> = async (
  staff,
  { accountId, cause, amount, fileId, feeTransferId, feeCode, reason },
  tx,
) => {
  await adjustable({ accountId, cause })
  const { available } = await balanceOf(tx, wallet(accountId))
  if (adjustCauses[cause].direction === 'OUT' && amount > available)
    throw refuse('insufficient_wallet', { shortCents: amount - available })
  const payload = { accountId, cause, amountCents: amount, fileId, feeTransferId, feeCode }
  return { approvalId: await adjustmentApproval.propose(tx, staff, payload, reason) }
}
