/** The heading of each call in the reference: by the product's words (docs/words.md), because paths keep historical names. */
import { isStaffWho, type Call } from './call.ts'
import type { Words } from './fields.ts'

/** By path prefix without `api`; the longest wins. Calls under one heading concern one noun, whatever their paths are called. In the order of the reference. */
export const headings: readonly (readonly [Words, ...string[]])[] = [
  [{ cn: '登录与会话', en: 'Sign-in and sessions' }, 'user', 'oauth'],
  [{ cn: '操作日志', en: 'Operation log' }, 'user/operateLog', 'user/LoginLog'],
  [{ cn: '实名认证', en: 'Identity verification' }, 'identity'],
  [{ cn: '注销账户', en: 'Closing an account' }, 'user/cancel'],
  [{ cn: '总览与钱包', en: 'Overview and wallet' }, 'user/overview', 'user/wallet'],
  [{ cn: '资金明细', en: 'Statement' }, 'account/flow'],
  [{ cn: '资金流向', en: 'Money flow' }, 'account/flowMap'],
  [{ cn: '充值', en: 'Top-ups' }, 'account'],
  [{ cn: '汇款预报', en: 'Funding forecasts' }, 'account/topup'],
  [{ cn: '套餐', en: 'Rate plans' }, 'group', 'user/userPrivilege'],
  [{ cn: '优惠券', en: 'Coupons' }, 'coupon'],
  [{ cn: '卡片', en: 'Cards' }, 'card'],
  [{ cn: '批量任务', en: 'Batches' }, 'card/batch', 'card/BatchOpenCardCost', 'card/import', 'card/autoCard'],
  [{ cn: '管控', en: 'Controls' }, 'card/controls', 'card/template', 'brand'],
  [{ cn: '卡分组', en: 'Card groups' }, 'cardGroup'],
  [{ cn: '标签', en: 'Tags' }, 'tag'],
  [{ cn: '3D 验证码', en: '3-D Secure codes' }, 'card/getOtp', 'card/getThreePool'],
  [{ cn: '场景查询', en: 'Scenario query' }, 'card/cardGrade'],
  [{ cn: '交易记录', en: 'Transactions and declines' }, 'cardTrade'],
  [{ cn: '争议', en: 'Disputes' }, 'cardTrade/dispute'],
  [{ cn: '子账户', en: 'Sub-accounts' }, 'sub', 'user/infoForSub'],
  [{ cn: '角色', en: 'Roles' }, 'sub/role'],
  [{ cn: '邀请返佣', en: 'Referrals' }, 'agent'],
  [{ cn: '公告与通知', en: 'Notices' }, 'notice', 'content'],
  [{ cn: '通知设置', en: 'Notification settings' }, 'user/notifications', 'user/email'],
  [{ cn: '变更推送', en: 'Live updates' }, 'changes'],
  [{ cn: '视图', en: 'Saved views' }, 'view'],
  [{ cn: '选项列表', en: 'Option lists' }, 'enum'],
  [{ cn: '文件', en: 'Files' }, 'file'],
  [
    { cn: '工作台：员工', en: 'Desk: staff' },
    'operator/staff',
    'operator/me',
    'operator/login',
    'operator/logout',
    'operator/enrolment',
    'operator/rights',
    'operator/queues',
    'operator/passkey',
  ],
  [{ cn: '工作台：复核', en: 'Desk: approvals' }, 'operator/approval'],
  [{ cn: '工作台：账户', en: 'Desk: accounts' }, 'operator/account'],
  [{ cn: '工作台：实名审核', en: 'Desk: identity reviews' }, 'operator/identity'],
  [{ cn: '工作台：注销退款', en: 'Desk: closing accounts' }, 'operator/leaving'],
  [{ cn: '工作台：汇款', en: 'Desk: wires' }, 'operator/forecast', 'operator/statement'],
  [{ cn: '工作台：待确认款项', en: 'Desk: unmatched payments' }, 'operator/suspense'],
  [{ cn: '工作台：充值订单', en: 'Desk: top-ups' }, 'operator/topup'],
  [{ cn: '工作台：充值方式与汇率', en: 'Desk: top-up methods and rates' }, 'operator/rail', 'operator/rate'],
  [{ cn: '工作台：资金调拨', en: 'Desk: treasury' }, 'operator/treasury'],
  [{ cn: '工作台：发卡行与项目', en: 'Desk: issuers and programmes' }, 'operator/program'],
  [{ cn: '工作台：对账', en: 'Desk: reconciliation' }, 'operator/recon'],
  [{ cn: '工作台：账簿', en: 'Desk: books' }, 'operator/books'],
  [{ cn: '工作台：返佣提现', en: 'Desk: commission payouts' }, 'operator/rebate'],
  [{ cn: '工作台：卡段与价格', en: 'Desk: segments and prices' }, 'operator/range', 'operator/product'],
  [{ cn: '工作台：品牌', en: 'Desk: brands' }, 'operator/brand'],
  [{ cn: '工作台：套餐', en: 'Desk: rate plans' }, 'operator/plan'],
  [{ cn: '工作台：优惠券', en: 'Desk: coupons' }, 'operator/coupon'],
  [{ cn: '工作台：未决开卡', en: 'Desk: unconfirmed openings' }, 'operator/card'],
  [{ cn: '工作台：风控', en: 'Desk: risk' }, 'operator/risk'],
  [{ cn: '工作台：挂起的网络通知', en: 'Desk: network events on hold' }, 'operator/events'],
  [{ cn: '工作台：审核中的退款', en: 'Desk: refunds under review' }, 'operator/refunds'],
  [{ cn: '工作台：争议', en: 'Desk: disputes' }, 'operator/dispute'],
  [{ cn: '工作台：公告', en: 'Desk: notices' }, 'operator/notice'],
  [{ cn: '工作台：协议与客服', en: 'Desk: agreements and contact' }, 'operator/agreement', 'operator/contact'],
  [{ cn: '工作台：告警与运行', en: 'Desk: alarms and health' }, 'operator/alarms', 'operator/health', 'operator/house'],
  [{ cn: '工作台：审计', en: 'Desk: audit' }, 'operator/audit'],
]

const byBeginning = headings
  .flatMap(([words, ...beginnings]) => beginnings.map((beginning) => ({ beginning, words })))
  .sort((a, b) => b.beginning.length - a.beginning.length)

/** Undefined for a path without a heading, which a test finds. */
export const headingOf = (path: string): Words | undefined =>
  byBeginning.find(({ beginning }) => path.replace(/^\/(api\/)?/, '').startsWith(beginning))?.words

/** The two halves of a title: first Chinese, then English. */
export function titleOf({ title }: Pick<Call, 'title'>): Words {
  const [, cn = title, en = title] = /^(.*[\p{Script=Han}）])\s*(.+)$/u.exec(title) ?? []
  return { cn, en }
}

/** The name of a call in the reference and in OpenAPI: unique, although two files may use the same one. */
export const callIdOf = (name: string, row: Call, rows: Iterable<readonly [name: string, row: Call]>): string =>
  isStaffWho(row.who) && [...rows].some(([other, its]) => other === name && !isStaffWho(its.who))
    ? `${name}AtDesk`
    : name
