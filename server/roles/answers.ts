import type * as contract from '../../contract/roles.ts'
import type { Answers } from '../answer.ts'
import { infoForSub } from './infoForSub.ts'
import { permissions } from './permissions.ts'

export const answers = { permissions, infoForSub } satisfies Answers<typeof contract>
