/** What staff can see in the clear, one at a time and for a reason that the audit keeps, and how many of each in a day. */
import type { Words } from '../core/fields.ts'

/**
 * By kind, for one person and one day of Shanghai. Far above what the work takes and far below what a list of customers
 * is worth; reaching it raises an alarm. Slips have more, because each wire's slip is viewed about twice.
 */
export const revealKinds = {
  MOBILE: { name: { cn: '手机号', en: 'mobile numbers' }, perDay: 50 },
  IDENTITY: { name: { cn: '实名资料', en: 'identity documents' }, perDay: 50 },
  PAYOUT_CARD: { name: { cn: '收款卡号', en: 'payout card numbers' }, perDay: 50 },
  CLOSING_PAYEE: { name: { cn: '注销退款收款账号', en: 'bank accounts of closing payouts' }, perDay: 50 },
  SLIP: { name: { cn: '汇款凭证', en: 'transfer slips' }, perDay: 200 },
} as const satisfies Record<string, { name: Words; perDay: number }>
export type RevealKind = keyof typeof revealKinds
