import * as viewsContract from '#contract/views/views.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { listViews, removeView, saveView } from './views.ts'

export const answers = { listViews, saveView, removeView } satisfies Answers<typeof viewsContract>

export const module = { calls: [answered(viewsContract, answers)] } satisfies Module
