import { closingPayoutStates } from '#contract/identity/closing.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import type * as contract from '#contract/identity/desk/closing.ts'
import { kindRule } from '#contract/ledger/ledger.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { caseById, casePage, countCases, type CaseRow, payoutsOf } from '#server/identity/closing/queries.ts'
import { accountsOfIds, holderOf } from '#server/identity/people/findAccounts.ts'
import { balancesOf, owedBy, tenant, wallet } from '#server/ledger/ledger.ts'
import { payoutCardsAtDesk } from '#server/referrals/referrals.ts'
import { approvalWaitingFor, staffNames } from '#server/staff/staff.ts'
import { accountStateText, recordView } from '#server/accounts/accounts.ts'
import { sourcesOf, payText } from './sources.ts'

export const listLeaving: Answer<typeof contract.listLeaving> = async (
  { from: { lang } },
  { show: filter, pageNo, pageSize },
) => {
  const [cases, total] = await Promise.all([casePage(db, filter, { pageNo, pageSize }), countCases(db, filter)])
  const data = await rowsOf(cases, lang)
  return { data, total, pageNo, pageSize, haveNext: total > pageNo * pageSize, summary: undefined }
}

async function rowsOf(cases: readonly (CaseRow & { sent: boolean })[], lang: Lang) {
  const accounts = new Map(
    (await accountsOfIds(cases.map(({ account_id }) => account_id))).map((one) => [one.account_id, one]),
  )
  const payables = await balancesOf(
    db,
    cases.map(({ account_id }) => tenant('2410', account_id)),
  )
  return cases.map((found, at) => {
    const account = accounts.get(found.account_id)!
    return {
      caseId: found.case_id,
      accountId: found.account_id,
      userNo: account.user_no,
      nickname: account.nickname,
      accountStatus: account.status,
      accountStatusText: accountStateText(account.status, lang),
      waiting: payables[at]!.posted,
      waitingSince: found.waiting_since?.getTime() ?? null,
      sent: flag(found.sent),
      createTime: found.created_at.getTime(),
    }
  })
}

export const showLeaving: Answer<typeof contract.showLeaving> = async (staff, { caseId }) => {
  const { lang } = staff.from
  const found = await caseById(db, caseId)
  if (!found) throw refuse('not_found')
  const accountId = found.account_id
  const [account] = await accountsOfIds([accountId])
  await recordView(staff, holderOf(account!), 'CLOSING')
  const [payouts, owed, approvalId, cards, [purse]] = await Promise.all([
    payoutsOf(db, accountId),
    owedBy(db, accountId),
    approvalWaitingFor('closing.payout', caseId),
    payoutCardsAtDesk(db, accountId, lang),
    balancesOf(db, [wallet(accountId)]),
  ])
  const sent = payouts.some(({ state }) => state === 'SENT')
  const [[row], sources, names] = await Promise.all([
    rowsOf([{ ...found, sent }], lang),
    sourcesOf(db, accountId, payouts),
    staffNames(
      db,
      payouts.flatMap(({ maker_id, checker_id }) => [maker_id, checker_id]),
    ),
  ])
  const chosen = ({ bankCardId }: { bankCardId: string }) => flag(bankCardId === found.bank_card_id)
  const left = purse!.posted + row!.waiting
  return {
    ...row!,
    reason: found.reason,
    firstAmount: found.amount_cents,
    owed: owed.total,
    cards: cards
      .map(({ bankCardId, bankName, cardNo, holder }) => ({
        bankCardId,
        bankName,
        cardNo,
        holder,
        chosen: chosen({ bankCardId }),
      }))
      .toSorted((a, b) => b.chosen - a.chosen),
    sources: sources.map(({ transferId, kind, bizNo, postedAt, credited, left: rest, at }) => ({
      transferId,
      typeText: kindRule(kind)[lang],
      bizNo,
      time: postedAt.getTime(),
      credited,
      left: rest,
      currency: at.currency,
    })),
    payouts: payouts.map((payout) => ({
      payoutNo: payout.payout_no,
      amount: payout.amount_cents,
      pay: payText(payout.pay_units, payout.pay_currency),
      target: payout.target,
      payee: payout.payee_text,
      state: payout.state,
      stateText: closingPayoutStates[payout.state][lang],
      reference: payout.reference,
      reason: payout.reason,
      maker: names.get(payout.maker_id) ?? '–',
      checker: names.get(payout.checker_id) ?? '–',
      approvalId: payout.approval_id,
      createTime: payout.created_at.getTime(),
      settleTime: payout.settled_at?.getTime() ?? null,
    })),
    approvalId,
    mayFinish: flag(found.status === 'CLOSING' && !sent && left === 0 && owed.total === 0),
  }
}
