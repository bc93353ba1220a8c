/** Where somebody whose card was declined can do something about it. Reasons that only the merchant can cure have none. */
import type { DeclineReason } from '../../../contract/declines.ts'
import { paths } from '../paths.ts'

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

/** The page of the cure, and the address of it for this card. */
export const placeOf = (cure: Cure, cardId: string): { page: string; to: string } => {
  switch (cure) {
    case 'load':
    case 'thaw':
    case 'look':
      return { page: paths.cardList, to: paths.card(cardId) }
    case 'open':
      return { page: paths.cardOpen, to: paths.cardOpen }
    case 'topUp':
      return { page: paths.rechargeIndex, to: paths.rechargeIndex }
    case 'change':
      return { page: paths.cardList, to: paths.cardList }
  }
}
