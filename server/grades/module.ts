import * as gradesContract from '#contract/grades/grades.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { computeAll, computeRecent } from './compute.ts'
import { gradeRanges } from './gradeRanges.ts'
import { suggestMerchants } from './suggestMerchants.ts'

const answers = { gradeRanges, suggestMerchants } satisfies Answers<typeof gradesContract>

export const module = {
  calls: [answered(gradesContract, answers)],
  sweeps: {
    'grades.computeRecent': { every: 'hour', work: computeRecent },
    'grades.computeAll': { every: 'day', work: computeAll },
  },
} satisfies Module
