/**
 * Lists as files: exactly the rows that the filters on the screen match, in the order on the screen. Every row of this file returns bytes except the one that
 * prepares full card numbers.
 */
import * as z from 'zod/mini'
import { call, fileAnswer } from '../core/call.ts'
import { GroupOrNone, GROUPS_AT_MOST } from '../cards/groups.ts'
import { cardFilters, cardScope } from '../cards/shapes.ts'
import { listOf, text, Time, withDefault, yesNo, type Words } from '../core/fields.ts'
import { flowFilters } from '../funding/funding.ts'
import { authFilters, declineFilters, tradeFilters } from '../trades/trades.ts'

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The columns of a card export, in order: first the ones that customers' own spreadsheets expect, then the remaining columns of the list. */
export const cardExportColumns = {
  cardSeqNo: { cn: '卡序列号', en: 'Card serial no.' },
  deposit: { cn: '累计充值', en: 'Total loaded' },
  consume: { cn: '累计消费', en: 'Total spent' },
  balance: { cn: '余额', en: 'Balance' },
  number: { cn: '卡号', en: 'Card number' },
  cvc: { cn: 'CVC', en: 'CVC' },
  expiry: { cn: '有效期', en: 'Expiry' },
  status: { cn: '开卡状态', en: 'Status' },
  openTime: { cn: '开卡时间', en: 'Opened' },
  firstName: { cn: 'FirstName', en: 'First name' },
  lastName: { cn: 'LastName', en: 'Last name' },
  state: { cn: '州', en: 'State' },
  city: { cn: '城市', en: 'City' },
  street: { cn: '街道', en: 'Street' },
  zipCode: { cn: '邮编', en: 'ZIP code' },
  tags: { cn: '标签', en: 'Tags' },
  groupName: { cn: '分组名称', en: 'Group' },
  available: { cn: '可用余额', en: 'Available' },
  pending: { cn: '冻结中', en: 'Pending' },
  remark: { cn: '备注', en: 'Remark' },
  account: { cn: '子账户', en: 'Sub-account' },
} as const satisfies Record<string, Words>
export type CardExportColumn = keyof typeof cardExportColumns
export const cardExportKeys = Object.keys(cardExportColumns) as [CardExportColumn, ...CardExportColumn[]]
/** Excluded by default: the security code, and everything outside the product's own list of columns. */
const onInput = new Set<CardExportColumn>(['cvc', 'available', 'pending', 'remark', 'account'])
export const usualCardColumns = cardExportKeys.filter((key) => !onInput.has(key))

export const enums = { exportColumn: cardExportColumns }

/** The maximum number of cards in an export of full numbers, and how long its link is valid. */
export const FULL_EXPORT_MAX = 500
export const FULL_LINK_MINUTES = 10
/** Rows in one file: two Excel sheets, about a minute of processor time as a workbook. Longer exports are split by month. */
export const EXPORT_MAX = 2_000_000

const format = withDefault(z.enum(exportFormats), 'xlsx')
const { pageNo: _, pageSize: _size, cursor: _cursor, ...cardsBy } = cardFilters.shape
const file = { file: true, perMinute: 30, output: fileAnswer } as const
/** `columns` beyond the usual: `FULL` selects the file that {@link exportFullCards} prepared, with `ticket` as its link. */
const cardColumns = z.optional(listOf(z.enum([...cardExportKeys, 'FULL']), 0, 40))

export const exportCards = call({
  on: 'GET /api/card/cardDown',
  title:
    '导出卡片（columns=FULL 为已备好的完整卡号，仅一次） Export cards; with columns=FULL, download the prepared full numbers once',
  who: 'card:export',
  ...file,
  input: z.object({ ...cardsBy, columns: cardColumns, format, ticket: z.optional(text(100)) }),
  refusals: ['export_too_large', 'step_up', 'not_permitted', 'line_full', 'turn_too_late', 'busy'],
})

export const exportGroupCards = call({
  on: 'GET /api/cardGroup/cardDown',
  title: '导出分组的卡片（含子账户） Export the cards of groups, including sub-accounts',
  who: 'parent',
  ...file,
  input: z.object({
    ...cardsBy,
    gid: listOf(GroupOrNone, 1, GROUPS_AT_MOST),
    scope: withDefault(cardScope, 'all'),
    columns: cardColumns,
    format,
    ticket: z.optional(text(100)),
  }),
  refusals: ['not_found', 'export_too_large', 'step_up', 'not_permitted', 'line_full', 'turn_too_late', 'busy'],
})

export const exportFullCards = call({
  on: 'POST /api/card/cardDown/full',
  title:
    '准备完整卡号：加密文件、一次性链接与密码 Prepare an encrypted file of full card numbers, with a one-time link and its password',
  who: 'card:exportFull',
  action: 'reveal',
  perMinute: 6,
  input: z.object({
    ...cardsBy,
    columns: z.optional(listOf(z.enum(cardExportKeys), 0, 40)),
    cvc: withDefault(yesNo, false),
    ticket: z.optional(text(100)),
  }),
  output: z.object({
    /** The `ticket` for the download: valid once, for the person who prepared it. */
    link: z.string(),
    /** Opens the file. Returned only in this answer and not stored. */
    password: z.string(),
    /** Cards in the file, and how many of them have a full number. */
    count: z.int(),
    revealed: z.int(),
    expireTime: Time,
  }),
  refusals: ['step_up', 'export_too_large', 'not_found', 'issuer_unavailable', 'too_fast'],
})

export const exportAuthorizations = call({
  on: 'GET /api/cardTrade/authTransDown',
  title: '导出授权或拒付记录 Export authorizations, or declines with tab=refuse',
  who: 'trade:export',
  ...file,
  input: z.object({
    ...authFilters.shape,
    ...declineFilters.shape,
    tab: withDefault(z.enum(['auth', 'refuse']), 'auth'),
    format,
  }),
  refusals: ['export_too_large', 'line_full', 'turn_too_late', 'busy'],
})

export const exportTrades = call({
  on: 'GET /api/cardTrade/transDown',
  title: '导出结算记录 Export settled transactions',
  who: 'trade:export',
  ...file,
  input: z.object({ ...tradeFilters.shape, format }),
  refusals: ['export_too_large', 'line_full', 'turn_too_late', 'busy'],
})

export const exportFlows = call({
  on: 'GET /api/account/flowDown',
  title: '导出资金明细 Export the wallet statement',
  who: 'flow:export',
  ...file,
  input: z.object({ ...flowFilters, format }),
  refusals: ['export_too_large', 'line_full', 'turn_too_late', 'busy'],
})
