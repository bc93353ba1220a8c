import type * as contract from '../../contract/grades.ts'
import type { Answers } from '../answer.ts'
import { gradeRanges } from './gradeRanges.ts'
import { suggestMerchants } from './suggestMerchants.ts'

export const answers = { gradeRanges, suggestMerchants } satisfies Answers<typeof contract>
