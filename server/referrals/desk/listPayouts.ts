import type * as contract from '#contract/referrals/desk.ts'
import { withdrawalStatuses } from '#contract/referrals/referrals.ts'
import { plain } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { showMicros } from '#server/funding/funding.ts'
import { recordView, recordViews } from '#server/accounts/accounts.ts'
import { accountsOfIds, holderOf } from '#server/identity/identity.ts'
import { approvalWaitingFor, reveal } from '#server/staff/staff.ts'
import { maskedHolder, unsealCard } from '../payouts/cardSecrets.ts'
import { bankNameOf, stepsOf } from '../lists.ts'
import { countWithdrawals, ownerOfWithdrawal, withdrawalPage, type ShownRow, cardById } from '../payouts/queries.ts'
import { lockPayout } from './payouts.ts'
import { largestEarners } from './queries.ts'
import { ringWords } from './selfReferrals.ts'
import { record } from '#server/audit/audit.ts'

export const listPayouts: Answer<typeof contract.listPayouts> = async ({ from: { lang } }, input) => {
  const filter = { target: 'BANK' as const, status: input.status, open: input.open === '1' }
  const [rows, total] = await Promise.all([withdrawalPage(db, filter, input), countWithdrawals(db, filter)])
  const { pageNo, pageSize } = input
  return {
    data: await shown(rows, lang),
    total,
    pageNo,
    pageSize,
    haveNext: total > pageNo * pageSize,
    summary: undefined,
  }
}

export const showPayout: Answer<typeof contract.showPayout> = async (staff, { withdrawalNo }) => {
  const { lang } = staff.from
  const accountId = await ownerOfWithdrawal(db, withdrawalNo)
  if (accountId === undefined) throw refuse('not_found')
  const [row] = (await withdrawalPage(db, { accountId, withdrawalNo }, { pageNo: 1, pageSize: 1 })) as [ShownRow]
  const [card, invited, approvalId, [payout]] = await Promise.all([
    cardById(db, accountId, row.bank_card_id!),
    largestEarners(db, accountId),
    approvalWaitingFor('rebate.payout', withdrawalNo),
    shown([row], lang),
  ])
  const earners = invited.map(({ invitee }) => invitee)
  const who = new Map((await accountsOfIds(earners)).map((one) => [one.account_id, one]))
  await recordView(staff, payout, 'PAYOUTS')
  await recordViews(staff, [...who.values()].map(holderOf), 'REFERRALS')
  return {
    ...payout!,
    branch: card.branch,
    holder: maskedHolder(unsealCard(card).holder),
    mid: showMicros(row.mid_micros!),
    approvalId,
    steps: stepsOf(row, lang),
    invited: invited.map((one) => ({
      accountId: one.invitee,
      userNo: who.get(one.invitee)!.user_no,
      registerTime: who.get(one.invitee)!.created_at.getTime(),
      base: one.base,
      commission: one.commission,
      ring: one.ring,
      ringText: one.ring && ringWords[one.ring][lang],
    })),
  }
}

async function shown(rows: readonly ShownRow[], lang: Lang) {
  const accounts = await accountsOfIds(rows.map(({ account_id }) => account_id))
  const named = new Map(accounts.map((account) => [account.account_id, account]))
  return rows.map((row) => ({
    withdrawalNo: row.withdrawal_no,
    accountId: row.account_id,
    userNo: named.get(row.account_id)!.user_no,
    nickname: named.get(row.account_id)!.nickname,
    createTime: row.created_at.getTime(),
    amount: row.amount_cents,
    fee: row.fee_cents,
    receive: row.receive_cents,
    receiveUnit: row.receive_unit,
    rate: plain(row.rate_fen!),
    bankName: bankNameOf(row, lang) ?? '',
    bankTail: row.tail!,
    status: row.status,
    statusText: withdrawalStatuses[row.status][lang],
    reason: row.reason,
    bank: row.bank,
    bankRef: row.bank_ref,
    payTime: row.paid_at?.getTime() ?? null,
  }))
}

/** The card number in the clear, for making the payment: only of a withdrawal that is to be paid, and recorded in both logs. */
export const revealPayoutCard: Answer<typeof contract.revealPayoutCard> = (staff, { withdrawalNo, reason }) =>
  reveal(staff, 'PAYOUT_CARD', async (tx) => {
    const row = await lockPayout(tx, withdrawalNo)
    if (row.status !== 'APPROVED' && row.status !== 'PAYING') throw refuse('conflict')
    const card = await cardById(tx, row.account_id, row.bank_card_id!)
    const { no, holder, mobile } = unsealCard(card)
    const by = { accountId: row.account_id, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } }
    await record(tx, by, {
      type: 'STAFF',
      target: withdrawalNo,
      content: {
        cn: `查看了尾号 ${card.tail} 的收款卡号，用于打款，原因：${reason}`,
        en: `Viewed the number of the payout card ending in ${card.tail} for payment. Reason: ${reason}`,
      },
    })
    const content = { cn: `查看收款卡号，尾号 ${card.tail}`, en: `Viewed the payout card ending in ${card.tail}` }
    return {
      clear: { cardNo: no, holder, mobile },
      deed: { target: withdrawalNo, accountId: row.account_id, reason, content },
    }
  })
