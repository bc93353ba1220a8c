/** Data that staff can reveal, one item at a time and for a reason that the audit keeps, with a daily limit per kind. */
import type { Words } from '../core/fields.ts'

/**
 * Per kind, person and day in Asia/Shanghai. Far above what the work requires and far below what a customer list is worth; reaching a limit raises an alarm.
 * Slips have a higher limit, because each wire's slip is viewed about twice.
 */
export const revealKinds = {
  MOBILE: { name: { cn: '手机号', en: 'mobile numbers' }, perDay: 50 },
  IDENTITY: { name: { cn: '实名资料', en: 'identity documents' }, perDay: 50 },
  PAYOUT_CARD: { name: { cn: '收款卡号', en: 'payout card numbers' }, perDay: 50 },
  CLOSING_PAYEE: { name: { cn: '注销退款收款账号', en: 'bank accounts of closing payouts' }, perDay: 50 },
  SLIP: { name: { cn: '汇款凭证', en: 'transfer slips' }, perDay: 200 },
} as const satisfies Record<string, { name: Words; perDay: number }>
export type RevealKind = keyof typeof revealKinds
