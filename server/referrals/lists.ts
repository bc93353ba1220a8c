import {
  commissionStates,
  commissionTypes,
  feeKinds,
  inviteeStates,
  payoutTargets,
  withdrawalStatuses,
  banks,
} from '#contract/referrals/referrals.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import type { BankCode, InviteeState } from '#contract/referrals/referrals.ts'
import { plain } from '#contract/core/money.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Answer } from '../core/answer.ts'
import { cardCounts } from '../cards/cards.ts'
import { nowMs } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { accountsOfIds, invitedOf } from '../identity/identity.ts'
import { endsAt } from './commission/terms.ts'
import { countWithdrawals, withdrawalPage, type ShownRow } from './payouts/queries.ts'
import { countFlows, earnedFrom, excludedOf, flowPage } from './commission/queries.ts'

const pageOf = <R>(data: R[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  data,
  total,
  pageNo,
  pageSize,
  haveNext: total > pageNo * pageSize,
  summary: undefined,
})

/** The last four digits are enough to tell accounts apart, and too few to sign in or to be found by. */
const maskedUserNo = (userNo: string): string => `****${userNo.slice(-4)}`

export const listInvited: Answer<typeof contract.listInvited> = async ({ accountId, from: { lang } }, input) => {
  const filter = {
    userNo: input.keyword?.replace(/\D/g, '').slice(-4) || undefined,
    from: input.startTime === undefined ? undefined : new Date(input.startTime),
    until: input.endTime === undefined ? undefined : new Date(input.endTime),
  }
  const { rows, total } = await invitedOf(db, accountId, filter, input)
  const ids = rows.map((row) => row.accountId)
  const [earned, excluded, cards] = await Promise.all([
    earnedFrom(db, accountId, ids),
    excludedOf(db, accountId, ids),
    cardCounts(db, ids),
  ])
  const sums = new Map(earned.map((row) => [row.invitee, row]))
  const out = new Set(excluded.map(({ invitee }) => invitee))
  return pageOf(
    rows.map((row) => {
      const end = endsAt(row.createdAt).getTime()
      const status: InviteeState = out.has(row.accountId) ? 'EXCLUDED' : end <= nowMs() ? 'ENDED' : 'EARNING'
      return {
        // A masked number is not unique enough as a key for a list.
        id: `${row.createdAt.getTime()}-${row.userNo.slice(-4)}`,
        userNo: maskedUserNo(row.userNo),
        mobile: row.mobile,
        registerTime: row.createdAt.getTime(),
        endTime: end,
        status,
        statusText: inviteeStates[status][lang],
        cards: cards.get(row.accountId) ?? 0,
        contributed: sums.get(row.accountId)?.base ?? 0,
        rebate: sums.get(row.accountId)?.rebate ?? 0,
      }
    }),
    total,
    input,
  )
}

export const userNosOf = async (accountIds: readonly string[]): Promise<Map<string, string>> =>
  new Map((await accountsOfIds([...new Set(accountIds)])).map(({ account_id, user_no }) => [account_id, user_no]))

export const listCommission: Answer<typeof contract.listCommission> = async ({ accountId, from: { lang } }, input) => {
  const [rows, total] = await Promise.all([flowPage(db, accountId, input, input), countFlows(db, accountId, input)])
  const numbers = await userNosOf(rows.flatMap(({ invitee_account_id: id }) => id ?? []))
  return pageOf(
    rows.map((row) => ({
      id: row.flow_id,
      time: row.created_at.getTime(),
      type: row.type,
      typeText: commissionTypes[row.type][lang],
      fromUser: row.invitee_account_id && maskedUserNo(numbers.get(row.invitee_account_id) ?? ''),
      bizType: row.biz_type,
      bizText: row.biz_type && feeKinds[row.biz_type][lang],
      withdrawalNo: row.withdrawal_no,
      base: row.base_cents,
      rateBps: row.rate_bps,
      amount: row.amount_cents,
      balanceAfter: row.available_after,
      pendingAfter: row.pending_after,
      matureTime: row.mature_at?.getTime() ?? null,
      status: row.state,
      statusText: row.state && commissionStates[row.state][lang],
    })),
    total,
    input,
  )
}

export const listWithdrawals: Answer<typeof contract.listWithdrawals> = async (
  { accountId, from: { lang } },
  input,
) => {
  const filter = { accountId, status: input.status, target: input.target }
  const [rows, total] = await Promise.all([withdrawalPage(db, filter, input), countWithdrawals(db, filter)])
  return pageOf(
    rows.map((row) => ({
      withdrawalNo: row.withdrawal_no,
      createTime: row.created_at.getTime(),
      target: row.target,
      targetText: payoutTargets[row.target][lang],
      amount: row.amount_cents,
      fee: row.fee_cents,
      receive: row.receive_cents,
      receiveUnit: row.receive_unit,
      rate: row.rate_fen === null ? null : plain(row.rate_fen),
      bankName: bankNameOf(row, lang),
      bankTail: row.tail,
      status: row.status,
      statusText: withdrawalStatuses[row.status][lang],
      reason: row.reason,
      payTime: row.paid_at?.getTime() ?? null,
      steps: stepsOf(row, lang),
    })),
    total,
    input,
  )
}

export const bankNameOf = ({ bank_name }: Pick<ShownRow, 'bank_name'>, lang: Lang): string | null => {
  const known = (Object.keys(banks) as BankCode[]).find((code) => banks[code].cn === bank_name)
  return known ? banks[known][lang] : bank_name
}
export const stepsOf = ({ steps }: Pick<ShownRow, 'steps'>, lang: Lang) =>
  steps.map(({ status, at }) => ({
    status,
    statusText: withdrawalStatuses[status][lang],
    time: new Date(at).getTime(),
  }))
