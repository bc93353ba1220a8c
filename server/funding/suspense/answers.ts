import type * as contract from '../../../contract/suspense.ts'
import type { Answers } from '../../answer.ts'
import { assignSuspense, priceSuspense } from './assign.ts'
import { returnSuspense } from './giveBack.ts'
import { listSuspense, showSuspense } from './list.ts'

export const answers = { listSuspense, showSuspense, priceSuspense, assignSuspense, returnSuspense } satisfies Answers<
  typeof contract
>
