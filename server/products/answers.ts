import type * as contract from '../../contract/products.ts'
import type { Answers } from '../answer.ts'
import { withdrawChange } from './changes.ts'

export const answers = { withdrawChange } satisfies Answers<typeof contract>
