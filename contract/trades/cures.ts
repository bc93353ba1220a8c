/** What the owner of a card can do about a decline: one table for the page of a declined charge and for charges that are only tried. */
import type { Words } from '../core/fields.ts'
import type { DeclineReason } from './declines.ts'

/** The cheapest first: what costs nothing, then what moves money, then what changes the owner's own rules. `{…}` is filled in where a charge is tried. */
export const cureWords = {
  THREEDS: { cn: '在商户页面完成 3D 验证', en: 'Complete 3-D Secure at the merchant' },
  UNFREEZE: { cn: '解冻卡片', en: 'Unfreeze the card' },
  OTHER_CARD: { cn: '改用卡片 {card}', en: 'Use card {card}' },
  WAIT: { cn: '等待额度恢复', en: 'Wait until the limit renews' },
  LOAD: { cn: '充值 {amount}', en: 'Load {amount}' },
  TOP_UP: { cn: '充值补足欠款', en: 'Top up to pay the amount owed' },
  CONTROL: { cn: '修改管控', en: 'Change the control' },
  DETAILS: { cn: '查看卡片', en: 'View the card' },
  OPEN: { cn: '开新卡', en: 'Open a new card' },
} as const satisfies Record<string, Words>
export type CureKind = keyof typeof cureWords
export const cureKinds = Object.keys(cureWords) as [CureKind, ...CureKind[]]

/** On the page of a declined charge in this order. Reasons that only the merchant or staff can remove have none. */
export const cures = {
  CARD_NOT_FOUND: [],
  CARD_CLOSED: ['OPEN', 'OTHER_CARD'],
  CARD_EXPIRED: ['OPEN', 'OTHER_CARD'],
  CARD_PAUSED: ['UNFREEZE'],
  CARD_RISK_BLOCKED: ['OTHER_CARD'],
  ACCOUNT_SHUTDOWN: [],
  FUNDS_FROZEN: [],
  ACCOUNT_RESTRICTED: ['TOP_UP'],
  EXPIRY_MISMATCH: ['DETAILS'],
  CVC_MISMATCH: ['DETAILS'],
  AVS_MISMATCH: ['DETAILS'],
  THREEDS_REQUIRED: ['THREEDS'],
  THREEDS_FAILED: ['THREEDS'],
  MCC_BLOCKED: [],
  COUNTRY_BLOCKED: [],
  MERCHANT_BLOCKED: ['DETAILS'],
  CONTROL_BRAND: ['CONTROL'],
  CONTROL_KIND: ['CONTROL'],
  CONTROL_COUNTRY: ['CONTROL'],
  CONTROL_CURRENCY: ['CONTROL'],
  CONTROL_HOURS: ['CONTROL'],
  CONTROL_AMOUNT: ['CONTROL'],
  CONTROL_LIMIT: ['CONTROL', 'WAIT'],
  CONTROL_LOCK: ['CONTROL'],
  CONTROL_USED_UP: ['CONTROL'],
  CURRENCY_BLOCKED: [],
  SINGLE_LIMIT: ['DETAILS'],
  VELOCITY_LIMIT: ['OTHER_CARD'],
  DUPLICATE: [],
  SUSPECTED_FRAUD: [],
  INSUFFICIENT_FUNDS: ['LOAD'],
  ISSUER_DECLINED: ['OTHER_CARD', 'OPEN'],
  SYSTEM_ERROR: [],
  TIMEOUT: [],
} as const satisfies Record<DeclineReason, readonly CureKind[]>
