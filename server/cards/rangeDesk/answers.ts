import type * as contract from '../../../contract/rangeDesk.ts'
import type { Answers } from '../../answer.ts'
import { askPrice } from './askPrice.ts'
import { changeRange } from './changeRange.ts'
import { listRangesAtDesk, showRangeAtDesk } from './rangesAtDesk.ts'

export const answers = { listRangesAtDesk, showRangeAtDesk, changeRange, askPrice } satisfies Answers<typeof contract>
