import type * as contract from '../../../contract/tags.ts'
import type { Answers } from '../../answer.ts'
import { addTag } from './addTag.ts'
import { changeTag } from './changeTag.ts'
import { listTags } from './listTags.ts'
import { removeTags } from './removeTags.ts'
import { untagCards } from './untagCards.ts'

export const answers = { listTags, addTag, changeTag, removeTags, untagCards } satisfies Answers<typeof contract>
