/** What the issuer tells about a challenge. Its code is kept for the hour in which it may be shown, and not a moment longer. */
import { THREE_D_WINDOW_MS } from '#contract/threeD/threeD.ts'
import { cardOfIssuer } from '../cards/cards.ts'
import { ago } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import type { ThreeDsChallenged, ThreeDsFinished } from '../outside/outside.ts'
import { finishCode, insertCode } from './queries.ts'
import { sealOf } from './sealed.ts'

/** The event is about something that has not come yet; it is tried again. */
class NotYet extends Error {}

const isOver = ({ occurredAt }: { occurredAt: number }): boolean => occurredAt <= ago(THREE_D_WINDOW_MS).getTime()

export async function codeIssued(tx: Tx, event: ThreeDsChallenged): Promise<void> {
  if (isOver(event)) return
  const card = await cardOfIssuer(tx, event.issuer, event.cardRef)
  if (!card) throw new NotYet('the card has not come')
  await insertCode(tx, {
    account_id: card.accountId,
    code_id: newId('tdc'),
    card_id: card.cardId,
    owner_sub_uid: card.ownerSubUid,
    issuer_id: event.issuer,
    challenge_ref: event.challengeRef,
    merchant_name: event.merchant.name,
    amount_cents: event.amount,
    code_sealed: sealOf(event),
    issued_at: new Date(event.occurredAt),
    expires_at: new Date(event.expiresAt),
  })
}

export async function codeFinished(tx: Tx, event: ThreeDsFinished): Promise<void> {
  if (isOver(event)) return
  const found = await finishCode(tx, event.issuer, event.challengeRef, new Date(event.occurredAt), event.result)
  if (!found) throw new NotYet('the challenge has not come')
}
