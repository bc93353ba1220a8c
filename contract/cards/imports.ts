/** Opening cards from an Excel file: the template, the file with its faults and its price, and the file with its results. */
import * as z from 'zod'
import { call, fileAnswer } from '../core/call.ts'
import { keysOf } from './shapes.ts'
import { Cents, cents, Flag, requestNo, text, Time, yesNo, type Words } from '../core/fields.ts'
import { sheetField } from '../core/files.ts'

/** The columns of the template, in their order. A file may have them in any other, by these headings in either language. */
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
} as const satisfies Record<string, Words>
export type ImportColumn = keyof typeof importColumns
export const importFields = keysOf<ImportColumn>(importColumns)

/** What the columns of results are called in the file that comes back. */
export const resultColumns = {
  status: { cn: '结果', en: 'Result' },
  cardSeqNo: { cn: '卡序列号', en: 'Card serial' },
  message: { cn: '说明', en: 'Message' },
} as const satisfies Record<string, Words>

export const IMPORT_MAX_BYTES = 2_000_000
export const IMPORT_MAX_ROWS = 1_000

const lang = z.enum(['cn', 'en']).optional()

export const importTemplate = call({
  on: 'GET /api/card/importTemplate',
  title: '开卡 Excel 模板 Excel template for opening cards',
  who: 'card:import',
  file: true,
  perMinute: 30,
  input: z.object({ vid: text(20).optional(), lang }),
  output: fileAnswer,
  refusals: [],
})

const ImportFault = z.object({
  row: z.int(),
  field: z.enum(importFields),
  /** In the language that was asked for; `words` has both. */
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
    unit: z.literal('USD').default('USD'),
    gid: text(40).optional(),
    couponId: text(40).optional(),
    /** Look at it and price it; open nothing. */
    dryRun: yesNo.default(false),
    /** What was shown as the price of the file; another one is refused. */
    expectTotal: cents(0).optional(),
    requestNo,
  }),
  output: z.object({
    status: z.enum(['INVALID', 'READY', 'RUNNING']),
    batchNo: z.string().nullable(),
    total: z.int(),
    valid: z.int(),
    invalid: z.int(),
    /** Rows that an earlier import has opened already: the file that came back was sent again. */
    skipped: z.int(),
    /** Of the rows that are right. */
    totalCost: Cents,
    parts: z.object({ openFee: Cents, amount: Cents, serviceFee: Cents, couponOff: Cents }),
    unit: z.string(),
    walletBalance: Cents.nullable(),
    enough: Flag,
    /** Why the file as a whole cannot be opened now: the wallet, the plan, identity. */
    stop: z.object({ reason: z.string(), words: ImportFault.shape.words }).nullable(),
    /** The same file was opened before. */
    before: z.object({ batchNo: z.string(), time: Time }).nullable(),
    errors: z.array(ImportFault),
    /** Every row as it was read, in the order of the template's columns; only while nothing was opened. */
    rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()), cost: Cents.nullable() })),
  }),
  refusals: [
    'coupon_unusable',
    'insufficient_wallet',
    'budget_exceeded',
    'plan_limit',
    'plan_excludes',
    'identity_required',
    'range_unavailable',
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
  input: z.object({ batchNo: z.string().regex(/^B\d{11}$/), lang }),
  output: fileAnswer,
  refusals: ['not_found'],
})
