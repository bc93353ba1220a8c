/** A code leaves the wire sealed: what we keep of the issuer's news, in whichever table, says it to nobody. */
import type { NetworkEvent, ThreeDsChallenged } from '../outside/outside.ts'
import { seal, unseal } from '../core/secrets.ts'

/** What a sealed code is bound to: it does not open for another challenge. */
const rowOf = (issuer: string, challengeRef: string): string => `3-D ${issuer} ${challengeRef}`

export const isCode = (code: unknown): boolean => typeof code === 'string' && /^\d{4,8}$/.test(code)

/** News as it is kept. Everything but a 3-D code stays as it is. */
export const sealed = (event: NetworkEvent): NetworkEvent =>
  event.type === 'threeDs.challenged'
    ? { ...event, code: seal(rowOf(event.issuer, event.challengeRef), event.code).toString('base64') }
    : event

export const sealOf = ({ code }: ThreeDsChallenged): Buffer => Buffer.from(code, 'base64')

export const openCode = (row: { issuer_id: string; challenge_ref: string; code_sealed: Buffer }): string =>
  unseal(rowOf(row.issuer_id, row.challenge_ref), row.code_sealed)
