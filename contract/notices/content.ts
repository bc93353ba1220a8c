/** What staff publish: notices, and the content of the contact dialog. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import {
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  requestNo,
  text,
  Time,
  time,
  withDefault,
  yesNo,
  type Words,
} from '../core/fields.ts'
import { noticeLevels, type NoticeLevel } from './notices.ts'

export const noticeKinds = {
  BANNER: { cn: '滚动公告', en: 'Banner' },
  CAROUSEL: { cn: '轮播公告', en: 'Carousel' },
  PAGE: { cn: '仅公告列表', en: 'Notice list only' },
  MUST_READ: { cn: '必读公告', en: 'Must read' },
} as const satisfies Record<string, Words>
export type NoticeForm = keyof typeof noticeKinds

export const audiences = {
  ALL: { cn: '全部用户', en: 'Everyone' },
  PARENT: { cn: '主账户', en: 'Account holders' },
  SUB: { cn: '子账户', en: 'Sub-accounts' },
  PLAN: { cn: '指定套餐', en: 'Selected plans' },
  ACCOUNT: { cn: '指定账户', en: 'Selected accounts' },
} as const satisfies Record<string, Words>
export type Audience = keyof typeof audiences

export const noticeStates = {
  DRAFT: { cn: '草稿', en: 'Draft' },
  SCHEDULED: { cn: '已排期', en: 'Scheduled' },
  PUBLISHED: { cn: '展示中', en: 'Published' },
  ENDED: { cn: '已结束', en: 'Ended' },
  WITHDRAWN: { cn: '已撤回', en: 'Withdrawn' },
} as const satisfies Record<string, Words>
export type NoticeState = keyof typeof noticeStates

const namesOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const Kind = namesOf<NoticeForm>(noticeKinds)
const Level = namesOf<NoticeLevel>(noticeLevels)
const Audience = namesOf<Audience>(audiences)
const State = namesOf<NoticeState>(noticeStates)
/** HTML as typed, with its line breaks. html.ts lists what is allowed, and the server writes only that. */
export const htmlText = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(20_000))
const NoticeId = id('ntc')

export const DeskNotice = z.object({
  id: z.string(),
  kind: Kind,
  level: Level,
  titleCn: z.string(),
  titleEn: z.string(),
  htmlCn: z.string(),
  htmlEn: z.string(),
  audience: Audience,
  /** Plan codes or user numbers. */
  audienceIds: z.array(z.string()),
  state: State,
  startTime: Time,
  endTime: z.nullable(Time),
  readCount: z.int(),
  madeBy: z.nullable(z.string()),
  pendingApprovalId: z.nullable(z.string()),
  createTime: Time,
})
export type DeskNotice = z.infer<typeof DeskNotice>

export const listDeskNotices = call({
  on: 'GET /api/operator/notice/page',
  title: '公告管理 Manage notices',
  who: 'staff:content.view',
  input: z.object({
    ...pageInput,
    kind: z.optional(Kind),
    state: z.optional(State),
    keyword: z.optional(text(60)),
    noticeId: z.optional(NoticeId),
  }),
  output: pageOf(DeskNotice),
  refusals: [],
})

/** Returns what people would see, and what would be removed. */
export const previewHtml = call({
  on: 'POST /api/operator/notice/preview',
  title: '公告预览 Preview a notice',
  who: 'staff:content.view',
  input: z.object({ html: htmlText }),
  output: z.object({ html: z.string(), dropped: z.array(z.string()) }),
  refusals: [],
})

/** Creates or overwrites a draft. A published notice cannot change, because people have read it. */
export const saveNotice = call({
  on: 'POST /api/operator/notice/save',
  title: '保存公告草稿 Save a notice draft',
  who: 'staff:content.make',
  once: true,
  input: z.object({
    id: z.optional(NoticeId),
    kind: Kind,
    level: withDefault(Level, 'INFO'),
    titleCn: text(80, 2),
    titleEn: text(120, 2),
    htmlCn: htmlText,
    htmlEn: htmlText,
    audience: withDefault(Audience, 'ALL'),
    audienceIds: withDefault(listOf(text(40, 1), 0, 200), []),
    /** Absent: on publication. */
    startTime: z.optional(time),
    endTime: z.optional(time),
    requestNo,
  }),
  output: z.object({ id: z.string(), dropped: z.array(z.string()) }),
  refusals: ['not_found', 'conflict'],
})

/** A must-read notice needs a second approver. */
export const publishNotice = call({
  on: 'POST /api/operator/notice/publish',
  title: '发布公告 Publish a notice',
  who: 'staff:content.make',
  once: true,
  input: z.object({ id: NoticeId, reason: text(500, 2), requestNo }),
  output: z.object({ state: State, approvalId: z.nullable(z.string()) }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

export const withdrawNotice = call({
  on: 'POST /api/operator/notice/withdraw',
  title: '撤回公告 Unpublish a notice',
  who: 'staff:content.make',
  once: true,
  input: z.object({ id: NoticeId, reason: text(500, 2), requestNo }),
  output: z.object({ state: State }),
  refusals: ['not_found', 'conflict'],
})

const httpsUrl = z.string().check(z.trim(), z.maxLength(300), z.regex(/^https:\/\/[^\s"'<>\\]+$/, 'https_url'))
const Line = { cn: text(60, 1), en: text(80, 1) }
/** Two QR codes and a channel to follow. */
export const Contact = z.object({
  qrs: z.array(z.object({ ...Line, url: httpsUrl })).check(z.length(2)),
  channel: z.object({ ...Line, url: httpsUrl }),
  hours: z.object(Line),
  /** Off unless switched on, and only if a widget is configured (KAIKA_CHAT_SCRIPT). */
  chatOn: z.boolean(),
  chatKey: text(100),
})
export type Contact = z.infer<typeof Contact>

export const contact = call({
  on: 'GET /api/content/contact',
  title: '在线客服 Customer service contact',
  who: 'member',
  input: nothing,
  output: z.object({
    qrs: z.array(z.object({ name: z.string(), url: z.string() })),
    channel: z.object({ name: z.string(), url: z.string() }),
    hours: z.string(),
    chat: z.nullable(z.object({ src: z.string(), key: z.string() })),
  }),
  refusals: [],
})

export const deskContact = call({
  on: 'GET /api/operator/contact/info',
  title: '客服窗口 Contact dialog settings',
  who: 'staff:content.view',
  input: nothing,
  output: z.object({
    contact: Contact,
    madeBy: z.nullable(z.string()),
    updateTime: z.nullable(Time),
    /** Whether a chat widget is configured. */
    chatPossible: Flag,
  }),
  refusals: [],
})

export const saveContact = call({
  on: 'POST /api/operator/contact/save',
  title: '修改客服窗口 Change the contact dialog',
  who: 'staff:content.make',
  once: true,
  input: z.object({
    qr1Cn: Line.cn,
    qr1En: Line.en,
    qr1Url: httpsUrl,
    qr2Cn: Line.cn,
    qr2En: Line.en,
    qr2Url: httpsUrl,
    channelCn: Line.cn,
    channelEn: Line.en,
    channelUrl: httpsUrl,
    hoursCn: Line.cn,
    hoursEn: Line.en,
    chatOn: withDefault(yesNo, false),
    chatKey: withDefault(text(100), ''),
    reason: text(500, 2),
    requestNo,
  }),
  output: nothing,
  refusals: [],
})
