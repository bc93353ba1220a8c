/** Pays out what a closing account is owed, with two approvers (CLOSURE_PAID). */
import * as z from 'zod'
import type * as contract from '#contract/identity/desk/closing.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import {
  caseById,
  lockCase,
  markEmpty,
  type CaseRow,
  insertPayout,
  payoutsOf,
} from '#server/identity/closing/queries.ts'
import { accountOf } from '#server/identity/people/people.ts'
import { settleDebts } from '#server/identity/people/restriction.ts'
import { newId } from '#server/core/ids.ts'
import { balanceOf, credit, debit, lockAccounts, owedBy, platform, post, tenant } from '#server/ledger/ledger.ts'
import { payoutCardsAtDesk } from '#server/referrals/referrals.ts'
import { seal } from '#server/core/secrets.ts'
import { approvable, recordStaff, type Decision } from '#server/staff/staff.ts'
import { writeToHolder } from '#server/accounts/accounts.ts'
import { linesTo, sourcesOf, sourceText, unitsFor, type Source, payText } from './sources.ts'

const Payload = z.object({
  caseId: z.string(),
  payoutNo: z.string(),
  bankCardId: z.string().optional(),
  transferId: z.string().optional(),
  /** Sealed: an approval shows its payload, and not everyone who sees it may see a bank account. */
  sealed: z.string().optional(),
  payee: z.object({ cn: z.string(), en: z.string() }),
})
type Payload = z.infer<typeof Payload>

/** The payee as of now: a removed card or a returned top-up is refused when the second approver agrees. */
async function payeeOf(tx: Tx, accountId: string, to: Pick<Payload, 'bankCardId' | 'transferId'>) {
  if (to.bankCardId !== undefined) {
    const cards = await payoutCardsAtDesk(tx, accountId, 'cn')
    if (!cards.some(({ bankCardId }) => bankCardId === to.bankCardId))
      throw refuse('not_found', { field: 'bankCardId' })
  }
  if (to.transferId === undefined) return undefined
  const sources = await sourcesOf(tx, accountId, await payoutsOf(tx, accountId))
  const source = sources.find(({ transferId }) => transferId === to.transferId)
  if (!source) throw refuse('not_found', { field: 'transferId' })
  return source
}

/** Deducts what the account owes; a top-up never gets back more than it brought. */
async function dueOf(tx: Tx, accountId: string, payableNow: Cents, source: Source | undefined): Promise<Cents> {
  const due = payableNow - (await owedBy(tx, accountId)).total
  if (due <= 0) throw refuse('conflict')
  return source ? Math.min(due, source.left) : due
}

export const closingPayoutApproval = approvable('closing.payout', {
  payload: Payload,
  shows: async (tx, payload) => {
    const { account_id: accountId } = await caseAt(tx, payload.caseId)
    const { user_no, nickname } = await accountOf(tx, accountId)
    const { posted } = await balanceOf(tx, tenant('2410', accountId))
    const amountCents = await dueOf(tx, accountId, posted, await payeeOf(tx, accountId, payload))
    const line = (cn: string, en: string, after: string | { cn: string; en: string }) => ({
      label: { cn, en },
      before: null,
      after,
    })
    return {
      target: user_no,
      accountId,
      amountCents,
      onlyOne: payload.caseId,
      lines: [
        line('账户', 'Account', `${user_no} ${nickname}`),
        line('待退金额（以复核通过时为准）', 'Payable (amount at approval)', show(posted)),
        line('打款金额', 'Payout', show(amountCents)),
        line('收款方', 'Payee', payload.payee),
      ],
    }
  },
  apply: (tx, payload, decision) => payOut(tx, payload, decision),
})

async function caseAt(tx: Tx, caseId: string): Promise<CaseRow> {
  const found = await caseById(tx, caseId)
  if (!found) throw refuse('not_found')
  return found
}

/** The account's money is locked before its case, as in every credit to 2410. */
async function payOut(tx: Tx, payload: Payload, { approvalId, maker, checker, reason }: Decision): Promise<void> {
  const { caseId, payoutNo, bankCardId, transferId, sealed, payee } = payload
  const { account_id: accountId } = await caseAt(tx, caseId)
  await settleDebts(tx, accountId)
  const due = tenant('2410', accountId)
  const [locked] = await lockAccounts(tx, [due])
  await lockCase(tx, accountId)
  const source = await payeeOf(tx, accountId, payload)
  const amount = await dueOf(tx, accountId, locked!.posted, source)
  const currency = source?.at.currency ?? 'USD'
  const units = await unitsFor(tx, amount, currency)
  const posted = await post(tx, {
    kind: 'CLOSURE_PAID',
    accountId,
    biz: { type: 'closing_payout', id: payoutNo },
    actor: checker.staffId,
    lines: [debit(due, amount), ...(source ? linesTo(source.at, amount, units) : [credit(platform('1020'), amount)])],
    meta: { caseId },
  })
  await insertPayout(tx, {
    payout_no: payoutNo,
    case_id: caseId,
    account_id: accountId,
    target: bankCardId ? 'CARD' : transferId ? 'SOURCE' : 'BANK',
    bank_card_id: bankCardId ?? null,
    payee_sealed: sealed === undefined ? null : Buffer.from(sealed, 'base64'),
    payee_text: payee.cn === payee.en ? payee.cn : `${payee.cn} ${payee.en}`,
    source_transfer_id: transferId ?? null,
    amount_cents: amount,
    pay_units: units,
    pay_currency: currency,
    reason,
    maker_id: maker.staffId,
    checker_id: checker.staffId,
    approval_id: approvalId,
    transfer_id: posted.transferId,
  })
  if (amount === locked!.posted) await markEmpty(tx, accountId)
  const content = {
    cn: `注销退款 ${show(amount)}（${payText(units, currency)}）打款至 ${payee.cn}`,
    en: `Payout of ${show(amount)} (${payText(units, currency)}) to ${payee.en}`,
  }
  await writeToHolder(tx, maker, accountId, { type: 'CLOSE', target: caseId, content, amount })
  const { user_no } = await accountOf(tx, accountId)
  const after = { payoutNo, transferId: posted.transferId, amount, maker: maker.staffId }
  await recordStaff(tx, checker, { action: 'MONEY', target: user_no, accountId, reason, content, after })
}

export const askClosingPayout: Answer<typeof contract.askClosingPayout> = async (
  staff,
  { caseId, bankCardId, transferId, bankName, accountNo, holder, reason },
  tx,
) => {
  const { account_id: accountId } = await caseAt(tx, caseId)
  const payoutNo = newId('cpo')
  const source = await payeeOf(tx, accountId, { bankCardId, transferId })
  const payee = source
    ? sourceText(source)
    : bankCardId
      ? await cardText(tx, accountId, bankCardId)
      : sameWords(`${bankName} ****${accountNo!.slice(-4)}`)
  const sealed = accountNo && seal(payoutNo, JSON.stringify({ no: accountNo, holder })).toString('base64')
  return {
    approvalId: await closingPayoutApproval.propose(
      tx,
      staff,
      { caseId, payoutNo, bankCardId, transferId, sealed, payee },
      reason,
    ),
  }
}

const sameWords = (text: string) => ({ cn: text, en: text })
async function cardText(tx: Tx, accountId: string, bankCardId: string) {
  const [cn, en] = [await payoutCardsAtDesk(tx, accountId, 'cn'), await payoutCardsAtDesk(tx, accountId, 'en')].map(
    (cards) => cards.find((card) => card.bankCardId === bankCardId)!,
  )
  return { cn: `${cn!.bankName} ****${cn!.tail}`, en: `${en!.bankName} ****${en!.tail}` }
}
