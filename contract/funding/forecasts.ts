/** Wires in US dollars, as the account holder sees them: our bank details, forecasts, slips, and their status. */
import * as z from 'zod/mini'
import { call, fileAnswer } from '../core/call.ts'
import {
  Cents,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  preprocess,
  requestNo,
  text,
  Time,
  time,
  withDefault,
  yesNo,
  type Words,
} from '../core/fields.ts'
import { fileField } from '../core/files.ts'
import { imageRule } from '../core/images.ts'

export const topupStatuses = {
  SUBMITTED: { cn: '待审核', en: 'Submitted' },
  REVIEWING: { cn: '审核中', en: 'In review' },
  NEED_INFO: { cn: '待补充', en: 'More information needed' },
  REJECTED: { cn: '已驳回', en: 'Rejected' },
  REVOKED: { cn: '已撤销', en: 'Revoked' },
  MATCHED: { cn: '待入账', en: 'Being credited' },
  CREDITED: { cn: '已入账', en: 'Credited' },
  EXPIRED: { cn: '已失效', en: 'Expired' },
  REVERSED: { cn: '已退回', en: 'Returned' },
} as const satisfies Record<string, Words>
export type TopupStatus = keyof typeof topupStatuses
export const TopupStatus = z.enum(Object.keys(topupStatuses) as [TopupStatus, ...TopupStatus[]])
export const enums = { topupStatus: topupStatuses }

/** Which move each status allows (docs/reference/states.md#forecast-forecaststatus). The server refuses by it, the console hides by it. */
export const forecastMoves = {
  revoke: ['SUBMITTED', 'NEED_INFO'],
  resubmit: ['NEED_INFO', 'REJECTED', 'REVOKED'],
  take: ['SUBMITTED'],
  answer: ['REVIEWING'],
  match: ['SUBMITTED', 'REVIEWING'],
  expire: ['SUBMITTED', 'REVIEWING'],
  recall: ['CREDITED'],
} as const satisfies Record<string, readonly TopupStatus[]>
export type ForecastMove = keyof typeof forecastMoves
export const mayMove = (move: ForecastMove, status: TopupStatus): boolean =>
  (forecastMoves[move] as readonly TopupStatus[]).includes(status)

export const MOST_SLIPS = 5
export const SlipId = id('slp')
export const TopupId = id('fct')

/** Digits for whole cents. Other input is refused with the product's own message. */
const WireAmount = preprocess(
  (value) => (typeof value === 'string' && /^\d{1,13}$/.test(value) ? Number(value) : value),
  z.int('amount_shape').check(z.gte(1, 'amount_shape'), z.lte(1_000_000_000_00, 'amount_shape')),
) as unknown as z.ZodMiniType<number, number>
const BankId = text(40, 1)
const payerAccount = pattern(/^[A-Za-z0-9][A-Za-z0-9 -]{3,39}$/, 'payer_account')

const said = {
  amount: WireAmount,
  unit: z.optional(z.literal('USD')),
  payerName: text(100, 2),
  payerBank: text(100, 2),
  payerCountry: pattern(/^[A-Z]{2}$/, 'country'),
  transferTime: time,
  vouchers: listOf(SlipId, 1, MOST_SLIPS),
  bankId: BankId,
  remark: z.optional(text(200)),
}

/** Our account details, as the payer's bank needs them. */
export const Bank = z.object({
  bankId: z.string(),
  beneficiary: z.string(),
  beneficiaryAddress: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  accountNo: z.string(),
  routingNo: z.string(),
  swift: z.string(),
})
export type Bank = z.infer<typeof Bank>

const Said = z.object({
  amount: Cents,
  payerName: z.string(),
  payerBank: z.string(),
  payerCountry: z.string(),
  payerAccountTail: z.string(),
  transferTime: Time,
  vouchers: z.array(z.string()),
  remark: z.string(),
})
export type ForecastSaid = z.infer<typeof Said>
export const ForecastStep = z.object({
  seq: z.int(),
  version: z.int(),
  status: TopupStatus,
  statusText: z.string(),
  by: z.enum(['HOLDER', 'STAFF', 'SYSTEM']),
  reason: z.string(),
  time: Time,
  /** The details submitted in this version. */
  said: z.optional(Said),
})
export type ForecastStep = z.infer<typeof ForecastStep>

export const ForecastRow = z.object({
  topupId: z.string(),
  orderNo: z.string(),
  amount: Cents,
  unit: z.literal('USD'),
  payerName: z.string(),
  payerBank: z.string(),
  payerCountry: z.string(),
  payerAccountTail: z.string(),
  transferTime: Time,
  voucher: z.array(z.string()),
  bankId: z.string(),
  remark: z.string(),
  status: TopupStatus,
  statusText: z.string(),
  version: z.int(),
  /** Once credited: the amount the bank received, our fee, and the amount credited to the wallet. */
  receivedAmount: z.nullable(Cents),
  creditAmount: z.nullable(Cents),
  fee: Cents,
  /** In words: why it was returned, or why the credit differs from the forecast. */
  reason: z.string(),
  createTime: Time,
  auditTime: z.nullable(Time),
  creditTime: z.nullable(Time),
  expireTime: Time,
  canCancel: z.boolean(),
  canResubmit: z.boolean(),
})
export type ForecastRow = z.infer<typeof ForecastRow>

export const listForecasts = call({
  on: 'POST /api/account/topup/usbank',
  title: '汇款预报列表 Forecasts, with the bank accounts to pay to',
  who: 'parent',
  input: z.object({
    ...pageInput,
    status: z.optional(TopupStatus),
    startTime: z.optional(time),
    endTime: z.optional(time),
    /** Returns one forecast with its history. */
    topupId: z.optional(TopupId),
  }),
  output: z.extend(
    pageOf(
      z.extend(ForecastRow, { history: z.optional(z.array(ForecastStep)) }),
      z.object({ waiting: Cents, credited: Cents }),
    ),
    {
      banks: z.array(Bank),
      /** Belongs in the payment reference of the transfer, so that we recognise the payment. */
      reference: z.string(),
      terms: z.object({ minAmount: Cents, feeBps: z.int(), feeFixed: Cents, arrival: z.string(), validDays: z.int() }),
      /** Wires are for business accounts only. */
      business: z.boolean(),
    },
  ),
  refusals: [],
})

export const announceWire = call({
  on: 'POST /api/account/topup/bankTransfer',
  title: '提交汇款预报 Submit a forecast',
  who: 'parent',
  action: 'topUp',
  once: true,
  perMinute: 20,
  input: z.object({ ...said, payerAccount, requestNo }),
  output: z.object({ topupId: z.string(), orderNo: z.string(), status: z.literal('SUBMITTED') }),
  refusals: ['identity_required', 'amount_below_min', 'not_found', 'too_fast', 'conflict'],
})

export const revokeForecast = call({
  on: 'POST /api/account/topup/cancel',
  title: '撤销汇款预报 Revoke a forecast',
  who: 'parent',
  once: true,
  input: z.object({ topupId: TopupId, requestNo }),
  output: z.object({ status: z.literal('REVOKED') }),
  refusals: ['not_found', 'forecast_not_revocable'],
})

export const resubmitForecast = call({
  on: 'POST /api/account/topup/submit',
  title: '重新提交汇款预报 Resubmit a forecast',
  who: 'parent',
  action: 'topUp',
  once: true,
  perMinute: 20,
  /** Without an account number, the previous one is kept. */
  input: z.object({ topupId: TopupId, ...said, payerAccount: z.optional(payerAccount), requestNo }),
  output: z.object({ status: z.literal('SUBMITTED'), version: z.int() }),
  refusals: ['identity_required', 'amount_below_min', 'not_found', 'conflict'],
})

export const wireAmount = call({
  on: 'GET /api/account/topup/amount',
  title: '电汇到账试算 Quote a wire',
  who: 'parent',
  input: z.object({ amount: WireAmount, unit: z.optional(z.literal('USD')), bankId: z.optional(BankId) }),
  output: z.object({ amount: Cents, fee: Cents, creditAmount: Cents, rate: z.string(), min: Cents }),
  refusals: [],
})

export const uploadSlip = call({
  on: 'POST /api/account/topup/upload',
  title: '上传汇款凭证 Upload a transfer slip',
  body: 'multipart',
  who: 'parent',
  perMinute: 30,
  bare: true,
  input: z.object({ file: fileField(imageRule) }),
  output: z.object({ fileId: z.string(), url: z.string() }),
  refusals: ['invalid', 'too_fast'],
})

const uploadScenes = ['SLIP', 'IDENTITY'] as const
export type UploadScene = (typeof uploadScenes)[number]
/** The purpose of an image decides who keeps it; the default is a transfer slip. Either way it belongs to the account holder. */
const FileSent = z.object({
  file: fileField(imageRule),
  scene: withDefault(z.enum(uploadScenes), 'SLIP'),
  public: z.optional(yesNo),
})
const FileKept = z.object({ fileId: z.string(), url: z.string(), name: z.string(), size: z.int() })
const upload = {
  title: '上传图片 Upload an image',
  body: 'multipart',
  who: 'parent',
  perMinute: 30,
  bare: true,
  input: FileSent,
  output: FileKept,
  refusals: ['invalid', 'too_fast'],
} as const
export const uploadFile = call({ on: 'POST /file/pub/upload', ...upload })
/** The same call under the console's own prefix. */
export const uploadFileHere = call({
  on: 'POST /api/file/pub/upload',
  ...upload,
  title: '上传图片（别名）Upload an image (alias)',
})

/** The prefix depends on the kind of file. */
const FileId = pattern(/^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/)
const FileWanted = z.object({ fileId: FileId, inline: z.optional(z.literal(['1', 'true'])) })
export const downloadFile = call({
  on: 'GET /file/pub/download',
  title: '下载文件 Download one of your files',
  who: 'parent',
  file: true,
  input: FileWanted,
  output: fileAnswer,
  refusals: ['not_found'],
})
/** The same call under the console's own prefix. */
export const downloadFileHere = call({
  on: 'GET /api/file/pub/download',
  title: '下载文件（别名）Download one of your files (alias)',
  who: 'parent',
  file: true,
  input: FileWanted,
  output: fileAnswer,
  refusals: ['not_found'],
})
