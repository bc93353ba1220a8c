/** Events that post nothing: states of cards and 3-D Secure challenges. Compared with our records like those that do. */
import { show } from '#contract/core/money.ts'
import { cardCreated, cardOfIssuer, cardStateChanged } from '#server/cards/cards.ts'
import type { Tx } from '#server/core/db.ts'
import type { NetworkEvent, ThreeDsChallenged, ThreeDsFinished } from '#server/outside/outside.ts'
import { codeFinished, codeIssued, codeOf } from '#server/threeD/threeD.ts'
import { forgetCode } from '../queries.ts'
import { checkCard, checkMoney, Mismatch, refuseCard } from './checkEvent.ts'
import { NotYet } from './eventCard.ts'

type Of<T extends NetworkEvent['type']> = Extract<NetworkEvent, { type: T }>

async function cardOf(tx: Tx, { issuer, cardRef }: NetworkEvent) {
  const card = await cardOfIssuer(tx, issuer, cardRef)
  if (!card) throw new NotYet('the card has not come')
  return card
}

/** The card of an opening is not known to us before the opening is settled; afterwards it is the opening's and no other's. */
export async function cardMade(tx: Tx, event: Of<'card.created'>): Promise<void> {
  const opened = await cardCreated(tx, event)
  if (!opened) return
  const named = await cardOfIssuer(tx, event.issuer, event.cardRef)
  if (named) await checkCard(tx, named, opened)
  else if (opened.issuer_ref !== null) await refuseCard(tx, undefined, opened)
}

/** A card that the issuer stops before we know it is stopped as soon as we do. */
export async function cardChanged(tx: Tx, event: Of<'card.state'>): Promise<void> {
  if (event.state === 'PENDING' || event.state === 'FAILED') return // the opening asks for itself
  await cardOf(tx, event)
  await cardStateChanged(tx, event)
}

export async function challenged(tx: Tx, event: ThreeDsChallenged): Promise<void> {
  const card = await cardOf(tx, event)
  checkMoney(card, event)
  const before = await codeOf(tx, card, event.issuer, event.challengeRef)
  await checkCard(tx, card, before)
  if (before && before.amount_cents !== event.amount)
    throw new Mismatch('REPEATED_DIFFERENTLY', {
      fact: 'amount',
      told: show(event.amount, event.currency),
      ours: show(before.amount_cents),
    })
  await codeIssued(tx, event)
  await forgetCode(tx, event.issuer, event.id)
}

export async function challengeFinished(tx: Tx, event: ThreeDsFinished): Promise<void> {
  const card = await cardOf(tx, event)
  await checkCard(tx, card, await codeOf(tx, card, event.issuer, event.challengeRef))
  await codeFinished(tx, card, event)
}
