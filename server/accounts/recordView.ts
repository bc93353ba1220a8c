/** Each view of an account by staff is recorded: in the staff's chain, and in the account holder's own log. */
import type { Words } from '#contract/core/fields.ts'
import type { Staff } from '../core/actor.ts'
import { recordSeen } from '../audit/audit.ts'
import { MINUTE } from '../core/clock.ts'
import { transaction, type Tx } from '../core/db.ts'
import { recordStaff } from '../staff/staff.ts'
import { takeView } from './queries.ts'

/** A reload, another page of a list or a poll counts as the same view. */
const VIEW_EVERY_MS = 15 * MINUTE

const viewed = {
  SEARCH: { cn: '查找结果', en: 'search result' },
  ACCOUNT: { cn: '账户总览', en: 'account overview' },
  FLOWS: { cn: '资金明细', en: 'wallet statement' },
  CARDS: { cn: '卡片列表', en: 'cards' },
  DECLINES: { cn: '拒付记录', en: 'declines' },
  ORDERS: { cn: '充值订单', en: 'top-ups' },
  SESSIONS: { cn: '登录会话', en: 'sessions' },
  LOG: { cn: '操作日志', en: 'operation log' },
  FEES: { cn: '手续费', en: 'fees' },
  IDENTITY: { cn: '实名认证', en: 'identity verification' },
} as const satisfies Record<string, Words>
export type Viewed = keyof typeof viewed

/**
 * Record the view before the answer: without the rows there is no answer. The holder sees what was viewed and when,
 * not by whom; the staff's chain has the name.
 */
export const recordView = (
  staff: Staff,
  { accountId, userNo }: { accountId: string; userNo: string },
  what: Viewed,
): Promise<void> =>
  transaction(async (tx) => {
    if (!(await tellHolder(tx, staff, { accountId, userNo }, what))) return
    const { cn, en } = viewed[what]
    const content = { cn: `查看账户：${cn}`, en: `Viewed an account: ${en}` }
    await recordStaff(tx, staff, { action: 'VIEW', target: userNo, accountId, content })
  })

/** In the log of each account that a search shows. The staff's chain has one row for the search itself. */
export async function recordFound(
  tx: Tx,
  staff: Staff,
  shown: readonly { account_id: string; user_no: string }[],
): Promise<void> {
  // Two searches at once show the same accounts in different orders.
  const inOrder = shown.toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1))
  for (const { account_id, user_no } of inOrder)
    await tellHolder(tx, staff, { accountId: account_id, userNo: user_no }, 'SEARCH')
}

/** False: told less than a quarter of an hour ago. */
async function tellHolder(
  tx: Tx,
  { staffId }: Staff,
  { accountId, userNo }: { accountId: string; userNo: string },
  what: Viewed,
): Promise<boolean> {
  if (!(await takeView(tx, { staffId, accountId, what, everyMs: VIEW_EVERY_MS }))) return false
  await recordSeen(tx, accountId, userNo, viewed[what])
  return true
}
