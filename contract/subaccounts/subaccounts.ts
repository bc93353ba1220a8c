/** Sub-accounts: seats, budgets, and requests to the parent. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import {
  Cents,
  cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  preprocess,
  reading,
  requestNo,
  text,
  Time,
  whole,
  withDefault,
  yesNo,
  type Words,
} from '../core/fields.ts'
import {
  CodeSent,
  mobileFits,
  mobileInput,
  mobileWrong,
  Password,
  passwordsDiffer,
  SmsCode,
  subStatuses,
  PASSWORD_UNITS,
} from '../identity/identity.ts'
import { elements, type ElementKey } from '../core/permissions.ts'

export const askKinds = {
  BUDGET: { cn: '提高预算', en: 'Larger budget' },
  RIGHT: { cn: '开通权限', en: 'Permission' },
  FUNDS: { cn: '补充资金', en: 'Wallet top-up' },
  RENEW: { cn: '续期', en: 'Renewal' },
} as const satisfies Record<string, Words>
export type AskKind = keyof typeof askKinds

export const askStatuses = {
  OPEN: { cn: '待处理', en: 'Waiting' },
  GRANTED: { cn: '已同意', en: 'Approved' },
  DENIED: { cn: '已拒绝', en: 'Declined' },
} as const satisfies Record<string, Words>
export type AskStatus = keyof typeof askStatuses

export const enums = { askKind: askKinds, askStatus: askStatuses }

const namesOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
export const SubStatusName = namesOf(subStatuses)
const Period = z.enum(['DAY', 'MONTH', 'TOTAL'])
const subUid = text(40, 1)
const months = withDefault(whole(1, 12), 1)

/** In a form it is JSON; `null` removes the budget. */
const Budget = preprocess(
  (value) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value) as unknown
    } catch {
      return value
    }
  },
  z.nullable(z.object({ limit: cents(0), period: Period })),
) as unknown as z.ZodMiniType<
  { limit: number; period: z.infer<typeof Period> } | null,
  string | { limit: number; period: z.infer<typeof Period> } | null
>

const elementKey = z.string().check(
  z.maxLength(40),
  z.refine((key): key is ElementKey => Object.hasOwn(elements, key)),
) as unknown as z.ZodMiniType<ElementKey, string>

export const Sub = z.object({
  subUid: z.string(),
  nickname: z.string(),
  /** Masked. */
  mobile: z.string(),
  loginName: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  /** Granted in addition to the role. */
  extraKeys: z.array(z.object({ key: z.string(), name: z.string() })),
  status: SubStatusName,
  statusText: z.string(),
  online: Flag,
  lastLoginTime: z.nullable(Time),
  expireTime: Time,
  remainDays: z.int(),
  free: Flag,
  cardCount: z.int(),
  cardBalance: Cents,
  monthSpend: Cents,
  budget: z.nullable(
    z.object({ limit: Cents, used: Cents, period: Period, periodText: z.string(), resetTime: z.nullable(Time) }),
  ),
  /** Pending requests. */
  asks: z.int(),
  remark: z.string(),
  createTime: Time,
})
export type Sub = z.infer<typeof Sub>

export const Seats = z.object({
  free: z.int(),
  used: z.int(),
  paid: z.int(),
  max: z.int(),
  online: z.int(),
  expired: z.int(),
  asks: z.int(),
})

export const listSubs = call({
  on: 'GET /api/sub/list',
  title: '子账户列表 Sub-accounts',
  who: 'parent',
  input: z.object({
    ...pageInput,
    keyword: z.optional(text(40)),
    status: z.optional(SubStatusName),
    roleId: z.optional(text(60)),
  }),
  output: pageOf(Sub, z.object({ seats: Seats, seatPriceMonth: Cents })),
  refusals: [],
})

export const sendSubCode = call({
  on: 'GET /api/sub/add/getCode',
  title: '子账户操作验证码 Send a code to add a sub-account',
  who: 'parent',
  changes: true,
  perMinute: 10,
  input: nothing,
  output: CodeSent,
  refusals: ['code_locked'],
})

export const subOptions = call({
  on: 'GET /api/sub/user/enum',
  title: '子账户选项 Sub-account options',
  who: 'parent',
  input: nothing,
  output: z.array(z.object({ value: z.string(), label: z.string(), status: SubStatusName })),
  refusals: [],
})

/** Sub-accounts in one renewal. */
export const RENEWALS = 100

/** Without `subUids`: the price of one new seat. */
export const priceSeats = call({
  on: 'POST /api/sub/seatAmount',
  title: '席位价格 Quote seats',
  who: 'parent',
  action: 'seat',
  input: z.object({ subUids: z.optional(listOf(subUid, 0, RENEWALS)), months }),
  output: z.object({
    quoteId: z.string(),
    expireTime: Time,
    payable: Cents,
    walletBalance: Cents,
    enough: z.boolean(),
    seats: z.array(
      z.object({ subUid: z.string(), nickname: z.string(), free: Flag, price: Cents, newExpireTime: Time }),
    ),
  }),
  refusals: ['not_found', 'plan_excludes', 'plan_limit'],
})

export const loginName = pattern(/^[A-Za-z][\w.-]{3,19}$/, 'login_name')

export const addSub = call({
  on: 'POST /api/sub/add',
  title: '新增子账户 Open a sub-account',
  body: 'json',
  who: 'parent',
  action: 'seat',
  once: true,
  input: z
    .object({
      nickname: text(20, 2),
      ...mobileInput,
      loginName: z.optional(loginName),
      password: Password,
      confirmPassword: z.string().check(z.maxLength(PASSWORD_UNITS)),
      roleId: text(60, 1),
      months,
      budget: z.optional(z.object({ limit: cents(0), period: Period })),
      cardIds: z.optional(listOf(text(40, 1), 0, 200)),
      remark: z.optional(text(100)),
      code: SmsCode,
      quoteId: z.optional(id('quo')),
      requestNo,
    })
    .check(
      z.refine(mobileFits, mobileWrong),
      z.refine(({ password, confirmPassword }) => password === confirmPassword, passwordsDiffer),
    ),
  output: z.object({ subUid: z.string(), expireTime: Time, paid: Cents, free: Flag }),
  refusals: [
    'not_found',
    'plan_excludes',
    'plan_limit',
    'name_taken',
    'insufficient_wallet',
    'quote_expired',
    'quote_changed',
    'code_wrong',
    'code_expired',
    'code_locked',
  ],
})

export const freezeSub = call({
  on: 'POST /api/sub/frozen',
  title: '冻结 / 解冻子账户 Freeze or unfreeze a sub-account',
  who: 'parent',
  action: 'freeze',
  input: z.object({ subUid, frozen: yesNo, freezeCards: withDefault(yesNo, false) }),
  output: z.object({ status: SubStatusName, cards: z.int() }),
  refusals: ['not_found'],
})

export const resetSubPassword = call({
  on: 'POST /api/sub/resetPwd',
  title: '重置子账户密码 Reset a sub-account’s password',
  who: 'parent',
  perMinute: 10,
  input: z.object({ subUid, password: Password, code: z.optional(SmsCode) }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found', 'step_up', 'code_wrong', 'code_expired', 'code_locked'],
})

export const renewSubs = call({
  on: 'POST /api/sub/renew',
  title: '子账户续期 Renew sub-accounts',
  body: 'json',
  who: 'parent',
  action: 'seat',
  once: true,
  input: z
    .object({
      subUids: z.optional(listOf(subUid, 1, RENEWALS)),
      subUid: z.optional(subUid),
      months,
      quoteId: z.optional(id('quo')),
      requestNo,
    })
    .check(
      z.refine(({ subUids, subUid: one }) => subUids !== undefined || one !== undefined, {
        path: ['subUids'],
        message: 'required',
      }),
    ),
  output: z.object({ list: z.array(z.object({ subUid: z.string(), expireTime: Time })), paid: Cents }),
  refusals: ['not_found', 'plan_excludes', 'insufficient_wallet', 'quote_expired', 'quote_changed'],
})

export const editSub = call({
  on: 'POST /api/sub/editRole',
  title: '修改子账户 Edit a sub-account: role, name, budget, remark',
  who: 'parent',
  input: z.object({
    subUid,
    roleId: text(60, 1),
    nickname: z.optional(text(20, 2)),
    budget: z.optional(Budget),
    remark: z.optional(text(100)),
  }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found', 'name_taken'],
})

/** Without `subUid` the cards return to the account itself. */
export const handOverCards = call({
  on: 'POST /api/sub/handOver',
  title: '移交卡片 Hand over cards',
  who: 'parent',
  action: 'edit',
  input: z.object({ cardIds: listOf(text(40, 1), 1, 200), subUid: z.optional(subUid) }),
  output: z.object({ cards: z.int() }),
  refusals: ['not_found'],
})

const Ask = z.object({
  askId: z.string(),
  subUid: z.string(),
  subNickname: z.string(),
  kind: namesOf(askKinds),
  kindText: z.string(),
  amount: z.nullable(Cents),
  key: z.nullable(z.string()),
  keyText: z.nullable(z.string()),
  note: z.string(),
  status: namesOf(askStatuses),
  statusText: z.string(),
  answer: z.string(),
  createTime: Time,
  answerTime: z.nullable(Time),
})

/** Also open to an expired sub-account, whose request is then for its renewal. Repeating it before it is answered does not create another one. */
export const askParent = call({
  on: 'POST /api/sub/ask',
  title: '向主账户申请 Send a request to the parent account',
  who: 'sub',
  once: true,
  perMinute: 20,
  input: z
    .object({
      kind: namesOf(askKinds),
      amount: z.optional(cents(1, 10_000_000)),
      key: z.optional(elementKey),
      note: z.optional(text(200)),
      requestNo,
    })
    .check(
      z.refine(({ kind, amount }) => (kind === 'BUDGET' || kind === 'FUNDS') === (amount !== undefined), {
        path: ['amount'],
        message: 'required',
        when: reading('kind', 'amount'),
      }),
      z.refine(({ kind, key }) => (kind === 'RIGHT') === (key !== undefined), {
        path: ['key'],
        message: 'required',
        when: reading('kind', 'key'),
      }),
    ),
  output: z.object({ askId: z.string(), status: namesOf(askStatuses) }),
  refusals: ['conflict'],
})

/** A sub-account sees its own requests, the parent those of all sub-accounts. */
export const listAsks = call({
  on: 'GET /api/sub/asks',
  title: '申请列表 Requests of sub-accounts',
  who: 'member',
  input: z.object({ ...pageInput, status: z.optional(namesOf(askStatuses)), subUid: z.optional(text(40)) }),
  output: pageOf(Ask, z.object({ open: z.int() })),
  refusals: [],
})

export const answerAsk = call({
  on: 'POST /api/sub/answer',
  title: '处理申请 Answer a request',
  who: 'parent',
  once: true,
  input: z.object({
    askId: id('ask'),
    grant: yesNo,
    /** For BUDGET, if it differs from the requested amount. */
    amount: z.optional(cents(1, 10_000_000)),
    words: z.optional(text(200)),
    requestNo,
  }),
  output: z.object({ status: namesOf(askStatuses), statusText: z.string() }),
  refusals: ['not_found', 'ask_answered', 'conflict'],
})

/** How long after an answer it can be withdrawn. */
export const ANSWER_UNDO_S = 60

/** Reopens the request and restores the budget or permission. Refused once either has changed again. Renewals are paid for and cannot be withdrawn. */
export const undoAnswer = call({
  on: 'POST /api/sub/answerUndo',
  title: '撤回对申请的处理 Withdraw an answer',
  who: 'parent',
  once: true,
  input: z.object({ askId: id('ask'), requestNo }),
  output: z.object({ status: namesOf(askStatuses), statusText: z.string() }),
  refusals: ['not_found', 'conflict'],
})
