import * as controlsContract from '#contract/controls/controls.ts'
import * as lockContract from '#contract/controls/moveLock.ts'
import * as overviewContract from '#contract/controls/overview.ts'
import * as templatesContract from '#contract/controls/templates.ts'
import * as usesContract from '#contract/controls/uses.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { locksOf } from './cardLocks.ts'
import { lockingDocumentsSql } from './documents.ts'
import { followLives } from './life/followLives.ts'
import { returnControls } from './life/returnControls.ts'
import { moveLock } from './moveLock.ts'
import { cardsNearLimit, controlsInForce } from './overview/overview.ts'
import { inheritControls, saveControls } from './saveControls.ts'
import { controlHistory, showControls } from './showControls.ts'
import { listTemplates, removeTemplate, saveTemplate } from './templates/manageTemplates.ts'
import { givenControls, startControls, templatesToOpen } from './templates/startControls.ts'
import { allowUses } from './uses/allowUses.ts'
import { tellOfLimit } from './warnings.ts'

const answers = { showControls, saveControls, controlHistory } satisfies Answers<typeof controlsContract>
const usesAnswers = { allowUses } satisfies Answers<typeof usesContract>
const templateAnswers = { listTemplates, saveTemplate, removeTemplate } satisfies Answers<typeof templatesContract>
const overviewAnswers = { controlsInForce, cardsNearLimit } satisfies Answers<typeof overviewContract>

export const module = {
  calls: [
    answered(controlsContract, answers),
    answered(lockContract, { moveLock }),
    answered(usesContract, usesAnswers),
    answered(templatesContract, templateAnswers),
    answered(overviewContract, overviewAnswers),
  ],
  ports: {
    'cards.inheritControls': inheritControls,
    'cards.locksOf': locksOf,
    'cards.lockingDocumentsSql': lockingDocumentsSql,
    'cards.templates': templatesToOpen,
    'cards.givenControls': givenControls,
    'cards.startControls': startControls,
  },
  sweeps: {
    /** Controls that were set for a time which is over. */
    'controls.return': { every: 'minute', work: returnControls },
    /** Dates of cards that have come, and owners who are told of them. */
    'controls.lives': { every: 'minute', work: followLives },
  },
  jobs: { 'controls.warn': tellOfLimit },
} satisfies Module
