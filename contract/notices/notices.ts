/** What the console tells a person: notices, option lists, and the figures of the overview. */
import * as z from 'zod'
import { call, nothing } from '../core/call.ts'
import { Flag, id, pageInput, text, Time, whole, yesNo } from '../core/fields.ts'
import { noticeLevels } from './news.ts'

export { events, noticeLevels, type NewsEvent, type NoticeLevel } from './news.ts'

export const enums = { noticeLevel: noticeLevels }

const NoticeItem = z.object({ id: z.string(), title: z.string(), createTime: Time, msg: z.string() })

export const carousel = call({
  on: 'GET /api/notice/list',
  title: '公告轮播 Notice carousel',
  who: 'member',
  input: z.object({ limit: whole(1, 50).default(10) }),
  output: z.array(NoticeItem.extend({ level: z.string() })),
  refusals: [],
})

export const personalNotices = call({
  on: 'GET /api/notice/userNotice',
  title: '个人通知 Personal notifications',
  who: 'member',
  input: z.object({ unread: yesNo.default(true), limit: whole(1, 100).default(20) }),
  output: z.object({
    unread: z.int(),
    list: z.array(NoticeItem.extend({ bizType: z.string(), bizId: z.string(), read: Flag })),
  }),
  refusals: [],
})

export const mustReadNotices = call({
  on: 'GET /api/notice/noticeForUser',
  title: '必读公告 Notices that need confirmation',
  who: 'member',
  input: nothing,
  output: z.array(NoticeItem.extend({ mustRead: Flag })),
  refusals: [],
})

export const readNotice = call({
  on: 'GET /api/notice/readNotice',
  title: '标记已读 Mark as read',
  who: 'member',
  changes: true,
  input: z.object({ id: id('ntc') }),
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

/** Public: the sign-up page needs some, and none says anything about anybody. */
export const enumList = call({
  on: 'GET /api/enum/list',
  title: '选项列表 Option lists',
  who: 'public',
  input: z.object({ type: text(40, 1), lang: z.enum(['cn', 'en']).optional() }),
  output: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      color: z.string().optional(),
      ext: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  refusals: [],
})

/**
 * Cents spent: the ledger's entries on card accounts (2020) of purchases and fees, less those of refunds and reversals, by
 * the day of the posting in Asia/Shanghai. Of a sub-account: those posted while it had the card,
 * and the reversals of these. Today, yesterday, this
 * calendar month, and of all time; `trend` has the same by day, and a card's `consume` the same over its life.
 */
const Spend = z.object({ today: z.int(), yesterday: z.int(), month: z.int(), total: z.int() })
const CardCounts = z.object({ total: z.int(), active: z.int(), frozen: z.int(), closed: z.int(), pending: z.int() })
/** The last days, today last: spend, top-ups credited, and all declines, those too that do not weigh in the rate. */
const Trend = z.array(z.object({ date: z.string(), spend: z.int(), topup: z.int(), declined: z.int() }))
const days = { days: whole(7, 90).default(30) }

/** Every balance in cents. A sub-account without `wallet:view` gets only its budget. */
const Wallet = z.object({
  usdBalance: z.int().optional(),
  usdFrozen: z.int().optional(),
  usdCard: z.int().optional(),
  usdDeposit: z.int().optional(),
  usdConsume: z.int().optional(),
  usdRebate: z.int().optional(),
  /** All that the account owes. */
  usdReceivable: z.int().optional(),
  /** The part of it that cards are below zero, deleted ones too; the rest is reversed top-ups, and what deleted cards left behind. */
  usdOwedOnCards: z.int().optional(),
  usdBudget: z.int().optional(),
  usdBudgetUsed: z.int().optional(),
})

export const wallet = call({
  on: 'GET /api/user/wallet',
  title: '钱包 Wallet',
  who: 'member',
  input: nothing,
  output: Wallet,
  refusals: [],
})

/** Wallet and overview are answered beside the notices because these stand above funding, cards and trades, which both add up. */
export const overview = call({
  on: 'GET /api/user/overview',
  title: '总览 Overview',
  who: 'parent',
  input: z.object(days),
  output: z.object({
    wallet: Wallet,
    cards: CardCounts,
    spend: Spend,
    /** Of the last `windowDays`: attempts that weigh in the rate, and the counted declines among them. */
    auth: z.object({
      count: z.int(),
      declined: z.int(),
      declineRateBps: z.int(),
      windowDays: z.int(),
      thresholdBps: z.int(),
    }),
    topup: z.object({ month: z.int(), total: z.int() }),
    subs: z.object({ total: z.int(), online: z.int(), expired: z.int() }),
    trend: Trend,
    carousel: z.array(NoticeItem),
    todo: z.object({
      forecastPending: z.int(),
      /** 3-D codes that still work and that this login has not been shown. */
      otp: z.int(),
      /** Requests of sub-accounts that wait for an answer. */
      requests: z.int(),
      /** Days until the plan ends, where that is soon. */
      planDays: z.int().nullable(),
      /** Sub-accounts that end soon or have ended. */
      seatsEnding: z.int(),
      /** Cards that hold less than a recurring charge that is due within a week. */
      dryCards: z.int(),
      /** Cards whose expiry date lies in this month. */
      cardsExpiring: z.int(),
    }),
  }),
  refusals: [],
})

export const overviewForSub = call({
  on: 'GET /api/user/overviewForSub',
  title: '子账户总览 Overview of sub-accounts',
  who: 'member',
  input: z.object({ ...days, subUid: text(40).optional() }),
  output: z.object({
    cards: CardCounts,
    spend: Spend,
    /** Of the last `windowDays`, of the cards that it has now. */
    auth: z.object({ count: z.int(), declined: z.int(), declineRateBps: z.int(), windowDays: z.int() }),
    budget: z
      .object({ limit: z.int(), used: z.int(), period: z.enum(['DAY', 'MONTH', 'TOTAL']), resetTime: Time.nullable() })
      .nullable(),
    sub: z.object({ expireTime: Time, remainDays: z.int(), status: z.string() }).nullable(),
    trend: Trend,
    carousel: z.array(NoticeItem),
  }),
  refusals: ['not_found'],
})
