/** Inviting: who brought whom, what they have in common, and the name that an account is verified by. */
import type { Database, Tx } from '#server/core/db.ts'
import { unseal } from '#server/core/secrets.ts'
import { masked, unsealMobile } from '../mobiles.ts'
import type { Papers } from '../verification/submitIdentity.ts'
import { countInvited, invitedPage, passedOrder, shareDevice, type InvitedRow } from './invitingQueries.ts'

export { feeReturned, feesPaid } from './fees.ts'
export { inviterOf } from './invitingQueries.ts'

async function papersBehind(on: Tx | Database, accountId: string): Promise<Papers | undefined> {
  const order = await passedOrder(on, accountId)
  if (!order || !order.payload_enc.length) return undefined
  return JSON.parse(unseal(order.order_no, order.payload_enc)) as Papers
}

/** The person's name, or the company's. */
export async function verifiedName(on: Tx | Database, accountId: string): Promise<string | undefined> {
  const papers = await papersBehind(on, accountId)
  return papers && (papers.company?.name ?? papers.realName)
}

/** Is the account that invited the same person as the one invited, as far as anybody can see? */
export async function ringBetween(
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
