/** What staff tell people: notices, and what the contact dialog shows. */
import * as z from 'zod'
import { call, nothing } from '../core/call.ts'
import { Flag, id, listOf, pageInput, pageOf, requestNo, text, Time, time, yesNo, type Words } from '../core/fields.ts'
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
/** As it is typed: with its lines. What may be in it stands in html.ts, and the server writes only that. */
export const htmlText = z.string().trim().min(1, 'required').max(20_000)
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
  /** Codes of plans, or user numbers. */
  audienceIds: z.array(z.string()),
  state: State,
  startTime: Time,
  endTime: Time.nullable(),
  readCount: z.int(),
  madeBy: z.string().nullable(),
  pendingApprovalId: z.string().nullable(),
  createTime: Time,
})
export type DeskNotice = z.infer<typeof DeskNotice>

export const listDeskNotices = call({
  on: 'GET /api/operator/notice/page',
  title: '公告管理 Manage notices',
  who: 'staff:content.view',
  input: z.object({
    ...pageInput,
    kind: Kind.optional(),
    state: State.optional(),
    keyword: text(60).optional(),
    noticeId: NoticeId.optional(),
  }),
  output: pageOf(DeskNotice),
  refusals: [],
})

/** What people would see of it, and what would not come through. */
export const previewHtml = call({
  on: 'POST /api/operator/notice/preview',
  title: '公告预览 Preview a notice',
  who: 'staff:content.view',
  input: z.object({ html: htmlText }),
  output: z.object({ html: z.string(), dropped: z.array(z.string()) }),
  refusals: [],
})

/** A draft, new or written over. What has been published is not changed any more: people have read it. */
export const saveNotice = call({
  on: 'POST /api/operator/notice/save',
  title: '保存公告草稿 Save a notice draft',
  who: 'staff:content.make',
  once: true,
  input: z.object({
    id: NoticeId.optional(),
    kind: Kind,
    level: Level.default('INFO'),
    titleCn: text(80, 2),
    titleEn: text(120, 2),
    htmlCn: htmlText,
    htmlEn: htmlText,
    audience: Audience.default('ALL'),
    audienceIds: listOf(text(40, 1), 0, 200).default([]),
    /** Absent: when it is published. */
    startTime: time.optional(),
    endTime: time.optional(),
    requestNo,
  }),
  output: z.object({ id: z.string(), dropped: z.array(z.string()) }),
  refusals: ['not_found', 'conflict'],
})

/** One that must be read waits for a second person. */
export const publishNotice = call({
  on: 'POST /api/operator/notice/publish',
  title: '发布公告 Publish a notice',
  who: 'staff:content.make',
  once: true,
  input: z.object({ id: NoticeId, reason: text(500, 2), requestNo }),
  output: z.object({ state: State, approvalId: z.string().nullable() }),
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

const httpsUrl = z
  .string()
  .trim()
  .max(300)
  .regex(/^https:\/\/[^\s"'<>\\]+$/, 'https_url')
const Line = { cn: text(60, 1), en: text(80, 1) }
/** Two codes to scan and a channel to follow. */
export const Contact = z.object({
  qrs: z.array(z.object({ ...Line, url: httpsUrl })).length(2),
  channel: z.object({ ...Line, url: httpsUrl }),
  hours: z.object(Line),
  /** Off unless switched on, and only where the service names a widget (KAIKA_CHAT_SCRIPT). */
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
    chat: z.object({ src: z.string(), key: z.string() }).nullable(),
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
    madeBy: z.string().nullable(),
    updateTime: Time.nullable(),
    /** Whether the service names a chat widget at all. */
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
    chatOn: yesNo.default(false),
    chatKey: text(100).default(''),
    reason: text(500, 2),
    requestNo,
  }),
  output: nothing,
  refusals: [],
})
