import * as controlsContract from '#contract/controls/controls.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { inheritControls, saveControls } from './saveControls.ts'
import { tellOfLimit } from './warnings.ts'
import { controlHistory, showControls } from './showControls.ts'

const answers = { showControls, saveControls, controlHistory } satisfies Answers<typeof controlsContract>

export const module = {
  calls: [answered(controlsContract, answers)],
  ports: { 'cards.inheritControls': inheritControls },
  jobs: { 'controls.warn': tellOfLimit },
} satisfies Module
