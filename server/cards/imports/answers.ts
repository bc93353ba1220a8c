import type * as contract from '../../../contract/imports.ts'
import type { Answers } from '../../answer.ts'
import { importData } from './importData.ts'
import { importResult } from './importResult.ts'
import { importTemplate } from './importTemplate.ts'

export const answers = { importTemplate, importData, importResult } satisfies Answers<typeof contract>
