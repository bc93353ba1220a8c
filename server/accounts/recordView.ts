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
  PAPERS: { cn: '实名材料', en: 'identity documents' },
  MOVES: { cn: '限额、限制与调账', en: 'limits, restrictions and adjustments' },
  DISPUTES: { cn: '争议', en: 'disputes' },
  FUNDS: { cn: '冻结资金与坏账', en: 'frozen funds and written-off debts' },
  BOOKS: { cn: '账簿分录', en: 'ledger entries' },
  FORECASTS: { cn: '汇款预报', en: 'funding forecasts' },
  RECEIPTS: { cn: '到账款项', en: 'incoming payments' },
  PAYOUTS: { cn: '佣金提现', en: 'commission payouts' },
  REFERRALS: { cn: '邀请关系', en: 'referrals' },
  CLOSING: { cn: '注销退款', en: 'closing payouts' },
  COUPONS: { cn: '优惠券', en: 'coupons' },
  REQUESTS: { cn: '员工申请', en: 'staff requests' },
} as const satisfies Record<string, Words>
export type Viewed = keyof typeof viewed

/** As shown beside a record: `null` if the record belongs to no account holder. */
type Seen = { readonly accountId: string; readonly userNo: string } | null | undefined

/**
 * Record the view before the answer: without the rows there is no answer. The holder sees what was viewed and when,
 * not by whom; the staff's chain has the name.
 */
export const recordView = (staff: Staff, holder: Seen, what: Viewed): Promise<void> =>
  recordViews(staff, [holder], what)

/** The same for a page or a record that shows several account holders. */
export async function recordViews(staff: Staff, holders: readonly Seen[], what: Viewed): Promise<void> {
  const known = holders.flatMap((one) => (one?.accountId ? [one] : []))
  if (known.length === 0) return
  await transaction(async (tx) => {
    const told = await tellHolders(tx, staff, known, what)
    const { cn, en } = viewed[what]
    const content = { cn: `查看账户：${cn}`, en: `Viewed an account: ${en}` }
    for (const { accountId, userNo: target } of told)
      await recordStaff(tx, staff, { action: 'VIEW', target, accountId, content })
  })
}

/** In the log of each account that a search shows. The staff's chain has one row for the search itself. */
export const recordFound = async (
  tx: Tx,
  staff: Staff,
  shown: readonly { account_id: string; user_no: string }[],
): Promise<void> =>
  void (await tellHolders(
    tx,
    staff,
    shown.map(({ account_id: accountId, user_no: userNo }) => ({ accountId, userNo })),
    'SEARCH',
  ))

/** Returns those who were not told within the last quarter of an hour. */
async function tellHolders(
  tx: Tx,
  { staffId }: Staff,
  holders: readonly { accountId: string; userNo: string }[],
  what: Viewed,
): Promise<{ accountId: string; userNo: string }[]> {
  const told = []
  // Two views at once show the same accounts in different orders.
  for (const one of [...new Map(holders.map((one) => [one.accountId, one])).values()].sort(byAccount)) {
    if (!(await takeView(tx, { staffId, accountId: one.accountId, what, everyMs: VIEW_EVERY_MS }))) continue
    await recordSeen(tx, one.accountId, one.userNo, viewed[what])
    told.push(one)
  }
  return told
}

const byAccount = (a: { accountId: string }, b: { accountId: string }): number => (a.accountId < b.accountId ? -1 : 1)
