import * as auditContract from '#contract/audit/audit.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { listOperations, listSignIns } from './lists.ts'
import { sealOperations, sealProofs } from './seals.ts'
import { signInMetrics } from './signIns.ts'

const answers = { listSignIns, listOperations } satisfies Answers<typeof auditContract>

export const module = {
  calls: [answered(auditContract, answers)],
  sweeps: {
    'audit.seal': {
      every: 'minute',
      work: async () => {
        while (await sealOperations());
      },
    },
  },
  metrics: signInMetrics,
  proofs: sealProofs,
} satisfies Module
