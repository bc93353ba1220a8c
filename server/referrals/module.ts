import * as rebateDeskContract from '#contract/referrals/desk.ts'
import * as referralsContract from '#contract/referrals/referrals.ts'
import type { Answers } from '../core/answer.ts'
import { HOUR } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { accrue } from './accrue.ts'
import { feeReturned } from './clawBack.ts'
import { approvePayout, payoutApproval } from './desk/approvePayout.ts'
import { openPayouts } from './desk/deskQueries.ts'
import { listPayouts, showPayout } from './desk/listPayouts.ts'
import { revealPayoutCard } from './desk/revealCard.ts'
import { clawBack, clawBackApproval, listRings } from './desk/rings.ts'
import { confirmPayout, returnPayout, sendPayout } from './desk/settlePayout.ts'
import { digest } from './digest.ts'
import { referralHome } from './home.ts'
import { listCommission, listInvited, listWithdrawals } from './lists.ts'
import { matureDue } from './mature.ts'
import { ownsPayoutCard } from './payoutCardOwners.ts'
import { addPayoutCard, listPayoutCards, payoutCode, removePayoutCard } from './payoutCards.ts'
import { referralProofs } from './proof.ts'
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
} satisfies Answers<typeof referralsContract>

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
} satisfies Answers<typeof rebateDeskContract>

export const module = {
  calls: [answered(referralsContract, answers), answered(rebateDeskContract, deskAnswers)],
  jobs: {
    'referrals.accrue': accrue,
    'referrals.feeReturned': feeReturned,
  },
  sweeps: {
    'referrals.mature': { every: 'minute', work: matureDue },
    /** Once a day, so that a busy week of an invited account is not a hundred notices. */
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
  ports: { 'identity.ownsPayoutCard': ownsPayoutCard },
} satisfies Module
