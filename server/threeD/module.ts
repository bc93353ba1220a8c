import * as threeDContract from '#contract/threeD/threeD.ts'
import { THREE_D_WINDOW_MS } from '#contract/threeD/threeD.ts'
import type { Answers } from '../core/answer.ts'
import { ago } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { answerThreeD } from './answerThreeD.ts'
import { forgetCodes } from './queries.ts'
import { cardThreeD, threeDPool } from './showCodes.ts'

const answers = { threeDPool, cardThreeD, answerThreeD } satisfies Answers<typeof threeDContract>

export const module = {
  calls: [answered(threeDContract, answers)],
  sweeps: {
    'threeD.forget': { every: 'minute', work: async () => void (await forgetCodes(db, ago(THREE_D_WINDOW_MS))) },
  },
} satisfies Module
