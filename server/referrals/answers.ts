import type * as contract from '../../contract/referrals.ts'
import type * as deskContract from '../../contract/rebateDesk.ts'
import type { Answers } from '../answer.ts'
import './referrals.ts'
import { clawBack, listRings } from './desk/rings.ts'
import { approvePayout } from './desk/approvePayout.ts'
import { listPayouts, showPayout } from './desk/listPayouts.ts'
import { confirmPayout, returnPayout, sendPayout } from './desk/settlePayout.ts'
import { revealPayoutCard } from './desk/revealCard.ts'
import { referralHome } from './home.ts'
import { listCommission, listInvited, listWithdrawals } from './lists.ts'
import { addPayoutCard, listPayoutCards, payoutCode, removePayoutCard } from './payoutCards.ts'
import { toBankCard } from './toBankCard.ts'
import { toWallet } from './toWallet.ts'
import { withdrawalTerms } from './withdrawalTerms.ts'

export const answers = {
  referralHome,
  listInvited,
  listCommission,
  listWithdrawals,
  withdrawalTerms,
  payoutCode,
  listPayoutCards,
  toWallet,
  toBankCard,
  addPayoutCard,
  removePayoutCard,
} satisfies Answers<typeof contract>

export const deskAnswers = {
  listPayouts,
  showPayout,
  approvePayout,
  sendPayout,
  confirmPayout,
  returnPayout,
  revealPayoutCard,
  listRings,
  clawBack,
} satisfies Answers<typeof deskContract>
