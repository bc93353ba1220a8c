import * as contract from '#contract/changes/changes.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { streamMetrics, watchChanges } from './changes.ts'

const answers = { watchChanges } satisfies Answers<typeof contract>

export const module = { calls: [answered(contract, answers)], metrics: [streamMetrics] } satisfies Module
