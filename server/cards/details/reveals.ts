import type * as contract from '#contract/cards/cards.ts'
import { mayMove } from '#contract/cards/states.ts'
import { availability, type ElementKey } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import {
  askCode,
  checkCode,
  refuseSmsWhereGoogle,
  stepUpTicket,
  useRemembered,
  type StepUp,
} from '#server/identity/identity.ts'
import {
  issuerOf,
  numberAt,
  outside,
  OutsideRefused,
  OutsideUnknown,
  type CardSecret,
  type RevealPage,
} from '#server/outside/outside.ts'
import { logCards } from '../orders/log.ts'
import { cardsWithin, nameOf, stateOf, type CardRow } from '../queries.ts'
import { takeReveal } from './queries.ts'

/** Numbers revealed per login and hour. */
const REVEALS_PER_HOUR = 30

/** Verified, counted and logged before the issuer is asked: a number that was seen must be in the log, one that was not may be. */
export async function revealNumber(
  actor: Actor,
  card: CardRow,
  ticket: string | undefined,
): Promise<CardSecret | RevealPage> {
  if (!actor.may.has('card:reveal')) throw refuse('not_permitted')
  if (!availability.reveal[actor.standing])
    throw refuse(actor.standing === 'SHUTDOWN' ? 'account_shutdown' : 'account_closing')
  if (!mayMove('reveal', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })

  await transaction(async (tx) => {
    const remembered = await useRemembered(tx, actor, 'reveal', ticket, card.card_id)
    if (!(await takeReveal(tx, actor, REVEALS_PER_HOUR))) throw refuse('too_fast')
    await logCards(tx, [{ ...actor, cardId: card.card_id, type: 'REVEAL' }])
    await record(tx, actor, {
      type: 'CARD_REVEAL',
      target: nameOf(card),
      content: { cn: '查看完整卡号', en: 'Viewed the card number' },
      // Without a new proof: within minutes of one in the same session.
      ...(remembered && { after: { remembered } }),
    })
  })
  try {
    return await issuerOf(card.issuer_id).reveal(card.issuer_ref!, {
      actorId: actor.loginId,
      reason: 'shown to its owner',
      lang: actor.from.lang,
    })
  } catch (error) {
    if (error instanceof OutsideUnknown || error instanceof OutsideRefused) throw refuse('issuer_unavailable')
    throw error
  }
}

/** Numbers by card ID. */
export type Revealed = ReadonlyMap<string, CardSecret>

type Asked = Pick<CardRow, 'card_id' | 'issuer_id' | 'issuer_ref'>

/** Concurrent requests to the issuer, and attempts per number. */
const [AT_ONCE, TRIES] = [8, 3]

/** Returns those of these cards whose numbers may be revealed, and logs each: before anybody sees a number. An issuer that shows numbers itself gives none. */
export async function logReveals(tx: Tx, actor: Actor, cardIds: readonly string[]): Promise<Asked[]> {
  const cards = await cardsWithin(tx, actor, cardIds)
  const open = [...cards.values()].filter(
    (card) => mayMove('reveal', stateOf(card)) && outside.issuers.get(card.issuer_id)?.reveals === 'API',
  )
  await logCards(
    tx,
    open.map(({ card_id }) => ({ ...actor, cardId: card_id, type: 'REVEAL', remark: 'EXPORT' })),
  )
  return open
}

/** Returns all of their numbers, or refuses: a file that silently lacks some would be worse than none. */
export async function revealMany({ loginId }: Actor, cards: readonly Asked[]): Promise<Revealed> {
  const found = new Map<string, CardSecret>()
  const waiting = [...cards]
  const ask = async (): Promise<void> => {
    for (let card = waiting.pop(); card; card = waiting.pop()) found.set(card.card_id, await numberOf(card, loginId))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return found
}

async function numberOf({ issuer_id, issuer_ref }: Asked, actorId: string): Promise<CardSecret> {
  for (let tries = 1; ; tries++) {
    try {
      return await numberAt(issuerOf(issuer_id), issuer_ref!, { actorId, reason: 'exported to its owner' })
    } catch (error) {
      if (!(error instanceof OutsideUnknown || error instanceof OutsideRefused)) throw error
      if (tries === TRIES || error instanceof OutsideRefused) throw refuse('issuer_unavailable')
    }
  }
}

/** What each verification unlocks, and which permission it requires. */
const scenes = {
  REVEAL: { opens: 'reveal', key: 'card:reveal' },
  EXPORT: { opens: 'export', key: 'card:export' },
  BATCH_DELETE: { opens: 'batchDelete', key: 'card:batchDelete' },
} as const satisfies Record<contract.StepUpScene, { opens: StepUp; key: ElementKey }>

/** Sends a code to the caller's own phone before card numbers are shown or exported. */
export const askCardCode: Answer<typeof contract.askCardCode> = async (actor, { scene }) => {
  refuseWithoutKey(actor, scene)
  await refuseSmsWhereGoogle(actor)
  return askCode(actor, 'reveal', scene)
}

/** Verifies the code and returns a ticket for one use. A code requested for one purpose is not valid for another. */
export const checkCardCode: Answer<typeof contract.checkCardCode> = async (actor, { code, scene }) => {
  refuseWithoutKey(actor, scene)
  await refuseSmsWhereGoogle(actor)
  await checkCode(actor, 'reveal', code, scene)
  return stepUpTicket(actor, scenes[scene].opens)
}

function refuseWithoutKey({ may }: Actor, scene: contract.StepUpScene): void {
  if (!may.has(scenes[scene].key)) throw refuse('not_permitted')
}
