import type * as contract from '../../contract/grades.ts'
import type { Answers } from '../answer.ts'
import { gradeRanges } from './gradeRanges.ts'

export const answers = { gradeRanges } satisfies Answers<typeof contract>
