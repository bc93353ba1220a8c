import type { FlowRow } from '#contract/funding/funding.ts'
import type { FlowType } from '#contract/ledger/ledger.ts'
import type { IconName } from '#web/ui/Icon.tsx'

/** An icon for each kind of line. */
export const flowIcon = {
  TOPUP_ONLINE: 'topup',
  TOPUP_UNIONPAY: 'topup',
  TOPUP_USDT: 'topup',
  TOPUP_WIRE: 'topup',
  CARD_OPEN: 'open',
  CARD_LOAD: 'cards',
  CARD_UNLOAD: 'cards',
  CARD_CLOSE_RETURN: 'cards',
  CARD_REFUND_RETURN: 'cards',
  CARD_NEGATIVE_COVER: 'cards',
  PLAN_BUY: 'plan',
  PLAN_UPGRADE: 'plan',
  PLAN_REFUND: 'plan',
  SEAT_OPEN: 'people',
  SEAT_RENEW: 'people',
  REBATE_IN: 'gift',
  DISPUTE_FEE: 'shield',
  CARD_TXN_FEE: 'trades',
  ADJUST_IN: 'ledger',
  ADJUST_OUT: 'ledger',
  TOPUP_REVERSED: 'topup',
  CLOSE_ACCOUNT: 'logout',
  FREEZE_FUNDS: 'snow',
  UNFREEZE_FUNDS: 'snow',
} as const satisfies Record<FlowType, IconName>

/** Signed from the wallet's point of view. */
export const movement = ({ direction, amount }: FlowRow): number => (direction === 'IN' ? amount : -amount)

/** An entry's address is its number, which is its position in the wallet; a pending item's is its own id. */
export const addressOf = ({ status, flowNo, flowId }: FlowRow): string => (status === 'DONE' ? flowNo : flowId)
