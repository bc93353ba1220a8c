import * as programsContract from '#contract/programs/desk.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { readBalances } from './balances.ts'
import { bookAgreedDay, bookOpenDays } from './days.ts'
import { fundApproval, fundProgram } from './desk/fundProgram.ts'
import { listPrograms, showProgram } from './desk/listPrograms.ts'
import { setFloor } from './desk/setFloor.ts'
import { settleApproval, settleDay } from './desk/settleDay.ts'
import { programProofs } from './proof.ts'

export const answers = { listPrograms, showProgram, fundProgram, settleDay, setFloor } satisfies Answers<
  typeof programsContract
>

export const module = {
  calls: [answered(programsContract, answers)],
  jobs: { 'programs.bookDay': bookAgreedDay },
  sweeps: {
    'programs.readBalances': { every: 'minute', work: readBalances },
    'programs.bookOpenDays': { every: 'hour', work: bookOpenDays },
  },
  proofs: programProofs,
  approvals: { 'program.fund': fundApproval, 'program.settle': settleApproval },
} satisfies Module
