import * as subaccountsContract from '#contract/subaccounts/subaccounts.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { recogniseAll, seatLots } from '../plans/plans.ts'
import { addSub } from './addSub.ts'
import { answerAsk } from './asks/answerAsk.ts'
import { askParent } from './asks/askParent.ts'
import { listAsks } from './asks/listAsks.ts'
import { followPlan, tellEndings } from './endings.ts'
import { listSubs } from './listSubs.ts'
import { editSub, freezeSub, handOverCards, resetSubPassword } from './manage.ts'
import { sendSubCode, subOptions } from './options.ts'
import { priceSeats } from './priceSeats.ts'
import { seatProofs } from './proof.ts'
import { renewSubs } from './renewSubs.ts'

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
