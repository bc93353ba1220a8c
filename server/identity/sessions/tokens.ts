import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cellOf } from '#server/core/database/cells.ts'
import { derivedKey } from '#server/core/secrets.ts'

/** The prefix shows a token's kind, so that a leaked one is recognized. */
const prefixes = { access: 'ka_', refresh: 'kf_', remember: 'kr_', ticket: 'kt_' } as const
type TokenKind = keyof typeof prefixes

/** 256 random bits. */
export const newToken = (kind: TokenKind): string => prefixes[kind] + randomBytes(32).toString('base64url')

/** The 64 characters of base64url, one for each cell. */
const CELL_CHARS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
type AccountTokenKind = Exclude<TokenKind, 'ticket'>

/** A token of an account: the cell of the account between prefix and random bits, because a token is looked for before its account is known. */
const tokenOf = (kind: AccountTokenKind, accountId: string, secret: Buffer): string =>
  prefixes[kind] + CELL_CHARS[cellOf(accountId)]! + secret.toString('base64url')

export const newAccountToken = (kind: AccountTokenKind, accountId: string): string =>
  tokenOf(kind, accountId, randomBytes(32))

/** The cell that a token of this kind names; undefined for anything else. */
export function cellOfToken(kind: AccountTokenKind, token: string): number | undefined {
  const prefix = prefixes[kind]
  const char = token.at(prefix.length)
  const cell = token.startsWith(prefix) && char !== undefined ? CELL_CHARS.indexOf(char) : -1
  return cell < 0 ? undefined : cell
}

/** The only form in which a token is stored. It has 256 bits, so a plain hash is sufficient. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const isRemember = (text: string): boolean => text.startsWith(prefixes.remember)

export type Pair = { access: string; refresh: string }
export const newPair = (accountId: string): Pair => ({
  access: newAccountToken('access', accountId),
  refresh: newAccountToken('refresh', accountId),
})
export const newSalt = (): Buffer => randomBytes(32)

/**
 * The pair that follows a refresh token of an account. Derived, not random, so that the same old token gets the same new pair for a few seconds although only
 * hashes are stored. Computing it takes our key, the row's salt and the old token.
 */
export function nextPair(accountId: string, oldRefresh: string, salt: Buffer): Pair {
  const key = derivedKey('refresh')
  const next = (kind: 'access' | 'refresh') =>
    tokenOf(kind, accountId, createHmac('sha256', key).update(kind).update(salt).update(oldRefresh).digest())
  return { access: next('access'), refresh: next('refresh') }
}
