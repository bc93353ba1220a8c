import type * as contract from '../../../contract/closing.ts'
import type { Answers } from '../../answer.ts'
import { closeAccount, closingCode, closingState } from './closeAccount.ts'

export const answers = { closingState, closingCode, closeAccount } satisfies Answers<typeof contract>
