/**
 * What the browser remembers (docs/reference/console.md#what-the-browser-keeps). The keys are the product's own; `username`, `password` and `autoLogin`
 * survive a clear. `password` never holds a password but the opaque, single-use credential that the server gave.
 */
import type { Output } from '#contract/core/call.ts'
import type { userInfo } from '#contract/identity/identity.ts'
import type { wallet } from '#contract/notices/notices.ts'
import type { privilege } from '#contract/plans/plans.ts'
import type { PageNode } from '#contract/roles/roles.ts'

type Profile = Output<typeof userInfo>
type Tokens = { access_token: string; access_overtime: number; refresh_token: string }

const surviving = ['username', 'password', 'autoLogin'] as const
type Key =
  | (typeof surviving)[number]
  | 'access_token'
  | 'access_overtime'
  | 'refresh_token'
  | 'lang'
  | 'theme'
  | 'subAccount'
  | 'userInfo'
  | 'subPermission'
  | 'Auths'
  | 'AuthsMenu'
  | 'guide'
  | 'lastActiveTime'

export const stored = (key: Key): string | undefined => localStorage.getItem(key) ?? undefined
export const store = (key: Key, value: string): void => localStorage.setItem(key, value)
export const forget = (key: Key): void => localStorage.removeItem(key)

/** As somebody left it. The guard may clear the storage before the first words are shown, and they are in this language all the same. */
export const langAtStart = stored('lang')

function storedJson<T>(key: Key): T | undefined {
  try {
    return JSON.parse(stored(key) ?? '') as T
  } catch {
    return undefined
  }
}

/** The application's state: what the pages show about who is here. */
export type State = {
  IsLogin: boolean
  UserInfo: Profile | undefined
  UserPlan: Output<typeof privilege> | undefined
  Wallet: Output<typeof wallet> | undefined
  /** Below this a card's balance is marked, in cents; as the account holder chose. */
  LowBalance?: number | undefined
  /** Personal notices that wait to be read. */
  Unread?: number | undefined
  Auths: PageNode[] | undefined
  subPermission: string[] | undefined
  /** The sub-account view: identity swapped, its own route set. */
  subAccount: boolean
}

const fromStorage = (): State => ({
  IsLogin: stored('access_token') !== undefined,
  UserInfo: storedJson('userInfo'),
  UserPlan: undefined,
  Wallet: undefined,
  Auths: storedJson('Auths'),
  subPermission: storedJson('subPermission'),
  subAccount: stored('subAccount') === '1',
})

let state = fromStorage()
const listeners = new Set<() => void>()
export const session = (): State => state
export function onSession(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Changes the state, and the storage of those parts that the storage keeps. */
export function remember(change: Partial<State>): void {
  state = { ...state, ...change }
  if (change.UserInfo) store('userInfo', JSON.stringify(change.UserInfo))
  if (change.Auths) store('Auths', JSON.stringify(change.Auths))
  if (change.subPermission) store('subPermission', JSON.stringify(change.subPermission))
  if (change.subAccount !== undefined) store('subAccount', change.subAccount ? '1' : '0')
  listeners.forEach((listen) => listen())
}

export function keepTokens(tokens: Tokens): void {
  store('access_token', tokens.access_token)
  store('access_overtime', String(tokens.access_overtime))
  store('refresh_token', tokens.refresh_token)
  remember({ IsLogin: true })
}

/** Forgets everything but the three entries that survive, in storage and in the state. */
export function clearSession(): void {
  const kept = surviving.map((key) => [key, stored(key)] as const)
  localStorage.clear()
  for (const [key, value] of kept) if (value !== undefined) store(key, value)
  state = fromStorage()
  listeners.forEach((listen) => listen())
}

/** What to do when the session ends is the console's affair: it goes to sign-in. */
let leave = (): void => {}
export const onSignedOut = (act: () => void): void => void (leave = act)
export function endSession(): void {
  clearSession()
  leave()
}

/** A sign-out or sign-in in another tab is one here too. */
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== 'access_token') return
  const was = state.IsLogin
  if (was === (stored('access_token') !== undefined)) return
  state = fromStorage()
  listeners.forEach((listen) => listen())
  if (was) leave()
})
