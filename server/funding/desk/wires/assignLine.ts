import * as z from 'zod'
import type * as contract from '#contract/funding/desk/wires.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { accountOf, accountsOfNo, canBeCredited } from '#server/identity/identity.ts'
import { lockAccounts, post, wallet, credit, debit, PLATFORM, platform } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { approvable } from '#server/staff/staff.ts'
import { feeOfWire, wireTerms } from '#server/funding/forecasts/banks.ts'
import { creditOf } from './creditForecast.ts'
import { limitFor, limitLine } from '#server/funding/orders/limits.ts'
import { lineById, lockLine, setLine } from './queries.ts'
import { maskedPayer, maskedAccount } from '#server/funding/forecasts/sealedPayer.ts'
import { claimLine, releaseLine, bizOf, WIRE } from './suspense.ts'

const Payload = z.object({
  lineId: z.string(),
  accountId: z.string(),
  receivedCents: z.int(),
  feeCents: z.int(),
  creditCents: z.int(),
})

/** A payment without a forecast, whose account the maker has found; a second person credits it. */
export const assignLine: Answer<typeof contract.assignLine> = async (staff, { lineId, userNo, reason }, tx) => {
  const [account] = await accountsOfNo(userNo)
  if (!account) throw refuse('not_found', { field: 'userNo' })
  if (!canBeCredited(account)) throw refuse('conflict', { field: 'userNo' })
  const line = await claimLine(tx, lineId, account.account_id)
  const received = line.amount_cents
  const fee = feeOfWire(received, await wireTerms(tx))
  const payload = {
    lineId,
    accountId: account.account_id,
    receivedCents: received,
    feeCents: fee,
    creditCents: received - fee,
  }
  return { approvalId: await wireAssignApproval.propose(tx, staff, payload, reason) }
}

export const wireAssignApproval = approvable('wire.assign', {
  payload: Payload,
  async shows(tx, { lineId, accountId, receivedCents, creditCents }) {
    const line = (await lineById(tx, lineId))!
    const account = await accountOf(tx, accountId)
    return {
      target: line.bank_ref,
      accountId,
      amountCents: creditCents,
      onlyOne: lineId,
      lines: [
        { label: { cn: '账户', en: 'Account' }, before: null, after: `${account.user_no} ${account.nickname}` },
        { label: { cn: '付款人', en: 'Payer' }, before: null, after: maskedPayer(line.payer) },
        { label: { cn: '到账', en: 'Received' }, before: null, after: show(receivedCents) },
        { label: { cn: '入账金额', en: 'Credited' }, before: null, after: show(creditCents) },
        limitLine(await limitFor(tx, accountId, receivedCents)),
      ],
    }
  },
  apply: (tx, payload) => creditLine(tx, payload),
  dropped: (tx, { lineId }) => releaseLine(tx, lineId),
})

async function creditLine(tx: Tx, { lineId, accountId, ...amounts }: z.infer<typeof Payload>): Promise<void> {
  await lockAccounts(tx, [wallet(accountId)])
  const line = (await lockLine(tx, lineId))!
  if (line.state !== 'MATCHED' || !canBeCredited(await accountOf(tx, accountId))) throw refuse('conflict')
  const { transferId } = await post(tx, { ...creditOf(line, accountId, amounts), meta: { bizNo: line.bank_ref } })
  await setLine(tx, lineId, { state: 'CREDITED', transferId, accountId })
  const amount = show(amounts.creditCents)
  await record(tx, system(accountId), {
    type: 'TOPUP',
    target: line.bank_ref,
    content: { cn: `待确认电汇入账 ${amount}`, en: `Wire matched, ${amount} credited` },
    after: { fee: amounts.feeCents },
    amount: amounts.creditCents,
  })
  await notify(tx, { accountId }, 'topup_credited', { amount: { cents: amounts.creditCents }, orderNo: line.bank_ref })
  await later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })
}

/** No account of ours is owed it: the maker requests its return to the sender in full, and a second person approves. */
export const returnLine: Answer<typeof contract.returnLine> = async (staff, { lineId, reason }, tx) => {
  const { amount_cents } = await claimLine(tx, lineId, null)
  return { approvalId: await wireReturnApproval.propose(tx, staff, { lineId, amountCents: amount_cents }, reason) }
}

export const wireReturnApproval = approvable('wire.return', {
  payload: z.object({ lineId: z.string(), amountCents: z.int() }),
  async shows(tx, { lineId, amountCents }) {
    const line = (await lineById(tx, lineId))!
    return {
      target: line.bank_ref,
      amountCents,
      onlyOne: lineId,
      lines: [
        {
          label: { cn: '退回给', en: 'Return to' },
          before: null,
          after: `${maskedPayer(line.payer)} ${maskedAccount(line.payer_account)}`.trim(),
        },
        { label: { cn: '金额', en: 'Amount' }, before: null, after: show(amountCents) },
      ],
    }
  },
  async apply(tx, { lineId, amountCents }) {
    const line = (await lockLine(tx, lineId))!
    if (line.state !== 'MATCHED') throw refuse('conflict')
    const { transferId } = await post(tx, {
      kind: 'SUSPENSE_RETURNED',
      accountId: PLATFORM,
      biz: bizOf(line),
      lines: [debit(platform('2030', WIRE), amountCents), credit(platform('1020', line.bank_id), amountCents)],
    })
    await setLine(tx, lineId, { state: 'RETURNED', transferId })
  },
  dropped: (tx, { lineId }) => releaseLine(tx, lineId),
})
