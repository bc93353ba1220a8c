import * as rebateDeskContract from '#contract/referrals/desk.ts'
import * as referralsContract from '#contract/referrals/referrals.ts'
import type { Answers } from '../core/answer.ts'
import { HOUR } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { accrue } from './commission/accrue.ts'
import { feeReturned } from './commission/clawBack.ts'
import { matureDue, digest } from './commission/mature.ts'
import { listPayouts, showPayout, revealPayoutCard } from './desk/listPayouts.ts'
import { confirmPayout, returnPayout, sendPayout, approvePayout, payoutApproval } from './desk/payouts.ts'
import { openPayouts } from './desk/queries.ts'
import { clawBack, clawBackApproval, listSelfReferrals } from './desk/selfReferrals.ts'
import { referralHome } from './home.ts'
import { listCommission, listInvited, listWithdrawals } from './lists.ts'
import { closeCommission, commissionAtClosing, commissionInFlight, moveIfLeaving } from './payouts/leaving.ts'
import { addPayoutCard, listPayoutCards, payoutCode, removePayoutCard, ownsPayoutCard } from './payouts/payoutCards.ts'
import { toBankCard } from './payouts/toBankCard.ts'
import { toWallet } from './payouts/toWallet.ts'
import { withdrawalTerms } from './payouts/withdrawalTerms.ts'
import { referralProofs } from './proof.ts'

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
} satisfies Answers<typeof referralsContract>

export const deskAnswers = {
  listPayouts,
  showPayout,
  approvePayout,
  sendPayout,
  confirmPayout,
  returnPayout,
  revealPayoutCard,
  listSelfReferrals,
  clawBack,
} satisfies Answers<typeof rebateDeskContract>

export const module = {
  calls: [answered(referralsContract, answers), answered(rebateDeskContract, deskAnswers)],
  jobs: { 'referrals.accrue': accrue, 'referrals.feeReturned': feeReturned },
  sweeps: {
    'referrals.mature': { every: 'minute', work: matureDue },
    /** Once a day, so that a busy invited account does not cause a hundred notices. */
    'referrals.digest': { every: 'day', work: digest },
  },
  proofs: referralProofs,
  queues: [
    {
      queue: 'payouts',
      name: { cn: '返佣提现', en: 'Commission payouts' },
      for: ['staff:money.make'],
      slaMs: 24 * HOUR,
      path: '/payouts',
      waiting: () => openPayouts(db),
    },
  ],
  approvals: { 'rebate.clawBack': clawBackApproval, 'rebate.payout': payoutApproval },
  ports: {
    'identity.ownsPayoutCard': ownsPayoutCard,
    'identity.commissionInFlight': commissionInFlight,
    'identity.commissionAtClosing': commissionAtClosing,
    'identity.closeCommission': closeCommission,
    'referrals.moveIfLeaving': moveIfLeaving,
  },
} satisfies Module
