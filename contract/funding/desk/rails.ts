/** Staff calls: rails and rates as offered to account holders, changed by version. */
import * as z from 'zod/mini'
import { call, fileAnswer } from '#contract/core/call.ts'
import { cents, Cents, id, pattern, requestNo, text, Time, time, whole, type Words } from '#contract/core/fields.ts'
import { fileField } from '#contract/core/files.ts'
import { imageRule } from '#contract/core/images.ts'
import { rails, type Rail } from '../funding.ts'

const RailName = z.enum(Object.keys(rails) as [Rail, ...Rail[]])
/** One sentence per line; the only control character allowed is the line end. */
const lines = (max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
    // oxlint-disable-next-line no-control-regex
    z.regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/),
  )
const onOff = z.enum(['on', 'off'])
/** Empty: no figure is named. */
const maxOf = z.union([cents(), z.literal(0)])

/** Every field of a rail that staff may change, flat; omitted fields stay the same. */
export const railFields = {
  enabled: z.optional(onOff),
  min: z.optional(cents()),
  maxCn: z.optional(maxOf),
  maxEn: z.optional(maxOf),
  feeBps: z.optional(whole(0, 2000)),
  feeFixed: z.optional(whole(0, 1_000_000)),
  quoteForS: z.optional(whole(60, 3600)),
  validForS: z.optional(whole(300, 30 * 86_400)),
  arrivalCn: z.optional(text(80, 1)),
  arrivalEn: z.optional(text(80, 1)),
  notesCn: z.optional(lines(1000)),
  notesEn: z.optional(lines(1000)),
  limitFileId: z.optional(id('rpc')),
}
const RailFields = z.object(railFields)
export type RailPatch = z.infer<typeof RailFields>
export type RailField = keyof typeof railFields

export const railFieldNames = {
  enabled: { cn: '开关', en: 'Availability' },
  min: { cn: '最低金额', en: 'Minimum' },
  maxCn: { cn: '中文显示上限', en: 'Displayed limit (Chinese)' },
  maxEn: { cn: '英文显示上限', en: 'Displayed limit (English)' },
  feeBps: { cn: '费率', en: 'Fee' },
  feeFixed: { cn: '固定手续费', en: 'Fixed fee' },
  quoteForS: { cn: '报价有效（秒）', en: 'Quote validity (s)' },
  validForS: { cn: '订单有效（秒）', en: 'Order validity (s)' },
  arrivalCn: { cn: '到账说明（中文）', en: 'Arrival time (Chinese)' },
  arrivalEn: { cn: '到账说明（英文）', en: 'Arrival time (English)' },
  notesCn: { cn: '注意事项（中文）', en: 'Notes (Chinese)' },
  notesEn: { cn: '注意事项（英文）', en: 'Notes (English)' },
  limitFileId: { cn: '银行限额图', en: 'Bank limits image' },
} as const satisfies Record<RailField, Words>

/** Texts, an image and switching off take one person; changes that cost someone money take two. */
const words: readonly RailField[] = ['arrivalCn', 'arrivalEn', 'notesCn', 'notesEn', 'limitFileId']
export const takesTwo = (patch: RailPatch): boolean =>
  Object.entries(patch).some(
    ([name, value]) =>
      value !== undefined && !words.includes(name as RailField) && !(name === 'enabled' && value === 'off'),
  )

export const changeStates = {
  PLANNED: { cn: '已排期', en: 'Scheduled' },
  DONE: { cn: '已生效', en: 'In effect' },
  CANCELLED: { cn: '已取消', en: 'Cancelled' },
} as const satisfies Record<string, Words>
export type ChangeState = keyof typeof changeStates

export const DeskRail = z.object({
  rail: RailName,
  railText: z.string(),
  enabled: z.boolean(),
  payUnit: z.string(),
  version: z.int(),
  min: Cents,
  maxCn: z.nullable(Cents),
  maxEn: z.nullable(Cents),
  feeBps: z.int(),
  feeFixed: Cents,
  quoteForS: z.int(),
  validForS: z.int(),
  arrivalCn: z.string(),
  arrivalEn: z.string(),
  notesCn: z.string(),
  notesEn: z.string(),
  limitFileId: z.nullable(z.string()),
  updateTime: Time,
  approvalId: z.nullable(z.string()),
  planned: z.int(),
})
export type DeskRail = z.infer<typeof DeskRail>

export const listRails = call({
  on: 'GET /api/operator/rail/list',
  title: '充值通道 Payment rails',
  who: 'staff:treasury.view',
  input: z.object({}),
  output: z.object({ list: z.array(DeskRail) }),
  refusals: [],
})

const RailChange = z.object({
  changeId: z.string(),
  state: z.enum(Object.keys(changeStates) as [ChangeState, ...ChangeState[]]),
  stateText: z.string(),
  version: z.nullable(z.int()),
  lines: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  reason: z.string(),
  maker: z.string(),
  checker: z.nullable(z.string()),
  effectiveTime: Time,
  createTime: Time,
})
type RailChange = z.infer<typeof RailChange>
export const railHistory = call({
  on: 'GET /api/operator/rail/history',
  title: '通道变更记录 Change history of a rail',
  who: 'staff:treasury.view',
  input: z.object({ rail: RailName, cursor: z.optional(z.string().check(z.maxLength(200))) }),
  output: z.object({ data: z.array(RailChange), cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const changeRail = call({
  on: 'POST /api/operator/rail/change',
  title: '变更通道 Change a rail',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    rail: RailName,
    /** The version that was edited, so that another person's change in between is not overwritten. */
    version: whole(1),
    ...railFields,
    /** When it takes effect: now if absent or in the past. */
    effectiveTime: z.optional(time),
    reason: text(200, 2),
    requestNo,
  }),
  output: z.object({ done: z.enum(['DONE', 'PLANNED', 'ASKED']), approvalId: z.nullable(z.string()) }),
  refusals: ['invalid', 'conflict', 'not_found', 'day_cap_reached'],
})
export const cancelRailChange = call({
  on: 'POST /api/operator/rail/cancel',
  title: '取消排期 Cancel a scheduled change',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({ changeId: id('rch'), reason: text(200, 2), requestNo }),
  output: z.object({ changeId: z.string() }),
  refusals: ['not_found', 'conflict'],
})

export const uploadRailPicture = call({
  on: 'POST /api/operator/rail/picture',
  title: '上传银行限额图 Upload the bank limits image',
  body: 'multipart',
  who: 'staff:treasury.make',
  perMinute: 20,
  input: z.object({ file: fileField(imageRule) }),
  output: z.object({ fileId: z.string() }),
  refusals: ['invalid'],
})
export const railPicture = call({
  on: 'GET /api/operator/rail/picture',
  title: '查看银行限额图 View the bank limits image',
  who: 'staff:treasury.view',
  file: true,
  input: z.object({ fileId: id('rpc') }),
  output: fileAnswer,
  refusals: ['not_found'],
})

const RateRow = z.object({
  rateId: z.string(),
  /** Yuan for one dollar: the mid-market rate and the customer rate. */
  mid: z.string(),
  customer: z.string(),
  spreadBps: z.int(),
  source: z.enum(['FEED', 'STAFF']),
  by: z.nullable(z.string()),
  /** Change from the previous rate, in hundredths of a percent. */
  movedBps: z.nullable(z.int()),
  time: Time,
})
export const listRates = call({
  on: 'GET /api/operator/rate/list',
  title: '汇率 Exchange rates',
  who: 'staff:treasury.view',
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  output: z.object({
    /** The latest rate of each pair. A fixed rate has no age. */
    pairs: z.array(
      z.object({
        pair: z.string(),
        mid: z.string(),
        customer: z.string(),
        spreadBps: z.int(),
        source: z.enum(['FEED', 'STAFF', 'FIXED']),
        time: z.nullable(Time),
        /** Too old for pricing, so the rails that use it are closed. */
        stale: z.boolean(),
      }),
    ),
    maxMoveBps: z.int(),
    history: z.array(RateRow),
    cursor: z.nullable(z.string()),
    approvalId: z.nullable(z.string()),
  }),
  refusals: [],
})
/** How far from the last rate a person may set a new one. A larger step is treated as a typing error. */
export const RATE_BOUND_BPS = 500
export const setRateByHand = call({
  on: 'POST /api/operator/rate/set',
  title: '人工设定汇率 Set the exchange rate manually',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    pair: z.literal('USD/CNY'),
    /** `7.2015`: yuan for one dollar at the mid-market rate. */
    mid: pattern(/^\d{1,2}(\.\d{1,6})?$/),
    spreadBps: whole(0, 1000),
    reason: text(200, 2),
    requestNo,
  }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['invalid', 'conflict', 'day_cap_reached'],
})
