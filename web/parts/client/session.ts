/**
 * What the browser stores (docs/reference/console.md#what-the-browser-keeps). The keys are the product's own; `username`, `password` and `autoLogin` survive a
 * clear. `password` never holds a password but the opaque, single-use credential from the server.
 */
import type { Output } from '#contract/core/call.ts'
import type { userInfo } from '#contract/identity/userInfo.ts'
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
  | 'density'
  | 'tables'
  | 'subAccount'
  | 'userInfo'
  | 'subPermission'
  | 'Auths'
  | 'AuthsMenu'
  | 'guide'
  | 'menu'
  | 'rateHidden'
  | 'declineRate'
  | 'recent'
  | 'lastActiveTime'

export const stored = (key: Key): string | undefined => localStorage.getItem(key) ?? undefined
export function store(key: Key, value: string): void {
  localStorage.setItem(key, value)
  keepForTab()
}
export const forget = (key: Key): void => localStorage.removeItem(key)

/**
 * Language and theme are cleared with everything else when a session ends, but a tab keeps its own until it is closed: sign-in is shown in them, also when it is
 * reloaded. `before-paint.js` reads them too.
 */
const ofTab = ['lang', 'theme'] as const
function keepForTab(): void {
  for (const key of ofTab) {
    const value = stored(key)
    if (value !== undefined) sessionStorage.setItem(key, value)
  }
}
keepForTab()
export const ofThisTab = (key: (typeof ofTab)[number]): string | undefined =>
  stored(key) ?? sessionStorage.getItem(key) ?? undefined

/** The guard may clear the storage before the first text is shown, which must still be in this language. */
export const langAtStart = ofThisTab('lang')

export function storedJson<T>(key: Key): T | undefined {
  try {
    return JSON.parse(stored(key) ?? '') as T
  } catch {
    return undefined
  }
}

/** The application's state: what the pages show about the user. */
export type State = {
  IsLogin: boolean
  UserInfo: Profile | undefined
  UserPlan: Output<typeof privilege> | undefined
  Wallet: Output<typeof wallet> | undefined
  /** Card balances below this are marked, in cents; the account holder's setting. */
  LowBalance?: number | undefined
  /** Whether the tour and the first steps were dismissed or finished, on any device. */
  GuideDone?: boolean | undefined
  /** Where a purchase can be tried, if the world outside is simulated. */
  TestShop?: string | undefined
  /** Unread personal notices. */
  Unread?: number | undefined
  /** Pending requests of sub-accounts. */
  Requests?: number | undefined
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
/** Grows when a session ends, also when it ends in another tab. */
let ended = 0
const listeners = new Set<() => void>()
export const session = (): State => state
export function onSession(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Changes the state, and stores the persistent parts. */
export function remember(change: Partial<State>): void {
  state = { ...state, ...change }
  if (change.UserInfo) store('userInfo', JSON.stringify(change.UserInfo))
  if (change.Auths) store('Auths', JSON.stringify(change.Auths))
  if (change.subPermission) store('subPermission', JSON.stringify(change.subPermission))
  if (change.subAccount !== undefined) store('subAccount', change.subAccount ? '1' : '0')
  listeners.forEach((listen) => listen())
}

/** Returns a `remember` for answers to this session: it does nothing if the session has ended before the answer arrives. */
export function rememberInSession(): typeof remember {
  const before = ended
  return (change) => {
    if (ended === before) remember(change)
  }
}

export function keepTokens(tokens: Tokens): void {
  store('access_token', tokens.access_token)
  store('access_overtime', String(tokens.access_overtime))
  store('refresh_token', tokens.refresh_token)
  remember({ IsLogin: true })
}

/** Deletes everything but the three entries that survive, in storage and in the state. */
export function clearSession(): void {
  ended++
  const kept = surviving.map((key) => [key, stored(key)] as const)
  localStorage.clear()
  for (const [key, value] of kept) if (value !== undefined) store(key, value)
  state = fromStorage()
  listeners.forEach((listen) => listen())
}

/** The console decides what happens at the end of a session: it goes to sign-in. */
let leave = (): void => {}
export const onSignedOut = (act: () => void): void => void (leave = act)
export function endSession(): void {
  clearSession()
  leave()
}

/** A sign-out or sign-in in another tab applies to this one too. */
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== 'access_token') return
  const was = state.IsLogin
  if (was === (stored('access_token') !== undefined)) return
  ended++
  state = fromStorage()
  listeners.forEach((listen) => listen())
  if (was) leave()
})
