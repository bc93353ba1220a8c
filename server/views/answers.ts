import type * as contract from '../../contract/views.ts'
import type { Answers } from '../answer.ts'
import { listViews, removeView, saveView } from './views.ts'

export const answers = { listViews, saveView, removeView } satisfies Answers<typeof contract>
