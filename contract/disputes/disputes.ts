/** Disputes of settled purchases: what may be disputed and until when, the draft, its evidence, and what became of it. */
import * as z from 'zod/mini'
import { call, fileAnswer } from '../core/call.ts'
import {
  cents,
  Cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  requestNo,
  text,
  Time,
  withDefault,
  type Words,
} from '../core/fields.ts'
import { fileField } from '../core/files.ts'
import { imageRule } from '../core/images.ts'

/** What merchants send late is no dispute yet. */
export const WAIT_DAYS = 15
/** Below it the issuer's own fee is more than what would come back. */
export const LEAST_DISPUTED_CENTS = 5_00
/** Taken from the wallet when a dispute is submitted, and given back unless it is lost. */
export const DISPUTE_FEE_CENTS = 15_00
export const MOST_EVIDENCE = 5
/** An explanation that a person at the issuer can judge. */
const LEAST_NOTE = 20

/** `waitDays`: days after the posting before which it is too early. `evidence`: at least one picture is required. */
type Reason = Words & { readonly asks: Words; readonly waitDays?: number; readonly evidence?: true }
export const disputeReasons = {
  FRAUD: {
    cn: '非本人交易',
    en: 'I didn’t make this purchase',
    asks: { cn: '何时发现？卡片是否借给他人？', en: 'When did you notice it, and who else has the card details?' },
  },
  DUPLICATE: {
    cn: '重复扣款',
    en: 'Charged twice',
    asks: { cn: '另一笔扣款的日期和金额', en: 'Date and amount of the other charge' },
  },
  WRONG_AMOUNT: {
    cn: '金额不符',
    en: 'Wrong amount',
    asks: { cn: '正确的金额，并上传收据', en: 'The correct amount. Add the receipt.' },
    evidence: true,
  },
  NOT_RECEIVED: {
    cn: '未收到商品或服务',
    en: 'Not received',
    asks: { cn: '约定的日期，以及与商户的沟通', en: 'The agreed date, and what the merchant answered' },
    waitDays: WAIT_DAYS,
  },
  NOT_AS_DESCRIBED: {
    cn: '与描述不符',
    en: 'Not as described',
    asks: { cn: '差异何在，是否已退货', en: 'What is different, and whether you returned it' },
    evidence: true,
  },
  CANCELED: {
    cn: '已取消仍被扣款',
    en: 'Charged after cancellation',
    asks: { cn: '取消的日期和方式，并上传证明', en: 'When and how you canceled. Add proof.' },
    evidence: true,
  },
  REFUND_NOT_PROCESSED: {
    cn: '商户承诺的退款未到账',
    en: 'Refund not received',
    asks: { cn: '商户承诺退款的日期和金额，并上传证明', en: 'Date and amount that the merchant promised. Add proof.' },
    waitDays: WAIT_DAYS,
    evidence: true,
  },
  NO_AUTHORIZATION: {
    cn: '未经授权的强制扣款',
    en: 'Charged without an authorization',
    asks: { cn: '与该商户的关系', en: 'What you have bought from this merchant before, if anything' },
  },
  OTHER: { cn: '其他', en: 'Something else', asks: { cn: '请说明经过', en: 'What happened' } },
} as const satisfies Record<string, Reason>
export type DisputeReason = keyof typeof disputeReasons

export const disputeStates = {
  DRAFT: { cn: '草稿', en: 'Draft' },
  SUBMITTED: { cn: '已提交', en: 'Submitted' },
  IN_PROGRESS: { cn: '发卡行处理中', en: 'With the issuer' },
  WON: { cn: '胜诉', en: 'Won' },
  LOST: { cn: '败诉', en: 'Lost' },
  EXPIRED: { cn: '已失效', en: 'Expired' },
  CANCELED: { cn: '已取消', en: 'Canceled' },
} as const satisfies Record<string, Words>
export type DisputeState = keyof typeof disputeStates

/** Why a dispute ended, where its status does not say it. */
export const closingReasons = {
  REFUNDED: { cn: '商户已退款', en: 'Refunded by the merchant' },
  REVERSED: { cn: '商户已撤销扣款', en: 'Reversed by the merchant' },
  BY_HOLDER: { cn: '由您取消', en: 'Canceled by you' },
  BY_STAFF: { cn: '不符合争议条件', en: 'Doesn’t qualify for a dispute' },
  NOT_ACCEPTED: { cn: '发卡行未受理', en: 'Not accepted by the issuer' },
  TOO_LATE: { cn: '已超过期限', en: 'The deadline has passed' },
} as const satisfies Record<string, Words>
export type ClosingReason = keyof typeof closingReasons

/** Which move each status allows (docs/reference/states.md#dispute-disputestate). */
export const disputeMoves = {
  edit: ['DRAFT'],
  submit: ['DRAFT'],
  cancel: ['DRAFT', 'SUBMITTED'],
  file: ['SUBMITTED'],
  reject: ['SUBMITTED'],
  decide: ['IN_PROGRESS'],
  expire: ['DRAFT', 'SUBMITTED'],
} as const satisfies Record<string, readonly DisputeState[]>
export type DisputeMove = keyof typeof disputeMoves
export const mayMove = (move: DisputeMove, state: DisputeState): boolean =>
  (disputeMoves[move] as readonly DisputeState[]).includes(state)
export const openStates = ['DRAFT', 'SUBMITTED', 'IN_PROGRESS'] as const satisfies readonly DisputeState[]

/** Why a purchase cannot be disputed now. */
export const disputeObstacles = {
  NOT_A_PURCHASE: { cn: '只有已入账的消费可以提出争议', en: 'Only settled purchases can be disputed' },
  REVERSED: { cn: '该笔消费已被撤销', en: 'This purchase was reversed' },
  NOTHING_LEFT: { cn: '该笔消费已全部退回', en: 'This purchase has been returned in full' },
  BELOW_MINIMUM: { cn: '金额低于可争议的最低金额', en: 'The amount is below the minimum for a dispute' },
  TOO_LATE: { cn: '已超过提出争议的期限', en: 'The deadline for a dispute has passed' },
  OPEN: { cn: '该笔消费已有处理中的争议', en: 'A dispute of this purchase is open' },
} as const satisfies Record<string, Words>
export type DisputeObstacle = keyof typeof disputeObstacles

export const enums = {
  disputeState: disputeStates,
  disputeReason: Object.fromEntries(Object.entries(disputeReasons).map(([name, { cn, en }]) => [name, { cn, en }])),
}

const oneOf = <T extends string>(words: Record<T, unknown>) => z.enum(Object.keys(words) as [T, ...T[]])
export const DisputeId = id('dsp')
export const EvidenceId = id('dsf')
const TradeId = id('trd')

const Step = z.object({
  state: oneOf(disputeStates),
  stateText: z.string(),
  by: z.enum(['HOLDER', 'STAFF', 'ISSUER', 'SYSTEM']),
  text: z.string(),
  time: Time,
})
export const Dispute = z.object({
  disputeId: z.string(),
  tradeId: z.string(),
  cardAuthId: z.nullable(z.string()),
  cardId: z.string(),
  cardSeqNo: z.string(),
  lastFour: z.string(),
  merchantName: z.string(),
  desc: z.string(),
  /** What was posted for the purchase, positive. */
  purchaseAmount: Cents,
  /** What is disputed, what the merchant returned of it meanwhile, what the issuer credited for now, and what it returned in the end. */
  amount: Cents,
  returned: Cents,
  provisional: Cents,
  won: Cents,
  /** Taken and not given back. */
  fee: Cents,
  unit: z.string(),
  reason: oneOf(disputeReasons),
  reasonText: z.string(),
  note: z.string(),
  state: oneOf(disputeStates),
  stateText: z.string(),
  closedText: z.nullable(z.string()),
  postTime: Time,
  createTime: Time,
  submitTime: z.nullable(Time),
  /** Until when it is submitted (a draft) or with the issuer (a submitted one); null afterwards. */
  deadline: z.nullable(Time),
  closeTime: z.nullable(Time),
  files: z.array(z.object({ fileId: z.string(), name: z.string() })),
  canEdit: z.boolean(),
  canCancel: z.boolean(),
})
export type Dispute = z.infer<typeof Dispute>
export const DisputeStep = Step
export type DisputeStep = z.infer<typeof Step>

export const pageDisputes = call({
  on: 'GET /api/cardTrade/dispute/page',
  title: '争议列表 Disputes',
  who: 'dispute:view',
  input: z.object({
    ...pageInput,
    state: z.optional(oneOf(disputeStates)),
    tradeId: z.optional(TradeId),
    cardId: z.optional(id('crd')),
  }),
  output: pageOf(Dispute),
  refusals: [],
})

export const showDispute = call({
  on: 'GET /api/cardTrade/dispute/info',
  title: '争议详情 Dispute',
  who: 'dispute:view',
  input: z.object({ disputeId: DisputeId }),
  output: z.extend(Dispute, { steps: z.array(Step) }),
  refusals: ['not_found'],
})

/** Whether a settled purchase may be disputed, why, for how much, until when and at which fee. */
export const checkDispute = call({
  on: 'GET /api/cardTrade/dispute/check',
  title: '争议资格查询 Check whether a purchase can be disputed',
  who: 'dispute:view',
  input: z.object({ tradeId: TradeId }),
  output: z.object({
    may: z.boolean(),
    obstacle: z.nullable(oneOf(disputeObstacles)),
    obstacleText: z.nullable(z.string()),
    minAmount: Cents,
    maxAmount: Cents,
    fee: Cents,
    unit: z.string(),
    until: Time,
    /** Allowed now, and from when on the others are. */
    reasons: z.array(
      z.object({
        reason: oneOf(disputeReasons),
        reasonText: z.string(),
        asks: z.string(),
        evidence: Flag,
        from: z.nullable(Time),
      }),
    ),
    merchantName: z.string(),
    lastFour: z.string(),
    purchaseAmount: Cents,
    postTime: Time,
    /** The one that is open. */
    disputeId: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})

const said = {
  reason: oneOf(disputeReasons),
  amount: cents(),
  note: text(2000, LEAST_NOTE),
  /** A form does not send an empty list. */
  files: withDefault(listOf(EvidenceId, 0, MOST_EVIDENCE), []),
}

export const saveDispute = call({
  on: 'POST /api/cardTrade/dispute/save',
  title: '保存争议草稿 Save a draft of a dispute',
  who: 'dispute:make',
  action: 'dispute',
  once: true,
  perMinute: 30,
  /** Without `disputeId` a new draft. */
  input: z.object({ tradeId: TradeId, disputeId: z.optional(DisputeId), ...said, requestNo }),
  output: z.object({ disputeId: z.string() }),
  refusals: ['not_found', 'conflict', 'dispute_impossible', 'amount_below_min', 'amount_above_disputable'],
})

export const submitDispute = call({
  on: 'POST /api/cardTrade/dispute/submit',
  title: '提交争议 Submit a dispute',
  who: 'dispute:make',
  action: 'dispute',
  once: true,
  perMinute: 30,
  /** `expectFee`: the fee as it was shown. */
  input: z.object({ disputeId: DisputeId, expectFee: cents(0), requestNo }),
  output: z.object({ disputeId: z.string(), state: z.literal('SUBMITTED'), fee: Cents }),
  refusals: [
    'not_found',
    'conflict',
    'dispute_impossible',
    'amount_above_disputable',
    'evidence_missing',
    'quote_changed',
    'insufficient_wallet',
  ],
})

export const cancelDispute = call({
  on: 'POST /api/cardTrade/dispute/cancel',
  title: '取消争议 Cancel a dispute',
  who: 'dispute:make',
  action: 'dispute',
  once: true,
  input: z.object({ disputeId: DisputeId, requestNo }),
  output: z.object({ state: z.literal('CANCELED') }),
  refusals: ['not_found', 'dispute_at_issuer'],
})

export const uploadEvidence = call({
  on: 'POST /api/cardTrade/dispute/upload',
  title: '上传争议凭证 Upload evidence for a dispute',
  body: 'multipart',
  who: 'dispute:make',
  action: 'dispute',
  perMinute: 30,
  bare: true,
  input: z.object({ file: fileField(imageRule) }),
  output: z.object({ fileId: z.string(), name: z.string(), size: z.int() }),
  refusals: ['invalid', 'too_fast'],
})

export const downloadEvidence = call({
  on: 'GET /api/cardTrade/dispute/file',
  title: '下载争议凭证 Download evidence of a dispute',
  who: 'dispute:view',
  file: true,
  input: z.object({ fileId: EvidenceId }),
  output: fileAnswer,
  refusals: ['not_found'],
})
