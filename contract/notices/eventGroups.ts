/** The groups of events, in the notification settings and as filters of notices. Apart from the events, which no page of notices loads. */
import type { Words } from '../core/fields.ts'

export const eventGroups = {
  SECURITY: { cn: '登录与安全', en: 'Sign-in and security' },
  MONEY: { cn: '资金', en: 'Money' },
  CARDS: { cn: '卡片与交易', en: 'Cards and purchases' },
  ACCOUNT: { cn: '账户与套餐', en: 'Account and plan' },
} as const satisfies Record<string, Words>
export type EventGroup = keyof typeof eventGroups
