/** Rails and rates at the staff's desk: what account holders are offered, changed by version. */
import * as z from 'zod'
import { call, fileAnswer } from '#contract/core/call.ts'
import { cents, Cents, id, requestNo, text, Time, time, whole, type Words } from '#contract/core/fields.ts'
import { fileField } from '#contract/core/files.ts'
import { imageRule } from '#contract/core/images.ts'
import { rails, type Rail } from '../funding.ts'

const RailName = z.enum(Object.keys(rails) as [Rail, ...Rail[]])
/** A sentence a line: no other control character than the end of a line. */
const lines = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/) as unknown as z.ZodType<string, string>
const onOff = z.enum(['on', 'off'])
/** Empty: no figure is named. */
const maxOf = z.union([cents(), z.literal(0)])

/** Everything of a rail that staff may change, flat; what is not named stays. */
export const railFields = {
  enabled: onOff.optional(),
  min: cents().optional(),
  maxCn: maxOf.optional(),
  maxEn: maxOf.optional(),
  feeBps: whole(0, 2000).optional(),
  feeFixed: whole(0, 1_000_000).optional(),
  quoteForS: whole(60, 3600).optional(),
  validForS: whole(300, 30 * 86_400).optional(),
  arrivalCn: text(80, 1).optional(),
  arrivalEn: text(80, 1).optional(),
  notesCn: lines(1000).optional(),
  notesEn: lines(1000).optional(),
  limitFileId: id('rpc').optional(),
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

/** Words, a picture, and switching off take one person; what costs somebody money takes two. */
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
  maxCn: Cents.nullable(),
  maxEn: Cents.nullable(),
  feeBps: z.int(),
  feeFixed: Cents,
  quoteForS: z.int(),
  validForS: z.int(),
  arrivalCn: z.string(),
  arrivalEn: z.string(),
  notesCn: z.string(),
  notesEn: z.string(),
  limitFileId: z.string().nullable(),
  updateTime: Time,
  approvalId: z.string().nullable(),
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
  version: z.int().nullable(),
  lines: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  reason: z.string(),
  maker: z.string(),
  checker: z.string().nullable(),
  effectiveTime: Time,
  createTime: Time,
})
type RailChange = z.infer<typeof RailChange>
export const railHistory = call({
  on: 'GET /api/operator/rail/history',
  title: '通道变更记录 Change history of a rail',
  who: 'staff:treasury.view',
  input: z.object({ rail: RailName, cursor: z.string().max(200).optional() }),
  output: z.object({ data: z.array(RailChange), cursor: z.string().nullable() }),
  refusals: [],
})

export const changeRail = call({
  on: 'POST /api/operator/rail/change',
  title: '变更通道 Change a rail',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    rail: RailName,
    /** As it was looked at: what somebody else has changed meanwhile is not overwritten. */
    version: whole(1),
    ...railFields,
    /** From when it shall be so; at once where it is missing or has passed. */
    effectiveTime: time.optional(),
    reason: text(200, 2),
    requestNo,
  }),
  output: z.object({ done: z.enum(['DONE', 'PLANNED', 'ASKED']), approvalId: z.string().nullable() }),
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
  /** Yuan for one dollar: between banks, and for a customer. */
  mid: z.string(),
  customer: z.string(),
  spreadBps: z.int(),
  source: z.enum(['FEED', 'STAFF']),
  by: z.string().nullable(),
  /** Against the one before, in hundredths of a percent. */
  movedBps: z.int().nullable(),
  time: Time,
})
export const listRates = call({
  on: 'GET /api/operator/rate/list',
  title: '汇率 Exchange rates',
  who: 'staff:treasury.view',
  input: z.object({ cursor: z.string().max(200).optional() }),
  output: z.object({
    /** The latest of each pair. A fixed one has no age. */
    pairs: z.array(
      z.object({
        pair: z.string(),
        mid: z.string(),
        customer: z.string(),
        spreadBps: z.int(),
        source: z.enum(['FEED', 'STAFF', 'FIXED']),
        time: Time.nullable(),
        /** Nothing is priced with it any more, and the rails in it are closed. */
        stale: z.boolean(),
      }),
    ),
    maxMoveBps: z.int(),
    history: z.array(RateRow),
    cursor: z.string().nullable(),
    approvalId: z.string().nullable(),
  }),
  refusals: [],
})
/** How far from the last one a person may set a rate. Further is a mistake of typing. */
export const RATE_BOUND_BPS = 500
export const setRateByHand = call({
  on: 'POST /api/operator/rate/set',
  title: '人工设定汇率 Set the exchange rate manually',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    pair: z.literal('USD/CNY'),
    /** `7.2015`, yuan for one dollar between banks. */
    mid: z.string().regex(/^\d{1,2}(\.\d{1,6})?$/),
    spreadBps: whole(0, 1000),
    reason: text(200, 2),
    requestNo,
  }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['invalid', 'conflict', 'day_cap_reached'],
})
