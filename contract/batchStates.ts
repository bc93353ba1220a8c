/** What a batch and its rows can be, and why a row fails, in words. */
import { refusals, type RefusalName } from './refusals.ts'
import type { Lang, Words } from './fields.ts'

export const batchKinds = {
  OPEN: { cn: '批量开卡', en: 'Open cards' },
  LOAD: { cn: '批量充值', en: 'Recharge cards' },
  DELETE: { cn: '批量销卡', en: 'Delete cards' },
} as const satisfies Record<string, Words>
export type BatchKind = keyof typeof batchKinds

export const batchStatuses = {
  RUNNING: { cn: '进行中', en: 'Running' },
  DONE: { cn: '全部完成', en: 'Done' },
  PARTIAL: { cn: '部分完成', en: 'Partly done' },
  FAILED: { cn: '全部失败', en: 'Failed' },
} as const satisfies Record<string, Words>
export type BatchStatus = keyof typeof batchStatuses

export const batchRowStates = {
  QUEUED: { cn: '排队中', en: 'Queued' },
  SENT: { cn: '处理中', en: 'Working' },
  UNKNOWN: { cn: '待确认', en: 'Checking' },
  SUCCESS: { cn: '成功', en: 'Done' },
  FAILED: { cn: '失败', en: 'Failed' },
  CANCELLED: { cn: '已取消', en: 'Cancelled' },
} as const satisfies Record<string, Words>
export type BatchRowState = keyof typeof batchRowStates

/** What the issuer says for its no, and our own reasons that are no refusals. */
const reasons: Readonly<Record<string, Words>> = {
  CANCELLED: { cn: '已取消，未扣款', en: 'Cancelled, nothing was charged' },
  ISSUER_FAILED: { cn: '发卡行未能制卡', en: 'The issuer could not make the card' },
  HOLDER_REFUSED: { cn: '发卡行拒绝了该持卡人', en: 'The issuer refused this holder' },
  ADDRESS_REFUSED: { cn: '发卡行拒绝了该账单地址', en: 'The issuer refused this billing address' },
}

/** Why a row failed, for people. Rows keep a refusal's name, or the issuer's own code. */
export function reasonOfRow(error: string | null, lang: Lang): string {
  if (!error) return ''
  if (Object.hasOwn(refusals, error)) return refusals[error as RefusalName][lang]
  return reasons[error]?.[lang] ?? { cn: `发卡行拒绝：${error}`, en: `Refused by the issuer: ${error}` }[lang]
}
