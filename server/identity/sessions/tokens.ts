import { createHash, createHmac, randomBytes } from 'node:crypto'
import { derivedKey } from '#server/core/secrets.ts'

/** The prefix shows a token's kind, so that a leaked one is recognized. */
const prefixes = { access: 'ka_', refresh: 'kf_', remember: 'kr_', ticket: 'kt_' } as const
type TokenKind = keyof typeof prefixes

/** 256 random bits. */
export const newToken = (kind: TokenKind): string => prefixes[kind] + randomBytes(32).toString('base64url')

/** The only form in which a token is stored. It has 256 bits, so a plain hash is sufficient. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const isRemember = (text: string): boolean => text.startsWith(prefixes.remember)

export type Pair = { access: string; refresh: string }
export const newPair = (): Pair => ({ access: newToken('access'), refresh: newToken('refresh') })
export const newSalt = (): Buffer => randomBytes(32)

/**
 * The pair that follows a refresh token. Derived, not random, so that the same old token gets the same new pair for a few seconds although only hashes are
 * stored. Computing it takes our key, the row's salt and the old token.
 */
export function nextPair(oldRefresh: string, salt: Buffer): Pair {
  const key = derivedKey('refresh')
  const next = (kind: 'access' | 'refresh') =>
    prefixes[kind] + createHmac('sha256', key).update(kind).update(salt).update(oldRefresh).digest('base64url')
  return { access: next('access'), refresh: next('refresh') }
}
