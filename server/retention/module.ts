import * as contract from '#contract/retention/retention.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { ageRecords, retentionState } from './retention.ts'

export const answers = { retentionState } satisfies Answers<typeof contract>

export const module = {
  calls: [answered(contract, answers)],
  sweeps: { 'retention.age': { every: 'hour', work: ageRecords } },
} satisfies Module
