import * as z from 'zod'
import { FORFEIT_AFTER_DAYS } from '#contract/accounts/funds.ts'
import type * as contract from '#contract/accounts/funds.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { accountOf, settleDebts } from '#server/identity/identity.ts'
import {
  balanceOf,
  credit,
  debit,
  heldMoneyOf,
  lockAllMoney,
  owedBy,
  platform,
  post,
  tenant,
  wallet,
} from '#server/ledger/ledger.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { lastSettledAt } from '#server/trades/trades.ts'
import { insertDecision, insertMove, type FreezeRow } from '#server/accounts/freezing/queries.ts'
import { writeToHolder } from '#server/accounts/holderLog.ts'
import { accountAtDesk } from '../viewing/showAccount.ts'
import { freezeOf } from './releaseFunds.ts'

/**
 * When frozen funds can be forfeited: a merchant may still collect or dispute until then. Counted from the last settlement, and never from before the freeze, so that
 * the holder has as long to answer.
 */
export async function forfeitTerms(on: Tx | Database, { account_id: accountId, created_at }: FreezeRow) {
  const [settledAt, held] = [await lastSettledAt(on, accountId), await heldMoneyOf(on, accountId)]
  const fromMs = Math.max(settledAt?.getTime() ?? 0, created_at.getTime()) + FORFEIT_AFTER_DAYS * DAY
  return { settledAt, held, fromMs, isDue: held === 0 && nowMs() >= fromMs }
}

async function dueFreeze(tx: Tx, accountId: string): Promise<FreezeRow> {
  const freeze = await freezeOf(tx, accountId)
  const { isDue, fromMs } = await forfeitTerms(tx, freeze)
  if (!isDue) throw refuse('too_early_to_forfeit', { fromMs })
  return freeze
}

/**
 * Forfeits what is frozen, by two approvers beside the maker. What the account owes is taken from it first. The freeze goes on: what arrives later is frozen, and can
 * be released or forfeited in its turn.
 */
export const forfeitApproval = approvable('funds.forfeit', {
  payload: z.object({ accountId: z.string(), legalNote: z.string() }),
  shows: async (tx, { accountId, legalNote }) => {
    const freeze = await dueFreeze(tx, accountId)
    const { user_no, nickname } = await accountOf(tx, accountId)
    const { posted } = await balanceOf(tx, tenant('2420', accountId))
    if (posted <= 0) throw refuse('conflict')
    const debt = Math.min(posted, (await owedBy(tx, accountId)).total)
    const line = (cn: string, en: string, after: string) => ({ label: { cn, en }, before: null, after })
    return {
      target: user_no,
      accountId,
      amountCents: posted,
      onlyOne: accountId,
      lines: [
        line('账户', 'Account', `${user_no} ${nickname}`),
        line('冻结依据', 'Legal reference of the freeze', freeze.legal_ref),
        line('没收的法律说明', 'Legal note', legalNote),
        line('冻结资金（以复核通过时为准）', 'Frozen funds (at approval)', show(posted)),
        line('先抵扣欠款', 'Applied to debt first', show(debt)),
        line('没收金额', 'Forfeited', show(posted - debt)),
      ],
    }
  },
  apply: async (tx, { accountId, legalNote }, { approvalId, maker, checker, reason }) => {
    const { frozen } = await lockAllMoney(tx, accountId)
    const freeze = await dueFreeze(tx, accountId)
    const amount = frozen.posted
    if (amount <= 0) throw refuse('conflict')
    const debt = Math.min(amount, (await owedBy(tx, accountId)).total)
    const biz = { type: 'funds_freeze', id: freeze.freeze_id }
    const meta: FlowMeta = { bizNo: freeze.freeze_id }
    const out = { accountId, biz, leg: approvalId, meta }
    if (debt > 0) {
      // What the account owes is not frozen again as it arrives in the wallet: debts are paid from there.
      const lines = [debit(frozen.ref, debt), credit(wallet(accountId), debt)]
      const { transferId } = await post(tx, { kind: 'UNFREEZE_FUNDS', ...out, lines })
      await insertMove(tx, freeze, { transferId, kind: 'DEBT', amount: debt })
      await settleDebts(tx, accountId)
    }
    if (amount > debt) {
      const lines = [debit(frozen.ref, amount - debt), credit(platform('4900'), amount - debt)]
      const { transferId } = await post(tx, { kind: 'FUNDS_FORFEITED', ...out, actor: checker.staffId, lines })
      await insertMove(tx, freeze, { transferId, kind: 'FORFEITED', amount: amount - debt })
    }
    await insertDecision(tx, {
      approval_id: approvalId,
      account_id: accountId,
      freeze_id: freeze.freeze_id,
      kind: 'FORFEITED',
      amount_cents: amount,
      debt_cents: debt,
      reason,
      legal_note: legalNote,
      maker_id: maker.staffId,
      checker_id: checker.staffId,
    })
    const content = {
      cn: `没收冻结资金 ${show(amount - debt)}${debt ? `，抵扣欠款 ${show(debt)}` : ''}`,
      en: `Forfeited frozen funds, ${show(amount - debt)}${debt ? `, after ${show(debt)} for debt` : ''}`,
    }
    await writeToHolder(tx, maker, accountId, { type: 'FUNDS', target: freeze.freeze_id, content, amount })
    await notify(tx, { accountId }, 'funds_forfeited', { amount: show(amount - debt) })
    const { user_no } = await accountOf(tx, accountId)
    const after = { freezeId: freeze.freeze_id, amount, debt, legalNote, maker: maker.staffId }
    await recordStaff(tx, checker, { action: 'MONEY', target: user_no, accountId, reason, content, after })
  },
})

export const forfeitFunds: Answer<typeof contract.forfeitFunds> = async (
  staff,
  { accountId, legalNote, reason },
  tx,
) => {
  await accountAtDesk(accountId)
  return { approvalId: await forfeitApproval.propose(tx, staff, { accountId, legalNote }, reason) }
}
