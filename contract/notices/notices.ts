/** Notices, option lists, and the figures of the overview. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, id, pageInput, text, Time, whole, withDefault, yesNo } from '../core/fields.ts'
import { noticeLevels } from './news.ts'

export { events, noticeLevels, type NewsEvent, type NoticeLevel } from './news.ts'

export const enums = { noticeLevel: noticeLevels }

const NoticeItem = z.object({ id: z.string(), title: z.string(), createTime: Time, msg: z.string() })

/** What a notice tells of, where it is known. `count`: of how many of them, one if absent; `cents`: the amount. */
export const NoticeFacts = z.object({
  cardId: z.optional(z.string()),
  last4: z.optional(z.string()),
  merchant: z.optional(z.string()),
  name: z.optional(z.string()),
  count: z.optional(z.int()),
  cents: z.optional(z.int()),
  reason: z.optional(z.string()),
})

export const carousel = call({
  on: 'GET /api/notice/list',
  title: '公告轮播 Notice carousel',
  who: 'member',
  input: z.object({ limit: withDefault(whole(1, 50), 10) }),
  output: z.array(z.extend(NoticeItem, { level: z.string() })),
  refusals: [],
})

export const personalNotices = call({
  on: 'GET /api/notice/userNotice',
  title: '个人通知 Personal notifications',
  who: 'member',
  input: z.object({ unread: withDefault(yesNo, true), limit: withDefault(whole(1, 100), 20) }),
  output: z.object({
    unread: z.int(),
    /** Pending requests of sub-accounts, which only the account holder answers. */
    requests: z.int(),
    list: z.array(
      z.extend(NoticeItem, {
        event: z.string(),
        /** Its group in the notification settings. */
        kind: z.string(),
        level: z.string(),
        facts: z.nullable(NoticeFacts),
        /** `msg` without HTML. */
        text: z.string(),
        bizType: z.string(),
        bizId: z.string(),
        read: Flag,
      }),
    ),
  }),
  refusals: [],
})

export const mustReadNotices = call({
  on: 'GET /api/notice/noticeForUser',
  title: '必读公告 Notices that need confirmation',
  who: 'member',
  input: nothing,
  output: z.array(z.extend(NoticeItem, { mustRead: Flag })),
  refusals: [],
})

export const readNotice = call({
  on: 'GET /api/notice/readNotice',
  title: '标记已读 Mark as read',
  who: 'member',
  changes: true,
  input: z.object({ id: id('ntc', 'ntp') }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found'],
})

export const pageOfNotices = call({
  on: 'GET /api/notice/page',
  title: '公告列表 All notices',
  who: 'member',
  input: z.object({ pageNo: pageInput.pageNo, pageSize: pageInput.pageSize }),
  output: z.object({
    data: z.array(NoticeItem),
    list: z.array(NoticeItem),
    total: z.int(),
    pageNo: z.int(),
    pageSize: z.int(),
    haveNext: z.boolean(),
  }),
  refusals: [],
})

export const bannerNotices = call({
  on: 'GET /api/notice/moveNotice',
  title: '滚动公告 Notice banner',
  who: 'member',
  input: nothing,
  output: z.array(z.object({ id: z.string(), title: z.string(), msg: z.string() })),
  refusals: [],
})

/** Public: the sign-up page needs some of them, and none contains personal data. */
export const enumList = call({
  on: 'GET /api/enum/list',
  title: '选项列表 Option lists',
  who: 'public',
  input: z.object({ type: text(40, 1), lang: z.optional(z.enum(['cn', 'en'])) }),
  output: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      color: z.optional(z.string()),
      ext: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  refusals: [],
})

/**
 * Cents spent: the ledger's entries on card accounts (2020) for purchases and fees, less those for refunds and reversals, by posting day in Asia/Shanghai. For
 * a sub-account: the ones posted while it had the card, and their reversals. Today, yesterday, this calendar month, and all time; `trend` has the same by day,
 * and a card's `consume` the same over its life.
 */
const Spend = z.object({ today: z.int(), yesterday: z.int(), month: z.int(), total: z.int() })
const CardCounts = z.object({ total: z.int(), active: z.int(), frozen: z.int(), closed: z.int(), pending: z.int() })
/** The last days, today last: spend, credited top-ups, and all declines, including ones that do not count towards the rate. */
const Trend = z.array(z.object({ date: z.string(), spend: z.int(), topup: z.int(), declined: z.int() }))
/** Twice the longest period that a page shows, because it compares with the period before. */
const days = { days: withDefault(whole(7, 180), 30) }

/** Every balance in cents. A sub-account without `wallet:view` gets only its budget. */
const Wallet = z.object({
  usdBalance: z.optional(z.int()),
  usdFrozen: z.optional(z.int()),
  usdCard: z.optional(z.int()),
  usdDeposit: z.optional(z.int()),
  usdConsume: z.optional(z.int()),
  usdRebate: z.optional(z.int()),
  /** Everything the account owes. */
  usdReceivable: z.optional(z.int()),
  /** The part from cards below zero, including deleted cards; the rest is reversed top-ups and the debt of deleted cards. */
  usdOwedOnCards: z.optional(z.int()),
  /** Frozen by staff (2420): in none of the balances above. */
  usdFundsFrozen: z.optional(z.int()),
  usdBudget: z.optional(z.int()),
  usdBudgetUsed: z.optional(z.int()),
})

export const wallet = call({
  on: 'GET /api/user/wallet',
  title: '钱包 Wallet',
  who: 'member',
  input: nothing,
  output: Wallet,
  refusals: [],
})

/** Wallet and overview are in this file because notices are above funding, cards and trades in the import order, and both add these up. */
export const overview = call({
  on: 'GET /api/user/overview',
  title: '总览 Overview',
  who: 'parent',
  input: z.object(days),
  output: z.object({
    wallet: Wallet,
    cards: CardCounts,
    spend: Spend,
    /** Over the last `windowDays`: attempts that count towards the rate, and the counted declines among them. */
    auth: z.object({
      count: z.int(),
      declined: z.int(),
      declineRateBps: z.int(),
      windowDays: z.int(),
      thresholdBps: z.int(),
    }),
    topup: z.object({ month: z.int(), total: z.int() }),
    /** The first steps that no other figure tells: a card's number was shown or used, a purchase was approved. */
    steps: z.object({ numberSeen: Flag, purchased: Flag }),
    subs: z.object({ total: z.int(), online: z.int(), expired: z.int() }),
    trend: Trend,
    carousel: z.array(NoticeItem),
    todo: z.object({
      forecastPending: z.int(),
      /** Valid 3-D codes that this login has not seen. */
      otp: z.int(),
      /** Pending requests of sub-accounts. */
      requests: z.int(),
      /** Days until the plan ends, if that is soon. */
      planDays: z.nullable(z.int()),
      /** Sub-accounts that expire soon or have expired. */
      seatsEnding: z.int(),
      /** Cards with a balance below a recurring charge that is due within a week. */
      dryCards: z.int(),
      /** Cards that expire this month. */
      cardsExpiring: z.int(),
    }),
  }),
  refusals: [],
})

export const overviewForSub = call({
  on: 'GET /api/user/overviewForSub',
  title: '子账户总览 Overview of sub-accounts',
  who: 'member',
  input: z.object({ ...days, subUid: z.optional(text(40)) }),
  output: z.object({
    cards: CardCounts,
    spend: Spend,
    /** Over the last `windowDays`, for its current cards. */
    auth: z.object({ count: z.int(), declined: z.int(), declineRateBps: z.int(), windowDays: z.int() }),
    budget: z.nullable(
      z.object({
        limit: z.int(),
        used: z.int(),
        period: z.enum(['DAY', 'MONTH', 'TOTAL']),
        resetTime: z.nullable(Time),
      }),
    ),
    sub: z.nullable(z.object({ expireTime: Time, remainDays: z.int(), status: z.string() })),
    trend: Trend,
    carousel: z.array(NoticeItem),
  }),
  refusals: ['not_found'],
})
