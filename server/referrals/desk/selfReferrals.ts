import * as z from 'zod'
import type * as contract from '#contract/referrals/desk.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Words } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountOf, inviterOf } from '#server/identity/identity.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { userNosOf } from '../lists.ts'
import { takeBackAll } from '../commission/clawBack.ts'
import { insertSelfReferral, type RingWhy } from '../commission/queries.ts'
import { earnedByInvitee, selfReferralsFound } from './queries.ts'

export const ringWords = {
  IDENTITY: { cn: '同一证件', en: 'Same document' },
  DEVICE: { cn: '同一设备', en: 'Same device' },
  PAYOUT_CARD: { cn: '同一收款卡', en: 'Same payout card' },
  STAFF: { cn: '人工认定', en: 'Identified by staff' },
} as const satisfies Record<RingWhy, Words>

export const listSelfReferrals: Answer<typeof contract.listSelfReferrals> = async ({ from: { lang } }) => {
  const rings = await selfReferralsFound(db)
  const numbers = await userNosOf(rings.flatMap((ring) => [ring.account_id, ring.invitee_account_id]))
  const list = rings.map((row) => ({
    accountId: row.account_id,
    userNo: numbers.get(row.account_id) ?? '',
    inviteeAccountId: row.invitee_account_id,
    inviteeUserNo: numbers.get(row.invitee_account_id) ?? '',
    why: row.why,
    whyText: ringWords[row.why][lang],
    foundTime: row.created_at.getTime(),
    commission: row.commission,
  }))
  return { list }
}

/** Claws back everything that an invited account has earned its inviter, and ends its commission. */
export const clawBackApproval = approvable('rebate.clawBack', {
  payload: z.object({ accountId: z.string(), inviteeAccountId: z.string() }),
  shows: async (tx, { accountId, inviteeAccountId }) => {
    const [inviter, invitee] = [await accountOf(tx, accountId), await accountOf(tx, inviteeAccountId)]
    const { sum } = await earnedByInvitee(tx, accountId, inviteeAccountId)
    const said = (cn: string, en: string, after: string) => ({ label: { cn, en }, before: null, after })
    return {
      target: invitee.user_no,
      accountId,
      amountCents: sum,
      onlyOne: inviteeAccountId,
      lines: [
        said('邀请人', 'Inviter', inviter.user_no),
        said('被邀请人', 'Invited account', invitee.user_no),
        said('扣回佣金', 'Commission to reverse', show(sum)),
      ],
    }
  },
  apply: async (tx, { accountId, inviteeAccountId }, { approvalId, checker, reason }) => {
    const sum = await takeBackAll(tx, accountId, inviteeAccountId, approvalId)
    await insertSelfReferral(tx, accountId, inviteeAccountId, 'STAFF')
    await recordStaff(tx, checker, {
      action: 'MONEY',
      target: (await accountOf(tx, inviteeAccountId)).user_no,
      accountId,
      reason,
      content: { cn: `扣回返佣 ${show(sum)}`, en: `Commission of ${show(sum)} reversed` },
    })
  },
})

export const clawBack: Answer<typeof contract.clawBack> = async (staff, { inviteeAccountId, reason }, tx) => {
  const accountId = await inviterOf(tx, inviteeAccountId)
  if (accountId === undefined) throw refuse('not_found')
  return { approvalId: await clawBackApproval.propose(tx, staff, { accountId, inviteeAccountId }, reason) }
}
