/** Everything about one account, for staff. Personal data is masked; revealing it requires a reason that the account holder can see. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Cents, Flag, id, pageInput, pageOf, text, Time, whole, withDefault, type Words } from '../core/fields.ts'

export const AccountId = id('usr')

/** The owner of a record, as shown to staff. */
export const Holder = z.object({ accountId: z.string(), userNo: z.string(), nickname: z.string() })

/** Search terms are recognised by their format. */
export const accountFinds = {
  MOBILE: { cn: '手机号', en: 'Mobile' },
  USER_NO: { cn: '用户编号', en: 'User number' },
  LAST_FOUR: { cn: '卡号后四位', en: 'Last four digits' },
  TX_HASH: { cn: '交易哈希', en: 'Transaction hash' },
} as const satisfies Record<string, Words>
export type AccountFind = keyof typeof accountFinds
const Find = z.enum(Object.keys(accountFinds) as [AccountFind, ...AccountFind[]])

const accountStates = ['ACTIVE', 'CLOSING', 'CLOSED', 'DEACTIVATED'] as const
export const AccountLine = z.object({
  accountId: z.string(),
  userNo: z.string(),
  nickname: z.string(),
  /** `138****0001` */
  mobile: z.string(),
  status: z.enum(accountStates),
  statusText: z.string(),
  risk: z.enum(['NORMAL', 'WARN', 'SHUTDOWN']),
  /** The account owes money. */
  restricted: Flag,
  /** Restricted by staff. */
  held: Flag,
  /** Its funds are frozen by staff. */
  frozen: Flag,
  identity: z.enum(['NONE', 'PENDING', 'PASSED', 'REJECTED']),
  createTime: Time,
})
export type AccountLine = z.infer<typeof AccountLine>

export const searchAccounts = call({
  on: 'GET /api/operator/account/search',
  title: '查找账户 Find accounts',
  who: 'staff:account.view',
  perMinute: 120,
  input: z.object({ keyword: text(80, 4) }),
  output: z.object({
    by: z.nullable(Find),
    list: z.array(AccountLine),
    /** More accounts match than are returned; a more specific search is needed. */
    more: z.boolean(),
  }),
  refusals: [],
})

/** Which accounts come first. `SEEN`: those that the caller has viewed, most recent first. */
export const accountSorts = {
  NEWEST: { cn: '最新', en: 'Newest' },
  BIGGEST: { cn: '资金最多', en: 'Biggest' },
  RISKIEST: { cn: '拒付率最高', en: 'Riskiest' },
  SEEN: { cn: '最近查看', en: 'Recently viewed' },
} as const satisfies Record<string, Words>
export type AccountOrder = keyof typeof accountSorts
const Order = z.enum(Object.keys(accountSorts) as [AccountOrder, ...AccountOrder[]])

/** What makes an account worth a look. */
export const accountMarks = {
  STOPPED: { cn: '已停用全部卡片', en: 'Cards stopped' },
  HELD: { cn: '员工限制', en: 'Restricted by staff' },
  FROZEN: { cn: '资金冻结', en: 'Funds frozen' },
  OWES: { cn: '有欠款', en: 'Owes money' },
  LEAVING: { cn: '注销中或已停用', en: 'Closing or deactivated' },
} as const satisfies Record<string, Words>
export type AccountMark = keyof typeof accountMarks
const Mark = z.enum(Object.keys(accountMarks) as [AccountMark, ...AccountMark[]])

/** Without personal data: no mobile, so the list itself is no look at an account. The call is recorded in the staff's chain. */
export const ListedAccount = z.extend(z.omit(AccountLine, { mobile: true }), {
  /** In the wallet and on cards. */
  money: Cents,
  /** Of the last 30 days; null without purchases. */
  declineBps: z.nullable(z.int()),
  /** When the caller last viewed it. */
  seenTime: z.nullable(Time),
})
export type ListedAccount = z.infer<typeof ListedAccount>

export const listAccounts = call({
  on: 'GET /api/operator/account/page',
  title: '账户列表 Accounts',
  who: 'staff:account.view',
  perMinute: 120,
  input: z.object({ ...pageInput, order: withDefault(Order, 'NEWEST'), mark: z.optional(Mark) }),
  output: pageOf(ListedAccount),
  refusals: [],
})

export const showAccount = call({
  on: 'GET /api/operator/account/info',
  title: '账户总览 Account',
  who: 'staff:account.view',
  input: z.object({ accountId: AccountId }),
  output: z.extend(AccountLine, {
    plan: z.object({ name: z.string(), expireTime: z.nullable(Time) }),
    /** `owed`: everything the account owes; `owedOnCards`: the part of it from cards below zero, including deleted cards. */
    wallet: z.object({ available: Cents, held: Cents, owed: Cents, owedOnCards: Cents }),
    cards: z.object({ live: whole(0), balance: Cents }),
    subs: whole(0),
    logins: z.array(
      z.object({ loginId: z.string(), kind: z.enum(['PARENT', 'SUB']), name: z.string(), mobile: z.string() }),
    ),
  }),
  refusals: ['not_found'],
})

const ofAccount = z.object({ accountId: AccountId, ...pageInput })

export const accountFlows = call({
  on: 'GET /api/operator/account/flows',
  title: '账户资金 Wallet entries of an account',
  who: 'staff:account.view',
  input: ofAccount,
  output: pageOf(
    z.object({
      flowId: z.string(),
      time: Time,
      typeText: z.string(),
      direction: z.enum(['IN', 'OUT']),
      amount: Cents,
      balanceAfter: z.nullable(Cents),
      bizNo: z.string(),
    }),
  ),
  refusals: ['not_found'],
})

export const accountCards = call({
  on: 'GET /api/operator/account/cards',
  title: '账户卡片 Cards of an account',
  who: 'staff:account.view',
  input: ofAccount,
  output: pageOf(
    z.object({
      cardId: z.string(),
      cardSeqNo: z.string(),
      lastFour: z.nullable(z.string()),
      segment: z.string(),
      balance: Cents,
      status: z.string(),
      statusText: z.string(),
      openTime: Time,
      owner: z.nullable(z.string()),
    }),
  ),
  refusals: ['not_found'],
})

export const accountDeclines = call({
  on: 'GET /api/operator/account/declines',
  title: '账户拒付 Declines of an account',
  who: 'staff:account.view',
  input: ofAccount,
  output: pageOf(
    z.object({
      id: z.string(),
      time: Time,
      merchant: z.string(),
      amount: Cents,
      reasonText: z.string(),
      /** The name of staff's rule that declined it, if one did. */
      rule: z.nullable(z.string()),
      lastFour: z.nullable(z.string()),
    }),
  ),
  refusals: ['not_found'],
})

export const accountOrders = call({
  on: 'GET /api/operator/account/orders',
  title: '账户充值 Top-up orders of an account',
  who: 'staff:account.view',
  input: ofAccount,
  output: pageOf(
    z.object({
      orderNo: z.string(),
      time: Time,
      railText: z.string(),
      credit: Cents,
      status: z.string(),
      statusText: z.string(),
      txHash: z.nullable(z.string()),
    }),
  ),
  refusals: ['not_found'],
})

export const accountSessions = call({
  on: 'GET /api/operator/account/sessions',
  title: '账户会话 Sessions of an account',
  who: 'staff:account.view',
  input: ofAccount,
  output: pageOf(
    z.object({
      sessionId: z.string(),
      name: z.string(),
      device: z.string(),
      ip: z.string(),
      createTime: Time,
      activeTime: Time,
      open: Flag,
    }),
  ),
  refusals: ['not_found'],
})

export const accountLog = call({
  on: 'GET /api/operator/account/log',
  title: '账户操作日志 Operation log of an account',
  who: 'staff:account.view',
  input: ofAccount,
  output: pageOf(
    z.object({
      id: z.string(),
      time: Time,
      who: z.string(),
      typeText: z.string(),
      target: z.string(),
      content: z.string(),
    }),
  ),
  refusals: ['not_found'],
})

/** Not `once`: a stored answer would keep the clear text. Each reveal is a row in both logs. */
export const revealMobile = call({
  on: 'POST /api/operator/account/reveal',
  title: '查看手机号明文 Reveal a mobile number',
  who: 'staff:account.reveal',
  perMinute: 10,
  input: z.object({ accountId: AccountId, loginId: id('lgn'), reason: text(200, 4) }),
  output: z.object({ mobile: z.string() }),
  refusals: ['not_found', 'reveal_cap_reached'],
})
