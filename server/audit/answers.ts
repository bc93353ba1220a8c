import type * as contract from '../../contract/audit.ts'
import type { Answers } from '../answer.ts'
import { listOperations } from './listOperations.ts'
import { listSignIns } from './listSignIns.ts'

export const answers = { listSignIns, listOperations } satisfies Answers<typeof contract>
