import * as contract from '#contract/keys/keys.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { keyRotation } from './keyRotation.ts'

const answers = { keyRotation } satisfies Answers<typeof contract>

export const module = { calls: [answered(contract, answers)] } satisfies Module
