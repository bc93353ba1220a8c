/** Handles the issuer's events about 3-D Secure challenges. The code is sealed before it is stored anywhere, and kept for the hour in which it may be shown. */
import { THREE_D_WINDOW_MS } from '#contract/threeD/threeD.ts'
import { cardOfIssuer } from '../cards/cards.ts'
import { ago } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { notifyOfCode } from '../core/news.ts'
import type { ThreeDsChallenged, ThreeDsFinished, NetworkEvent } from '../outside/outside.ts'
import { finishCode, insertCode } from './queries.ts'
import { seal, unseal } from '../core/secrets.ts'

/** The event refers to something that has not arrived yet; it is retried. */
class NotYet extends Error {}

const isOver = ({ occurredAt }: { occurredAt: number }): boolean => occurredAt <= ago(THREE_D_WINDOW_MS).getTime()

export async function codeIssued(tx: Tx, event: ThreeDsChallenged): Promise<void> {
  if (isOver(event)) return
  const card = await cardOfIssuer(tx, event.issuer, event.cardRef)
  if (!card) throw new NotYet('the card has not come')
  const codeId = newId('tdc')
  await insertCode(tx, {
    account_id: card.accountId,
    code_id: codeId,
    card_id: card.cardId,
    owner_sub_uid: card.ownerSubUid,
    issuer_id: event.issuer,
    challenge_ref: event.challengeRef,
    merchant_name: event.merchant.name,
    amount_cents: event.amount,
    code_sealed: event.code === undefined ? null : Buffer.from(event.code, 'base64'),
    issued_at: new Date(event.occurredAt),
    expires_at: new Date(event.expiresAt),
  })
  await notifyOfCode(tx, card.accountId, codeId)
}

export async function codeFinished(tx: Tx, card: { accountId: string }, event: ThreeDsFinished): Promise<void> {
  if (isOver(event)) return
  const found = await finishCode(tx, card, event.issuer, event.challengeRef, new Date(event.occurredAt), event.result)
  if (!found) throw new NotYet('the challenge has not come')
}

/** The context of a sealed code: it cannot be opened for another challenge. */
const rowOf = (issuer: string, challengeRef: string): string => `3-D ${issuer} ${challengeRef}`

export const isCode = (code: unknown): boolean => typeof code === 'string' && /^\d{4,8}$/.test(code)

/** Seals the 3-D Secure code of an event; other events do not change. */
export const sealed = (event: NetworkEvent): NetworkEvent =>
  event.type === 'threeDs.challenged' && event.code !== undefined
    ? { ...event, code: seal(rowOf(event.issuer, event.challengeRef), event.code).toString('base64') }
    : event

/** null for a challenge that has no code. */
export const openCode = (row: {
  issuer_id: string
  challenge_ref: string
  code_sealed: Buffer | null
}): string | null => row.code_sealed && unseal(rowOf(row.issuer_id, row.challenge_ref), row.code_sealed)
