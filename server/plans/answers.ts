import type * as contract from '../../contract/plans.ts'
import type { Answers } from '../answer.ts'
import { privilege } from './privilege.ts'

export const answers = { privilege } satisfies Answers<typeof contract>
