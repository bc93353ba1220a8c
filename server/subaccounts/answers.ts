import type * as contract from '../../contract/subaccounts.ts'
import type { Answers } from '../answer.ts'
import { addSub } from './addSub.ts'
import { answerAsk } from './asks/answerAsk.ts'
import { askParent } from './asks/askParent.ts'
import { listAsks } from './asks/listAsks.ts'
import { listSubs } from './listSubs.ts'
import { editSub, freezeSub, handOverCards, resetSubPassword } from './manage.ts'
import { sendSubCode, subOptions } from './options.ts'
import { priceSeats } from './priceSeats.ts'
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
} satisfies Answers<typeof contract>
