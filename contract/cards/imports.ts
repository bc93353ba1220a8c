/** Opening cards from an Excel file: the template, the checked and priced file, and the file with results. */
import * as z from 'zod/mini'
import { call, fileAnswer } from '../core/call.ts'
import { keysOf } from './shapes.ts'
import { Cents, cents, Flag, pattern, requestNo, text, Time, withDefault, yesNo, type Words } from '../core/fields.ts'
import { sheetField } from '../core/files.ts'

/** The columns of the template, in order. A file may order them differently, with these headings in either language. */
export const importColumns = {
  vid: { cn: '卡段', en: 'Segment' },
  firstName: { cn: 'FirstName', en: 'FirstName' },
  lastName: { cn: 'LastName', en: 'LastName' },
  street: { cn: '街道', en: 'Street' },
  city: { cn: '城市', en: 'City' },
  state: { cn: '州', en: 'State' },
  zipCode: { cn: '邮编', en: 'Zip code' },
  rechargeAmount: { cn: '充值金额', en: 'Recharge amount' },
  tags: { cn: '标签', en: 'Tags' },
  remark: { cn: '备注', en: 'Remark' },
  /** By its name. Added last, because earlier files are stored by place. */
  template: { cn: '模板', en: 'Template' },
} as const satisfies Record<string, Words>
export type ImportColumn = keyof typeof importColumns
export const importFields = keysOf<ImportColumn>(importColumns)

/** Headings of the result columns in the returned file. */
export const resultColumns = {
  status: { cn: '结果', en: 'Result' },
  cardSeqNo: { cn: '卡序列号', en: 'Card serial' },
  message: { cn: '说明', en: 'Message' },
} as const satisfies Record<string, Words>

export const IMPORT_MAX_BYTES = 2_000_000
export const IMPORT_MAX_ROWS = 1_000

const lang = z.optional(z.enum(['cn', 'en']))

export const importTemplate = call({
  on: 'GET /api/card/importTemplate',
  title: '开卡 Excel 模板 Excel template for opening cards',
  who: 'card:import',
  file: true,
  perMinute: 30,
  input: z.object({ vid: z.optional(text(20)), lang }),
  output: fileAnswer,
  refusals: [],
})

const ImportFault = z.object({
  row: z.int(),
  field: z.enum(importFields),
  /** In the language of the request; `words` has both. */
  msg: z.string(),
  words: z.object({ cn: z.string(), en: z.string() }),
})
export type ImportFault = z.output<typeof ImportFault>

export const importData = call({
  on: 'POST /api/card/importData',
  title: 'Excel 开卡：全部行正确才扣款 Open cards from an Excel file: nothing is charged unless all rows are valid',
  body: 'multipart',
  who: 'card:import',
  action: 'open',
  once: true,
  perMinute: 60,
  input: z.object({
    file: sheetField({ maxBytes: IMPORT_MAX_BYTES, maxRows: IMPORT_MAX_ROWS + 1, maxColumns: 32 }),
    unit: withDefault(z.literal('USD'), 'USD'),
    gid: z.optional(text(40)),
    couponId: z.optional(text(40)),
    /** Check and price the file without opening anything. */
    dryRun: withDefault(yesNo, false),
    /** The price that was shown for the file; a different price is refused. */
    expectTotal: z.optional(cents(0)),
    requestNo,
  }),
  output: z.object({
    status: z.enum(['INVALID', 'READY', 'RUNNING']),
    batchNo: z.nullable(z.string()),
    total: z.int(),
    valid: z.int(),
    invalid: z.int(),
    /** Rows that an earlier import already opened, because the result file was uploaded again. */
    skipped: z.int(),
    /** Covers the valid rows. */
    totalCost: Cents,
    parts: z.object({ openFee: Cents, amount: Cents, serviceFee: Cents, couponOff: Cents }),
    unit: z.string(),
    walletBalance: z.nullable(Cents),
    enough: Flag,
    /** Why the file as a whole cannot be opened now: wallet balance, plan or identity. */
    stop: z.nullable(z.object({ reason: z.string(), words: ImportFault.shape.words })),
    /** The same file was opened before. */
    before: z.nullable(z.object({ batchNo: z.string(), time: Time })),
    errors: z.array(ImportFault),
    /** Every row as it was read, with the segment and amount of the template that it names, in the order of columns; only while nothing has been opened. */
    rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()), cost: z.nullable(Cents) })),
  }),
  refusals: [
    'coupon_unusable',
    'insufficient_wallet',
    'budget_exceeded',
    'plan_limit',
    'plan_excludes',
    'identity_required',
    'holder_unverified',
    'range_unavailable',
    'range_paused',
    'quote_changed',
    'sub_frozen',
    'not_found',
    'line_full',
    'turn_too_late',
  ],
})

export const importResult = call({
  on: 'GET /api/card/importResult',
  title: '导入结果文件（逐行） Download the imported file with the result of each row',
  who: 'card:import',
  file: true,
  perMinute: 30,
  input: z.object({ batchNo: pattern(/^B\d{11}$/), lang }),
  output: fileAnswer,
  refusals: ['not_found'],
})
