/** Each view of an account by staff is recorded: in the staff's chain, and in the account holder's own log. */
import type { Words } from '#contract/core/fields.ts'
import type { Staff } from '../core/actor.ts'
import { record } from '../audit/audit.ts'
import { MINUTE } from '../core/clock.ts'
import { transaction } from '../core/db.ts'
import { recordStaff } from '../staff/staff.ts'
import { takeView } from './queries.ts'

/** A reload, another page of a list or a poll counts as the same view. */
const VIEW_EVERY_MS = 15 * MINUTE

const viewed = {
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
    if (!(await takeView(tx, { staffId: staff.staffId, accountId, what, everyMs: VIEW_EVERY_MS }))) return
    const { cn, en } = viewed[what]
    await record(
      tx,
      { accountId, name: 'Kaika 客服 Customer service', from: { ip: '', device: '' } },
      {
        type: 'STAFF',
        target: userNo,
        content: { cn: `客服查看了您的账户：${cn}`, en: `Customer service viewed your account: ${en}` },
      },
    )
    const content = { cn: `查看账户：${cn}`, en: `Viewed an account: ${en}` }
    await recordStaff(tx, staff, { action: 'VIEW', target: userNo, accountId, content })
  })
