/** Inviting: who invited whom, what they have in common, and an account's verified name. */
import type { Cents } from '#contract/core/money.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { unseal } from '#server/core/secrets.ts'
import { nowMs } from '#server/core/clock.ts'
import { later } from '#server/core/jobs.ts'
import { masked, unsealMobile } from '../logins/mobiles.ts'
import type { Papers } from '../verification/submitIdentity.ts'
import { countInvited, invitedPage, passedOrder, shareDevice, type InvitedRow, inviterOf } from './queries.ts'

export { inviterOf } from './queries.ts'

async function papersBehind(on: Tx | Database, accountId: string): Promise<Papers | undefined> {
  const order = await passedOrder(on, accountId)
  if (!order || !order.payload_enc.length) return undefined
  return JSON.parse(unseal(order.order_no, order.payload_enc)) as Papers
}

/** The person's or the company's name. */
export async function verifiedName(on: Tx | Database, accountId: string): Promise<string | undefined> {
  const papers = await papersBehind(on, accountId)
  return papers && (papers.company?.name ?? papers.realName)
}

/** Detects, as far as visible, whether the inviter and the invited account are the same person. */
export async function selfReferralBetween(
  on: Tx | Database,
  inviter: string,
  invitee: string,
): Promise<'IDENTITY' | 'DEVICE' | undefined> {
  const [mine, theirs] = [await papersBehind(on, inviter), await papersBehind(on, invitee)]
  if (mine && theirs && plainNo(mine.idNo) === plainNo(theirs.idNo)) return 'IDENTITY'
  return (await shareDevice(on, inviter, invitee)) ? 'DEVICE' : undefined
}
const plainNo = (idNo: string): string => idNo.replace(/\W/g, '').toUpperCase()

export type Invited = {
  accountId: string
  userNo: string
  nickname: string
  /** Masked. */
  mobile: string
  createdAt: Date
}
const shown = (row: InvitedRow): Invited => ({
  accountId: row.account_id,
  userNo: row.user_no,
  nickname: row.nickname,
  mobile: masked(unsealMobile(row.login_id, row.mobile_enc)),
  createdAt: row.created_at,
})

export async function invitedOf(
  on: Tx | Database,
  inviter: string,
  filter: Parameters<typeof invitedPage>[2],
  page: { pageNo: number; pageSize: number },
): Promise<{ rows: Invited[]; total: number }> {
  const rows = await invitedPage(on, inviter, filter, page)
  return { rows: rows.map(shown), total: await countInvited(on, inviter, filter) }
}

/** A paid fee, identified by the order it was paid with. `base`: the amount received, less coupons. */
type FeePaid = { readonly type: 'OPEN' | 'LOAD' | 'PLAN'; readonly id: string; readonly base: Cents }

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'referrals.accrue': { accountId: string; fees: FeePaid[]; atMs: number }
    'referrals.feeReturned': { accountId: string; fee: FeePaid; ref: string }
  }
}

/**
 * Reports paid fees in the transaction that charged them: the account's inviter earns commission on them. The inviter's money belongs to another tenant, so a
 * job moves it, and the job exists only if the fee does.
 */
export async function feesPaid(tx: Tx, accountId: string, fees: readonly FeePaid[]): Promise<void> {
  const earning = fees.filter(({ base }) => base > 0)
  if (!earning.length || !(await inviterOf(tx, accountId))) return
  await later(tx, 'referrals.accrue', { accountId, fees: earning, atMs: nowMs() }, { queue: queueOf(accountId) })
}

/** Reports a returned fee, all of it or `base` of it. `ref` distinguishes two returns of one fee. */
export async function feeReturned(tx: Tx, accountId: string, fee: FeePaid, ref: string): Promise<void> {
  if (await inviterOf(tx, accountId))
    await later(tx, 'referrals.feeReturned', { accountId, fee, ref }, { queue: queueOf(accountId) })
}

/** One queue, so that a return is processed after the commission was earned. */
const queueOf = (accountId: string): string => `referrals ${accountId}`
