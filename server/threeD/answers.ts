import type * as contract from '../../contract/threeD.ts'
import type { Answers } from '../answer.ts'
import { cardThreeD, threeDPool } from './showCodes.ts'

export const answers = { threeDPool, cardThreeD } satisfies Answers<typeof contract>
