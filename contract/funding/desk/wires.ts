/** Staff calls: forecasts in review, bank statements, and unclaimed payments. */
import * as z from 'zod/mini'
import { Holder } from '#contract/accounts/accounts.ts'
import { call, fileAnswer } from '#contract/core/call.ts'
import {
  Cents,
  id,
  pageInput,
  pageOf,
  pattern,
  requestNo,
  text,
  Time,
  withDefault,
  type Words,
} from '#contract/core/fields.ts'
import { fileField } from '#contract/core/files.ts'
import { Bank, ForecastRow, ForecastStep, SlipId, TopupId, TopupStatus } from '../forecasts.ts'

export const lineStates = {
  OPEN: { cn: '待匹配', en: 'To match' },
  SUSPENSE: { cn: '待确认', en: 'Unmatched' },
  MATCHED: { cn: '待复核', en: 'Waiting for approval' },
  CREDITED: { cn: '已入账', en: 'Credited' },
  RETURNED: { cn: '已退回', en: 'Returned' },
  OWN: { cn: '自有资金', en: 'Our own' },
} as const satisfies Record<string, Words>
export type LineState = keyof typeof lineStates
const LineState = z.enum(Object.keys(lineStates) as [LineState, ...LineState[]])
const LineId = id('bln')

/** Evidence that a line and a forecast are the same payment. */
export const fitFacts = {
  ORDER: { cn: '附言含预报单号', en: 'Order number found in the details' },
  REFERENCE: { cn: '附言含账户参考号', en: 'Account reference found in the details' },
  AMOUNT: { cn: '金额一致', en: 'Same amount' },
  AMOUNT_LESS_FEES: { cn: '金额略少（中间行扣费）', en: 'Slightly less: intermediary fees' },
  PAYER: { cn: '付款人一致', en: 'Same payer' },
  ACCOUNT: { cn: '付款账号尾号一致', en: 'Same last digits of the payer account' },
} as const satisfies Record<string, Words>
export type FitFact = keyof typeof fitFacts
const Fit = z.object({
  score: z.int(),
  facts: z.array(z.object({ fact: z.enum(Object.keys(fitFacts) as [FitFact, ...FitFact[]]), text: z.string() })),
})

export const DeskForecast = z.extend(z.omit(ForecastRow, { canCancel: true, canResubmit: true }), {
  holder: Holder,
  reviewer: z.nullable(z.string()),
})
export type DeskForecast = z.infer<typeof DeskForecast>

export const BankLine = z.object({
  lineId: z.string(),
  bankId: z.string(),
  bankRef: z.string(),
  /** `2026-11-21`: bank value dates have no time of day. */
  valueDate: z.string(),
  amount: Cents,
  payer: z.string(),
  payerAccount: z.string(),
  details: z.string(),
  state: LineState,
  stateText: z.string(),
  /** The forecast that it probably matches. */
  fits: z.nullable(z.object({ topupId: z.string(), orderNo: z.string() })),
  holder: z.nullable(Holder),
  createTime: Time,
})
export type BankLine = z.infer<typeof BankLine>

export const deskForecasts = call({
  on: 'GET /api/operator/forecast/page',
  title: '预报审核列表 Forecasts to review',
  who: 'staff:money.view',
  input: z.object({ ...pageInput, status: z.optional(TopupStatus), keyword: z.optional(text(60)) }),
  output: pageOf(DeskForecast),
  refusals: [],
})

export const deskForecast = call({
  on: 'GET /api/operator/forecast/info',
  title: '预报详情 Forecast',
  who: 'staff:money.view',
  input: z.object({ topupId: TopupId }),
  output: z.extend(DeskForecast, {
    bank: z.nullable(Bank),
    history: z.array(ForecastStep),
    /** Possible payments for this forecast, the likeliest first. */
    lines: z.array(z.extend(BankLine, { fit: Fit })),
  }),
  refusals: ['not_found'],
})

export const deskSlip = call({
  on: 'GET /api/operator/forecast/slip',
  title: '查看凭证 View a transfer slip',
  who: 'staff:money.view',
  file: true,
  input: z.object({ topupId: TopupId, fileId: SlipId }),
  output: fileAnswer,
  refusals: ['not_found', 'reveal_cap_reached'],
})

export const takeForecast = call({
  on: 'POST /api/operator/forecast/take',
  title: '领取预报 Assign a forecast to me',
  who: 'staff:money.make',
  once: true,
  input: z.object({ topupId: TopupId, requestNo }),
  output: z.object({ topupId: z.string(), status: TopupStatus }),
  refusals: ['not_found', 'conflict'],
})

export const answerForecast = call({
  on: 'POST /api/operator/forecast/answer',
  title: '退回补充或驳回 Request more information or reject',
  who: 'staff:money.make',
  once: true,
  input: z.object({ topupId: TopupId, take: z.enum(['NEED_INFO', 'REJECT']), reason: text(200, 2), requestNo }),
  output: z.object({ topupId: z.string(), status: TopupStatus }),
  refusals: ['not_found', 'conflict'],
})

const Asked = z.object({ approvalId: z.string() })

export const matchForecast = call({
  on: 'POST /api/operator/forecast/match',
  title: '匹配到账并申请入账 Match a payment and request credit',
  who: 'staff:money.make',
  once: true,
  input: z.object({ topupId: TopupId, lineId: LineId, reason: withDefault(text(200), ''), requestNo }),
  output: Asked,
  refusals: ['invalid', 'not_found', 'conflict', 'day_cap_reached', 'amount_below_min'],
})

export const recallForecast = call({
  on: 'POST /api/operator/forecast/recall',
  title: '银行追回 Record a recall by the bank',
  who: 'staff:money.make',
  once: true,
  input: z.object({ topupId: TopupId, reason: text(200, 2), requestNo }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

const STATEMENT_BYTES = 2_000_000
export const importStatement = call({
  on: 'POST /api/operator/statement/import',
  title: '导入银行流水 Import a bank statement',
  body: 'multipart',
  who: 'staff:money.make',
  once: true,
  perMinute: 20,
  input: z.object({ bankId: text(40, 1), file: fileField({ maxBytes: STATEMENT_BYTES }), requestNo }),
  output: z.object({
    statementId: z.string(),
    format: z.enum(['CSV', 'CAMT053']),
    /** Incoming payments; outgoing ones and other currencies are skipped. */
    lines: z.int(),
    aside: z.int(),
    /** Lines not imported before. */
    fresh: z.int(),
    fitting: z.int(),
    suspense: z.int(),
  }),
  refusals: ['invalid', 'not_found'],
})

export const bankLines = call({
  on: 'GET /api/operator/statement/lines',
  title: '银行入账流水 Incoming bank payments',
  who: 'staff:money.view',
  input: z.object({ ...pageInput, state: z.optional(LineState), keyword: z.optional(text(60)) }),
  output: z.extend(pageOf(BankLine, z.object({ suspense: Cents, open: Cents })), { banks: z.array(Bank) }),
  refusals: [],
})

export const bankLine = call({
  on: 'GET /api/operator/statement/line',
  title: '一笔入账 Incoming bank payment',
  who: 'staff:money.view',
  input: z.object({ lineId: LineId }),
  output: z.extend(BankLine, { forecasts: z.array(z.extend(DeskForecast, { fit: Fit })) }),
  refusals: ['not_found'],
})

export const assignLine = call({
  on: 'POST /api/operator/statement/assign',
  title: '指定账户入账 Assign an unmatched wire to an account',
  who: 'staff:money.make',
  once: true,
  input: z.object({ lineId: LineId, userNo: pattern(/^\d{6,12}$/), reason: text(200, 2), requestNo }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

export const returnLine = call({
  on: 'POST /api/operator/statement/return',
  title: '原路退回 Return a wire',
  who: 'staff:money.make',
  once: true,
  input: z.object({ lineId: LineId, reason: text(200, 2), requestNo }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
