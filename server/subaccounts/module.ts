import * as subaccountsContract from '#contract/subaccounts/subaccounts.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { recogniseAll, seatLots } from '../plans/plans.ts'
import { addSub } from './addSub.ts'
import { answerAsk } from './asks/answerAsk.ts'
import { askParent } from './asks/askParent.ts'
import { listAsks } from './asks/listAsks.ts'
import { undoAnswer } from './asks/undoAnswer.ts'
import { listSubs, sendSubCode, subOptions } from './listSubs.ts'
import { editSub, freezeSub, handOverCards, resetSubPassword } from './manage.ts'
import { followPlan, tellEndings } from './seats/endings.ts'
import { seatProofs } from './seats/paySeats.ts'
import { renewSubs } from './seats/renewSubs.ts'
import { priceSeats } from './seats/seatPrice.ts'

export const answers = {
  listSubs,
  sendSubCode,
  subOptions,
  priceSeats,
  addSub,
  freezeSub,
  resetSubPassword,
  renewSubs,
  editSub,
  handOverCards,
  askParent,
  listAsks,
  answerAsk,
  undoAnswer,
} satisfies Answers<typeof subaccountsContract>

export const module = {
  calls: [answered(subaccountsContract, answers)],
  jobs: { 'plans.changed': followPlan },
  sweeps: {
    'subs.recognise': { every: 'hour', work: () => recogniseAll(seatLots) },
    'subs.tellEndings': { every: 'minute', work: tellEndings },
  },
  proofs: seatProofs,
} satisfies Module
