import type * as contract from '#contract/cards/cards.ts'
import type { ElementKey } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { askCode, checkCode, refuseSmsWhereGoogle, stepUpTicket, type StepUp } from '../identity/identity.ts'

/** What each proof opens, and who may want it. */
const scenes = {
  REVEAL: { opens: 'reveal', key: 'card:reveal' },
  EXPORT: { opens: 'export', key: 'card:export' },
  BATCH_DELETE: { opens: 'batchDelete', key: 'card:batchDelete' },
} as const satisfies Record<contract.StepUpScene, { opens: StepUp; key: ElementKey }>

/** Send the caller's own phone a code, before card numbers are shown or exported. */
export const askCardCode: Answer<typeof contract.askCardCode> = async (actor, { scene }) => {
  refuseWithoutKey(actor, scene)
  await refuseSmsWhereGoogle(actor)
  return askCode(actor, 'reveal', scene)
}

/** The code is right: a ticket for one use. A code that was asked for one thing does not open another. */
export const checkCardCode: Answer<typeof contract.checkCardCode> = async (actor, { code, scene }) => {
  refuseWithoutKey(actor, scene)
  await refuseSmsWhereGoogle(actor)
  await checkCode(actor, 'reveal', code, scene)
  return stepUpTicket(actor, scenes[scene].opens)
}

function refuseWithoutKey({ may }: Actor, scene: contract.StepUpScene): void {
  if (!may.has(scenes[scene].key)) throw refuse('not_permitted')
}
