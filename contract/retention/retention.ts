/** How long records are kept, and what became of them (docs/operate/retention.md). */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Time, type Words } from '../core/fields.ts'

/** The tables that age, by their names in the database. */
export const agingRecords = {
  webhook_inbox: { cn: '发卡行通知', en: 'Issuer events' },
  operate_log: { cn: '操作日志', en: 'Operation log' },
  card_log: { cn: '卡片日志', en: 'Card log' },
  login_log: { cn: '登录日志', en: 'Sign-in log' },
  notice: { cn: '个人通知', en: 'Personal notices' },
  notice_read: { cn: '通知已读记录', en: 'Read receipts' },
} as const satisfies Record<string, Words>

export const AgingRecord = z.object({
  table: z.string(),
  name: z.string(),
  /** After the end of a month. */
  keepDays: z.int(),
  /** A file remains. */
  archived: z.boolean(),
  /** The stored months, in bytes with their indexes. */
  bytes: z.int(),
  /** The beginning of the oldest month that is stored, and when its time is over. */
  oldestTime: z.nullable(Time),
  dueTime: z.nullable(Time),
  /** Months that are gone, and when the last one went. */
  dropped: z.int(),
  droppedTime: z.nullable(Time),
})
export type AgingRecord = z.infer<typeof AgingRecord>

export const retentionState = call({
  on: 'GET /api/operator/health/retention',
  title: '记录的保留期限 Retention of records',
  who: 'staff:health.view',
  perMinute: 60,
  input: nothing,
  output: z.object({ list: z.array(AgingRecord) }),
  refusals: [],
})
