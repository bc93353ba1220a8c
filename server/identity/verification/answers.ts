import type * as contract from '../../../contract/verification.ts'
import type { Answers } from '../../answer.ts'
import { showPaper, uploadPaper } from './papers.ts'
import { identityStatus, submitIdentity } from './submitIdentity.ts'

export const answers = { uploadPaper, showPaper, submitIdentity, identityStatus } satisfies Answers<typeof contract>
