/** Four-eyes approvals: the kinds, the maker and checker of each, and the checker's inbox. */
import * as z from 'zod/mini'
import { call, fileAnswer } from '../core/call.ts'
import { Cents, id, pageInput, pageOf, requestNo, text, Time, withDefault, type Words } from '../core/fields.ts'
import { fileField } from '../core/files.ts'
import { imageRule } from '../core/images.ts'
import { refusals, type RefusalName } from '../core/refusals.ts'
import type { StaffKey } from '../core/staffRoles.ts'

export type ApprovalKindRow = {
  readonly name: Words
  readonly make: StaffKey
  readonly check: StaffKey
  /** How long an approval stays open. Default 24 h. */
  readonly hours?: number
  /** How many checkers must approve; above `manyFromCents` it takes `many`. Default 1. */
  readonly checkers?: number
  readonly manyFromCents?: number
  readonly many?: number
  /** What one person may request and approve per day, in Asia/Shanghai. */
  readonly perDay?: { readonly count?: number; readonly cents?: number }
}

/** Agreed to by risk approvers and finance. */
const ofFunds = { make: 'staff:risk.make', check: 'staff:account.check', perDay: { count: 50 } } as const

/** A new kind is one line here, plus `approvable` beside the operation that it allows (docs/flows/approvals.md). */
export const approvalKinds = {
  'staff.roles': {
    name: { cn: '员工角色变更', en: 'Staff role change' },
    make: 'staff:people.make',
    check: 'staff:people.check',
    perDay: { count: 50 },
  },
  'content.mustRead': {
    name: { cn: '发布必读公告', en: 'Must-read notice' },
    make: 'staff:content.make',
    check: 'staff:content.check',
    perDay: { count: 50 },
  },
  'content.agreement': {
    name: { cn: '发布协议文本', en: 'Agreement version' },
    make: 'staff:content.make',
    check: 'staff:content.check',
    perDay: { count: 20 },
  },
  'risk.rules': {
    name: { cn: '授权规则上线或回滚', en: 'Decision rules' },
    make: 'staff:risk.make',
    check: 'staff:risk.check',
  },
  'risk.restore': {
    name: { cn: '恢复被停用的账户', en: 'Restore account' },
    make: 'staff:risk.make',
    check: 'staff:risk.check',
  },
  'risk.loosen': {
    name: { cn: '放宽商户名单', en: 'Relax merchant list' },
    make: 'staff:risk.make',
    check: 'staff:risk.check',
  },
  'risk.resume': {
    name: { cn: '恢复授权', en: 'Resume authorizations' },
    make: 'staff:risk.make',
    check: 'staff:risk.check',
  },
  'identity.business': {
    name: { cn: '企业认证通过', en: 'Business verification' },
    make: 'staff:identity.make',
    check: 'staff:identity.check',
    hours: 72,
  },
  'account.adjust': {
    name: { cn: '钱包调账', en: 'Wallet adjustment' },
    make: 'staff:adjust.make',
    check: 'staff:money.check',
    manyFromCents: 1_000_00, // above $1,000 two checkers
    perDay: { count: 50, cents: 20_000_00 },
  },
  'account.limit': {
    name: { cn: '账户额度', en: 'Account limit' },
    make: 'staff:account.make',
    check: 'staff:account.check',
    perDay: { count: 50 },
  },
  'account.authenticator': {
    name: { cn: '重置谷歌验证', en: 'Authenticator reset' },
    make: 'staff:account.make',
    check: 'staff:account.check',
    perDay: { count: 20 },
  },
  'funds.freeze': { name: { cn: '冻结资金', en: 'Freeze of funds' }, ...ofFunds },
  'funds.release': { name: { cn: '解冻资金', en: 'Release of funds' }, ...ofFunds },
  'funds.forfeit': {
    name: { cn: '没收资金', en: 'Forfeit of funds' },
    ...ofFunds,
    hours: 72,
    checkers: 2,
    perDay: { count: 20 },
  },
  'debt.writeOff': {
    name: { cn: '核销坏账', en: 'Debt write-off' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    hours: 72,
    perDay: { count: 100, cents: 100_000_00 },
  },
  'rebate.payout': {
    name: { cn: '返佣提现', en: 'Commission payout' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    hours: 72,
    perDay: { count: 200, cents: 100_000_00 },
  },
  'rebate.clawBack': {
    name: { cn: '扣回返佣', en: 'Commission reversal' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { count: 50 },
  },
  'closing.payout': {
    name: { cn: '注销退款', en: 'Closing payout' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    hours: 72,
    perDay: { count: 100, cents: 1_000_000_00 },
  },
  'product.price': {
    name: { cn: '调整卡段价格', en: 'Segment price' },
    make: 'staff:product.make',
    check: 'staff:product.check',
  },
  'product.plan': {
    name: { cn: '修改套餐', en: 'Plan change' },
    make: 'staff:product.make',
    check: 'staff:product.check',
  },
  'product.assign': {
    name: { cn: '为账户开通套餐', en: 'Assign plan to account' },
    make: 'staff:product.make',
    check: 'staff:product.check',
    perDay: { count: 100 },
  },
  'product.coupons': {
    name: { cn: '发放优惠券', en: 'Issue coupons' },
    make: 'staff:product.make',
    check: 'staff:product.check',
    perDay: { cents: 100_000_00 },
  },
  'plan.refund': {
    name: { cn: '套餐退款', en: 'Plan refund' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { count: 50, cents: 100_000_00 },
  },
  'wire.credit': {
    name: { cn: '电汇入账', en: 'Wire credit' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { cents: 5_000_000_00 },
  },
  'wire.assign': {
    name: { cn: '待确认款项入账', en: 'Unmatched wire credit' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { cents: 1_000_000_00 },
  },
  'wire.return': {
    name: { cn: '来款退回', en: 'Wire return' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { cents: 1_000_000_00 },
  },
  'suspense.assign': {
    name: { cn: '待确认款项指定入账', en: 'Unmatched payment credit' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { cents: 1_000_000_00 },
  },
  'suspense.return': {
    name: { cn: '待确认款项退回', en: 'Unmatched payment return' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { cents: 1_000_000_00 },
  },
  'event.dismiss': {
    name: { cn: '关闭网络通知，不入账', en: 'Dismiss network event' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { count: 200 },
  },
  'refund.release': {
    name: { cn: '放行退款', en: 'Release refund' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { cents: 100_000_00 },
  },
  'refund.return': {
    name: { cn: '退款退回商户', en: 'Return refund to merchant' },
    make: 'staff:money.make',
    check: 'staff:money.check',
    perDay: { cents: 1_000_000_00 },
  },
  'dispute.outcome': {
    name: { cn: '登记争议结果', en: 'Dispute outcome' },
    make: 'staff:dispute.make',
    check: 'staff:dispute.check',
    hours: 72,
    perDay: { cents: 100_000_00 },
  },
  'rail.change': {
    name: { cn: '充值通道变更', en: 'Rail change' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    perDay: { count: 200 },
  },
  'fx.rate': {
    name: { cn: '人工设定汇率', en: 'Manual exchange rate' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    perDay: { count: 200 },
  },
  'treasury.settle': {
    name: { cn: '渠道结算', en: 'Provider settlement' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    perDay: { cents: 5_000_000_00 },
  },
  'treasury.sell': {
    name: { cn: '兑换美元', en: 'Sale for dollars' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    perDay: { cents: 5_000_000_00 },
  },
  'treasury.sweep': {
    name: { cn: 'USDT 归集', en: 'USDT sweep' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    perDay: { cents: 5_000_000_00 },
  },
  'program.fund': {
    name: { cn: '备付金划拨', en: 'Issuer prefund' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    perDay: { cents: 5_000_000_00 },
  },
  'program.settle': {
    name: { cn: '有差异的结算日入账', en: 'Settlement day with a difference' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    perDay: { cents: 5_000_000_00 },
  },
  'program.invoice': {
    name: { cn: '发卡行账单', en: 'Issuer invoice' },
    make: 'staff:treasury.make',
    check: 'staff:treasury.check',
    hours: 72,
    perDay: { cents: 5_000_000_00 },
  },
  'wire.recall': {
    name: { cn: '银行追回电汇', en: 'Wire recall' },
    make: 'staff:money.make',
    check: 'staff:money.check',
  },
} as const satisfies Record<string, ApprovalKindRow>
export type ApprovalKind = keyof typeof approvalKinds
export const approvalKindNames = Object.keys(approvalKinds) as ApprovalKind[]

export const approvalStates = {
  WAITING: { cn: '待复核', en: 'Waiting' },
  APPROVED: { cn: '已通过', en: 'Approved' },
  REJECTED: { cn: '已驳回', en: 'Rejected' },
  WITHDRAWN: { cn: '已撤回', en: 'Cancelled' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>
export type ApprovalState = keyof typeof approvalStates
const StateName = z.enum(Object.keys(approvalStates) as [ApprovalState, ...ApprovalState[]])
const KindName = z.enum(approvalKindNames as [ApprovalKind, ...ApprovalKind[]])

const ApprovalId = id('apr')

const Person = z.object({ staffId: z.string(), name: z.string() })
export const ApprovalRow = z.object({
  approvalId: z.string(),
  kind: KindName,
  kindText: z.string(),
  target: z.string(),
  accountId: z.nullable(z.string()),
  amount: z.nullable(Cents),
  reason: z.string(),
  maker: Person,
  state: StateName,
  stateText: z.string(),
  needs: z.int(),
  agreed: z.int(),
  createTime: Time,
  expireTime: Time,
  decideTime: z.nullable(Time),
  /** Whether the caller may decide it now, and if not, why: `own`, `key`, `decided`, `voted`. */
  mayDecide: z.enum(['yes', 'own', 'key', 'decided', 'voted']),
})
export type ApprovalRow = z.infer<typeof ApprovalRow>

const DiffLine = z.object({ label: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
type DiffLine = z.infer<typeof DiffLine>

/** `mine`: requested by the caller. `inbox`: the caller may decide. Otherwise everything that the caller may see. */
export const listApprovals = call({
  on: 'GET /api/operator/approval/page',
  title: '复核列表 Approvals',
  who: 'staff',
  input: z.object({
    ...pageInput,
    scope: withDefault(z.enum(['inbox', 'mine', 'all']), 'inbox'),
    state: z.optional(StateName),
    kind: z.optional(KindName),
  }),
  output: pageOf(ApprovalRow),
  refusals: [],
})

export const showApproval = call({
  on: 'GET /api/operator/approval/info',
  title: '复核详情 Approval',
  who: 'staff',
  input: z.object({ approvalId: ApprovalId }),
  output: z.extend(ApprovalRow, {
    diff: z.array(DiffLine),
    /** The frozen payload as it will be executed, and its hash. */
    payload: z.string(),
    hash: z.string(),
    decidedWhy: z.nullable(z.string()),
    /** The maker's attachments. */
    attachments: z.array(z.object({ fileId: z.string(), name: z.string() })),
    votes: z.array(z.object({ who: z.string(), agreed: z.boolean(), reason: z.string(), time: Time })),
  }),
  refusals: ['not_found'],
})

export const AttachmentId = id('att')
/** Uploads the evidence before the request is made. The rows of the kinds say which require it. */
export const uploadAttachment = call({
  on: 'POST /api/operator/approval/attachment',
  title: '上传复核附件 Upload an attachment',
  body: 'multipart',
  who: 'staff',
  perMinute: 20,
  input: z.object({ file: fileField(imageRule) }),
  output: z.object({ fileId: z.string(), name: z.string() }),
  refusals: ['invalid', 'too_fast'],
})

export const showAttachment = call({
  on: 'GET /api/operator/approval/attachment',
  title: '查看复核附件 View an attachment',
  who: 'staff',
  file: true,
  input: z.object({ approvalId: ApprovalId, fileId: AttachmentId }),
  output: fileAnswer,
  refusals: ['not_found'],
})

const Decided = z.object({ approvalId: z.string(), state: StateName, agreed: z.int(), needs: z.int() })

export const approve = call({
  on: 'POST /api/operator/approval/approve',
  title: '复核通过 Approve',
  who: 'staff',
  once: true,
  input: z.object({ approvalId: ApprovalId, reason: withDefault(text(500), ''), requestNo }),
  output: Decided,
  // The executed operation may refuse by any name, which is passed on unchanged.
  refusals: Object.keys(refusals) as RefusalName[],
})

export const reject = call({
  on: 'POST /api/operator/approval/reject',
  title: '复核驳回 Reject',
  who: 'staff',
  once: true,
  input: z.object({ approvalId: ApprovalId, reason: text(500, 2), requestNo }),
  output: Decided,
  refusals: ['not_found', 'own_approval', 'approval_decided'],
})

export const withdrawApproval = call({
  on: 'POST /api/operator/approval/withdraw',
  title: '撤回申请 Cancel a request',
  who: 'staff',
  once: true,
  input: z.object({ approvalId: ApprovalId, requestNo }),
  output: Decided,
  refusals: ['not_found', 'approval_decided'],
})
