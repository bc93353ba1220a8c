import * as programsContract from '#contract/programs/desk.ts'
import * as invoicesContract from '#contract/programs/invoices.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { readBalances } from './balances.ts'
import { bookAgreedDay, bookOpenDays } from './days.ts'
import { enterInvoice, invoiceApproval } from './desk/enterInvoice.ts'
import { fundApproval, fundProgram } from './desk/fundProgram.ts'
import { listInvoices, showInvoice } from './desk/listInvoices.ts'
import { listPrograms, showProgram } from './desk/listPrograms.ts'
import { setFloor } from './desk/setFloor.ts'
import { setInvoicePrice } from './desk/setInvoicePrice.ts'
import { settleApproval, settleDay } from './desk/settleDay.ts'
import { countMonths } from './invoices/countMonths.ts'
import { programMetrics } from './programMetrics.ts'
import { programProofs } from './proof.ts'

export const answers = { listPrograms, showProgram, fundProgram, settleDay, setFloor } satisfies Answers<
  typeof programsContract
>

export const invoiceAnswers = { listInvoices, showInvoice, enterInvoice, setInvoicePrice } satisfies Answers<
  typeof invoicesContract
>

export const module = {
  calls: [answered(programsContract, answers), answered(invoicesContract, invoiceAnswers)],
  jobs: { 'programs.bookDay': bookAgreedDay },
  sweeps: {
    'programs.readBalances': { every: 'minute', work: readBalances },
    'programs.bookOpenDays': { every: 'hour', work: bookOpenDays },
    'programs.countMonths': { every: 'hour', work: countMonths },
  },
  metrics: [programMetrics],
  proofs: programProofs,
  approvals: { 'program.fund': fundApproval, 'program.settle': settleApproval, 'program.invoice': invoiceApproval },
} satisfies Module
