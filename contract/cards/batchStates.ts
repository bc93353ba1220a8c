/** States of a batch and of its rows, and the reasons for which a row fails, in words. */
import { reasonWords } from './states.ts'
import { refusals, type RefusalName } from '../core/refusals.ts'
import type { Lang, Words } from '../core/fields.ts'

export const batchKinds = {
  OPEN: { cn: '批量开卡', en: 'Open cards' },
  LOAD: { cn: '批量充值', en: 'Load cards' },
  DELETE: { cn: '批量销卡', en: 'Delete cards' },
} as const satisfies Record<string, Words>
export type BatchKind = keyof typeof batchKinds

export const batchStatuses = {
  RUNNING: { cn: '进行中', en: 'Running' },
  DONE: { cn: '全部完成', en: 'Done' },
  PARTIAL: { cn: '部分完成', en: 'Partially done' },
  FAILED: { cn: '全部失败', en: 'Failed' },
} as const satisfies Record<string, Words>
export type BatchStatus = keyof typeof batchStatuses

export const batchRowStates = {
  QUEUED: { cn: '排队中', en: 'Queued' },
  SENT: { cn: '处理中', en: 'Processing' },
  UNKNOWN: { cn: '待确认', en: 'Checking' },
  SUCCESS: { cn: '成功', en: 'Done' },
  FAILED: { cn: '失败', en: 'Failed' },
  CANCELLED: { cn: '已取消', en: 'Cancelled' },
} as const satisfies Record<string, Words>
export type BatchRowState = keyof typeof batchRowStates

const cancelled: Words = { cn: '已取消，未扣款', en: 'Cancelled, nothing was charged' }

/** Returns why a row failed, in words. Rows store a refusal's name or the issuer's own code. */
export function reasonOfRow(error: string | null, lang: Lang): string {
  if (!error) return ''
  if (error === 'CANCELLED') return cancelled[lang]
  if (Object.hasOwn(refusals, error)) return refusals[error as RefusalName][lang]
  return reasonWords(error)[lang]
}
