/** Where somebody whose card was declined can do something about it. Reasons that only the merchant can cure have none. */
import type { Call } from '#contract/core/call.ts'
import { freezeCard, loadCard, openCard, showCard } from '#contract/cards/cards.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import { createRecharge } from '#contract/funding/funding.ts'
import { paths } from '#web/account/paths.ts'

export type Cure = 'load' | 'thaw' | 'look' | 'open' | 'topUp' | 'change'

export const cures = {
  CARD_NOT_FOUND: [],
  CARD_CLOSED: ['open', 'change'],
  CARD_EXPIRED: ['open', 'change'],
  CARD_PAUSED: ['thaw'],
  CARD_RISK_BLOCKED: ['change'],
  ACCOUNT_SHUTDOWN: [],
  ACCOUNT_RESTRICTED: ['topUp'],
  EXPIRY_MISMATCH: ['look'],
  CVC_MISMATCH: ['look'],
  AVS_MISMATCH: ['look'],
  THREEDS_REQUIRED: ['look'],
  THREEDS_FAILED: ['look'],
  MCC_BLOCKED: [],
  COUNTRY_BLOCKED: [],
  MERCHANT_BLOCKED: ['look'],
  CURRENCY_BLOCKED: [],
  SINGLE_LIMIT: ['look'],
  VELOCITY_LIMIT: ['change'],
  DUPLICATE: [],
  SUSPECTED_FRAUD: [],
  INSUFFICIENT_FUNDS: ['load'],
  ISSUER_DECLINED: ['change', 'open'],
  SYSTEM_ERROR: [],
  TIMEOUT: [],
} as const satisfies Record<DeclineReason, readonly Cure[]>

/** The page that must be there for it, its address for this card, and the call by which it may or may not be done. */
export const ways = {
  load: { page: paths.cardList, to: (cardId) => paths.cardAction(cardId, 'load'), by: loadCard },
  thaw: {
    page: paths.cardList,
    to: (cardId) => paths.cardAction(cardId, 'unfreeze'),
    by: { ...freezeCard, action: 'unfreeze' },
  },
  look: { page: paths.cardList, to: paths.card, by: showCard },
  open: { page: paths.cardOpen, to: () => paths.cardOpen, by: openCard },
  topUp: { page: paths.rechargeIndex, to: () => paths.rechargeIndex, by: createRecharge },
  change: { page: paths.cardList, to: () => paths.cardList, by: showCard },
} as const satisfies Record<Cure, { page: string; to: (cardId: string) => string; by: Pick<Call, 'who' | 'action'> }>
