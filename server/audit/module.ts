import * as auditContract from '#contract/audit/audit.ts'
import type { Answers } from '../core/answer.ts'
import { listOperations } from './listOperations.ts'
import { listSignIns } from './listSignIns.ts'
import { forgetSignIns } from './queries.ts'
import { sealOperations, sealProofs } from './seals.ts'
import { ago, DAY } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'

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
    'audit.forget': { every: 'day', work: async () => void (await forgetSignIns(db, ago(730 * DAY))) },
  },
  proofs: sealProofs,
} satisfies Module
