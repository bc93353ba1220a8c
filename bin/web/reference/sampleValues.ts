/** A plausible value for a field: by its name where that says more than its type. */
import type { Field } from '#web/reference/described.ts'

/** 27 November 2026, 12:00 in Shanghai. */
export const NOON = Date.UTC(2026, 10, 27, 4)
const DAY = 86_400_000
export const ULID = '01KB2P7V4XQ8M3N6R9S1T5W0YZ'

type Value = string | number | boolean

/** By name; the first that fits the field's own bounds is taken. */
const named: Readonly<Record<string, readonly Value[]>> = {
  pageNo: [1],
  pageSize: [20],
  requestNo: ['order-2026-11-27-0001'],
  amount: [10_000, 1_000],
  rechargeAmount: [10_000],
  rail: ['USDT_TRC20'],
  amountStr: ['100.000000', '100.00'],
  vid: ['VISA-US-1'],
  username: ['13800000001'],
  mobile: ['13800000001'],
  area: ['86'],
  password: ['your-password'],
  confirmPassword: ['your-password'],
  oldPassword: ['your-password'],
  newPassword: ['your-next-password'],
  code: ['123456', 'US', 200],
  smsCode: ['123456'],
  googleCode: ['123456'],
  newCode: ['123456'],
  firstName: ['Ana'],
  lastName: ['Lopez'],
  holder: ['Ana Lopez'],
  holderName: ['Ana Lopez'],
  realName: ['王小明'],
  nickname: ['Kaika Demo'],
  loginName: ['ana2026'],
  name: ['Advertising'],
  street: ['1 Cedar Avenue'],
  city: ['Portland'],
  state: ['OR', 'ACTIVE'],
  zipCode: ['97201'],
  country: ['US'],
  address: ['1 Cedar Avenue, Portland, OR 97201'],
  lastFour: ['4242'],
  segment: ['485932'],
  bin: ['485932'],
  cardSeqNo: ['10000123', 'C10000123'],
  number: ['4859 32** **** 4242', '4859320000004242'],
  cvc: ['***', '123'],
  expMonth: [11, '11'],
  expYear: [2029, '2029'],
  expiry: ['11/29'],
  mcc: ['5816'],
  merchant: ['GOOGLE *ADS'],
  merchantName: ['GOOGLE *ADS'],
  descriptor: ['GOOGLE *ADS'],
  currency: ['USD'],
  ribbon: ['WALLET.OUT.CARDS'],
  batchNo: ['B20261127001'],
  withdrawalNo: ['W20261127001'],
  unit: ['USD'],
  cardId: [`crd_${ULID}`],
  quoteId: [`quo_${ULID}`],
  orderNo: ['C20261127001'],
  approvalId: [`apr_${ULID}`],
  accountId: [`usr_${ULID}`],
  userId: ['10000001'],
  cardAuthId: [`atx_${ULID}`],
  tradeId: [`trd_${ULID}`],
  transferId: [`trf_${ULID}`],
  brandId: [`brd_${ULID}`],
  disputeId: [`dsp_${ULID}`],
  codeId: [`cod_${ULID}`],
  scopeId: [`crd_${ULID}`],
  groupName: ['Advertising'],
  subNickname: ['Media buying'],
  midRate: ['7.20'],
  feeDetail: ['Opening fee $3.00, load fee 2.50%'],
  suggest: ['Load $1 to $2 more than you plan to spend'],
  popMsg: [''],
  arrival: ['Within minutes'],
  target: ['138****0001'],
  path: ['/home'],
  title: ['Scheduled maintenance'],
  content: ['Card openings pause on Sunday from 02:00 to 03:00.'],
  payUnit: ['USD', 'USDT'],
  rate: ['7.18', 7.18],
  reason: ['Agreed with the account holder in ticket 4711'],
  remark: ['Campaign in November'],
  note: ['Campaign in November'],
  email: ['ana@example.com'],
  ip: ['203.0.113.7'],
  device: ['Chrome on Windows'],
  timeZone: ['Asia/Shanghai'],
  lang: ['en'],
  msg: ['success'],
  total: [1],
  haveNext: [false],
  months: [1],
  days: [30],
  num: [1],
  gid: ['cgr_' + ULID],
  tagId: ['tag_' + ULID],
  tags: ['tag_' + ULID],
  tagIds: ['tag_' + ULID],
  subUid: ['10000012'],
  subUids: ['10000012'],
  couponId: ['cpn_' + ULID],
  groupId: ['pln_standard'],
  roleId: ['rol_viewer'],
  userNo: ['10000001'],
  userNos: ['10000001'],
  fileId: ['fil_' + ULID],
  credential: ['kr_A0v2Xq8M3N6R9S1T5W0YZ'],
  access_token: ['ka_Bq8M3N6R9S1T5W0YZ01KB2P7V4X'],
  refresh_token: ['kf_Bq8M3N6R9S1T5W0YZ01KB2P7V4X'],
  ticket: ['kt_q8M3N6R9S1T5W0YZ01KB2P7V4X'],
  token: ['kt_q8M3N6R9S1T5W0YZ01KB2P7V4X'],
  grant_type: ['refresh_token'],
  month: ['2026-11'],
  day: ['2026-11-27'],
  valueDate: ['2026-11-27'],
  invoiceDate: ['2026-11-27'],
  from: ['09:00', NOON - DAY],
  to: ['18:00', NOON],
  bankName: ['China Merchants Bank'],
  cardNo: ['6225880212345673'],
  bankCardNo: ['6225880212345673'],
  idNo: ['110101199003071233'],
  cursor: ['eyJhZnRlciI6MjB9'],
  txHash: ['9f2c4a7be1d0835f6c9ab47de2105f38c6b19d0e7a4f25831bce96d70a3f8e54'],
  payload: ['eyJjaGFsbGVuZ2UiOnt9fQ=='],
  key: ['a1b2c3d4e5f6', 'card:freeze'],
  url: ['https://kaika.example/'],
  uploadUrl: ['https://kaika.example/file/pub/upload'],
  color: ['green'],
  invite: ['88000001'],
  confirmText: ['10000001'],
  cn: ['已生效'],
  en: ['Active'],
  declineRateBps: [202],
  rateBps: [202],
}

/** By the end of the name. */
const endings: readonly (readonly [ending: RegExp, values: readonly Value[]])[] = [
  [/(overtime|nextTime)$/i, [NOON + 7_200_000]],
  [/(expireTime|dueTime|deadline|resetTime|At|until)$/i, [NOON + 30 * DAY]],
  [/(Start|startTime|from)$/, [NOON - 7 * DAY]],
  [/(Time|Date|End)$/, [NOON, '2026-11-27']],
  [/Cn$/, ['标准版']],
  [/En$/, ['Standard']],
  [/Text$/, ['Active']],
  [/(Url|uri)$/, ['https://kaika.example/']],
  [/mobile$/i, ['138****0001']],
  [/country$/i, ['US']],
  [/(currency|unit)$/i, ['USD']],
  [/Str$/, ['100.000000', '100.00', '100']],
  [/Bps$/, [150]],
]

/** By the pattern, where neither name nor bounds are enough. */
const shapes: readonly Value[] = [
  '123456',
  '1234',
  '5816',
  'US',
  'USD',
  '09:00',
  '2026-11-27',
  '2026-11',
  '100.00',
  '10000001',
  'abc123',
  'order-2026-11-27-0001',
  'VISA-US-1',
  'INV-2026-11',
  'ana2026',
  '1',
  'a'.repeat(64),
  '0'.repeat(64),
  'A'.repeat(122),
  'A'.repeat(86),
  'pln_standard',
  'USD-CNY',
  'USD/CNY',
  '1.25',
  'lim1',
]

export function valueOf(field: Field, io: 'input' | 'output'): unknown {
  const { name, kind, choices, default: usual } = field
  if (kind === 'file') return io === 'input' ? FILE : 'bytes'
  if (choices) return preferred(field)
  if (kind === 'boolean') return io === 'output' ? true : (usual ?? true)
  if (kind === 'id') return `${field.prefixes?.[0] ?? 'id'}_${ULID}`
  if (kind === 'any') return field.nullable ? null : {}
  const found = [...(named[name] ?? []), ...endings.flatMap(([ending, values]) => (ending.test(name) ? values : []))]
  const fit = found.find((value) => fits(field, value))
  if (fit !== undefined) return fit
  if (kind === 'integer' || kind === 'number') {
    if (field.unit === 'time') return NOON
    const plain = field.unit === 'cents' ? 10_000 : 1
    return Math.min(Math.max(plain, field.min ?? plain), field.max ?? plain)
  }
  const texts = field.pattern ? shapes : [words(name), ...shapes]
  return texts.find((value) => fits(field, value)) ?? words(name).slice(0, field.maxLength)
}

/** Takes the place of a file until a snippet says how to send one. */
const FILE = 'file'

/** What is in order rather than what is not. */
function preferred({ choices = [], name }: Field): unknown {
  const values = choices.map(({ value }) => value)
  const wanted = [...(named[name] ?? []), 'ACTIVE', 'SUCCESS', 'APPROVED', 'ON']
  return wanted.find((value) => values.includes(value)) ?? values[0]
}

function fits(field: Field, value: Value): boolean {
  if (field.kind === 'integer' || field.kind === 'number')
    return typeof value === 'number' && value >= (field.min ?? value) && value <= (field.max ?? value)
  return (
    typeof value === 'string' &&
    value.length >= (field.minLength ?? 0) &&
    value.length <= (field.maxLength ?? Infinity) &&
    (field.pattern === undefined || new RegExp(field.pattern, 'u').test(value))
  )
}

/** `merchantWords` as `merchant words`. */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) || 'text'
