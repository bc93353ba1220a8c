/** Under which heading of the reference a call stands: by the product's words (docs/words.md), for paths keep the names of history. */
import type { Words } from '#contract/core/fields.ts'

/** By the beginning of a path without its `api`; the longest wins. What has one heading is one noun, whatever its paths are called. */
const headings: readonly (readonly [Words, ...string[]])[] = [
  [{ cn: '登录与会话', en: 'Sign-in and sessions' }, 'user', 'oauth'],
  [{ cn: '操作日志', en: 'Operation log' }, 'user/operateLog', 'user/LoginLog'],
  [{ cn: '实名认证', en: 'Identity verification' }, 'identity'],
  [{ cn: '注销账户', en: 'Closing an account' }, 'user/cancel'],
  [{ cn: '总览与钱包', en: 'Overview and wallet' }, 'user/overview', 'user/wallet'],
  [{ cn: '资金明细', en: 'Statement' }, 'account/flow'],
  [{ cn: '充值', en: 'Top-ups' }, 'account'],
  [{ cn: '汇款预报', en: 'Funding forecasts' }, 'account/topup'],
  [{ cn: '套餐', en: 'Plans' }, 'group', 'user/userPrivilege'],
  [{ cn: '优惠券', en: 'Coupons' }, 'coupon'],
  [{ cn: '卡片', en: 'Cards' }, 'card'],
  [{ cn: '批量任务', en: 'Batches' }, 'card/batch', 'card/BatchOpenCardCost', 'card/import', 'card/autoCard'],
  [{ cn: '卡分组', en: 'Card groups' }, 'cardGroup'],
  [{ cn: '标签', en: 'Tags' }, 'tag'],
  [{ cn: '3D 验证码', en: '3-D codes' }, 'card/getOtp', 'card/getThreePool'],
  [{ cn: '场景查询', en: 'Scenario query' }, 'card/cardGrade'],
  [{ cn: '交易记录', en: 'Transactions and declines' }, 'cardTrade'],
  [{ cn: '子账户', en: 'Sub-accounts' }, 'sub', 'user/infoForSub'],
  [{ cn: '角色', en: 'Roles' }, 'sub/role'],
  [{ cn: '邀请返佣', en: 'Referrals' }, 'agent'],
  [{ cn: '公告与通知', en: 'Notices' }, 'notice', 'content'],
  [{ cn: '通知设置', en: 'Notification settings' }, 'user/notifications', 'user/email'],
  [{ cn: '视图', en: 'Saved views' }, 'view'],
  [{ cn: '选项列表', en: 'Option lists' }, 'enum'],
  [{ cn: '文件', en: 'Files' }, 'file'],
  [
    { cn: '工作台：员工', en: 'Desk: staff' },
    'operator/staff',
    'operator/me',
    'operator/login',
    'operator/logout',
    'operator/rights',
    'operator/queues',
  ],
  [{ cn: '工作台：复核', en: 'Desk: approvals' }, 'operator/approval'],
  [{ cn: '工作台：账户', en: 'Desk: accounts' }, 'operator/account'],
  [{ cn: '工作台：实名审核', en: 'Desk: identity reviews' }, 'operator/identity'],
  [{ cn: '工作台：注销退款', en: 'Desk: closing accounts' }, 'operator/leaving'],
  [{ cn: '工作台：汇款', en: 'Desk: wires' }, 'operator/forecast', 'operator/statement'],
  [{ cn: '工作台：待确认款项', en: 'Desk: unmatched payments' }, 'operator/suspense'],
  [{ cn: '工作台：充值订单', en: 'Desk: top-ups' }, 'operator/topup'],
  [{ cn: '工作台：充值方式与汇率', en: 'Desk: rails and rates' }, 'operator/rail', 'operator/rate'],
  [{ cn: '工作台：对账', en: 'Desk: reconciliation' }, 'operator/recon'],
  [{ cn: '工作台：账簿', en: 'Desk: books' }, 'operator/books'],
  [{ cn: '工作台：返佣', en: 'Desk: rebates' }, 'operator/rebate'],
  [{ cn: '工作台：卡段与价格', en: 'Desk: segments and prices' }, 'operator/range', 'operator/product'],
  [{ cn: '工作台：套餐', en: 'Desk: plans' }, 'operator/plan'],
  [{ cn: '工作台：优惠券', en: 'Desk: coupons' }, 'operator/coupon'],
  [{ cn: '工作台：未决开卡', en: 'Desk: unconfirmed openings' }, 'operator/card'],
  [{ cn: '工作台：风控', en: 'Desk: risk' }, 'operator/risk'],
  [{ cn: '工作台：挂起的网络通知', en: 'Desk: network events on hold' }, 'operator/events'],
  [{ cn: '工作台：审核中的退款', en: 'Desk: refunds under review' }, 'operator/refunds'],
  [{ cn: '工作台：公告', en: 'Desk: notices' }, 'operator/notice'],
  [{ cn: '工作台：协议与客服', en: 'Desk: agreements and contact' }, 'operator/agreement', 'operator/contact'],
  [{ cn: '工作台：告警与运行', en: 'Desk: alarms and health' }, 'operator/alarms', 'operator/health'],
  [{ cn: '工作台：审计', en: 'Desk: audit' }, 'operator/audit'],
]

/** In the order in which the reference shows them. */
export const tags: readonly { name: string; description: string }[] = headings.map(([{ cn, en }]) => ({
  name: en,
  description: cn,
}))

const byBeginning = headings
  .flatMap(([{ en }, ...beginnings]) => beginnings.map((beginning) => ({ beginning, tag: en })))
  .sort((a, b) => b.beginning.length - a.beginning.length)

/** Of a path that no heading knows yet: `Other`, which a test finds. */
export const tagOf = (path: string): string =>
  byBeginning.find(({ beginning }) => path.replace(/^\/(api\/)?/, '').startsWith(beginning))?.tag ?? 'Other'
