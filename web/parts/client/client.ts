/**
 * The browser's side of the contract: `ask(row, input)` returns the row's output or throws {@link Refused}. Refusals are shown here as in
 * docs/reference/console.md, unless the caller sets `quiet` to show them in a better place.
 */
import type { Call, Output, Input } from '#contract/core/call.ts'
import { refresh } from '#contract/identity/identity.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { isIdle, wasActive } from './idle.ts'
import { asRefused, idled, Refused } from './refused.ts'
import { open, send } from './send.ts'
import { endSession, session, stored, keepTokens } from './session.ts'
import { serverNow } from './serverClock.ts'

export type Manner = {
  /** Shows no notification: the header ignores refusals, and a form shows them beside the field. */
  quiet?: boolean
  /** Sent by a timer and not by a person: it does not keep an idle session alive. */
  background?: boolean
  signal?: AbortSignal
  /** For a file: how its bytes are read, to show progress. */
  read?: (response: Response) => Promise<Blob>
}

export async function ask<C extends Call>(call: C, input: Input<C>, manner: Manner = {}): Promise<Output<C>> {
  const intent = call.once ? intentOf(call, input) : undefined
  const full = intent ? { requestNo: intent.requestNo, ...(input as object) } : (input as object)
  try {
    const data = await withSession(call, manner, async (token) =>
      open(call, await send(call, full, token, manner.signal)),
    )
    intent?.done()
    return data as Output<C>
  } catch (error) {
    const refused = asRefused(error)
    if (refused && !refused.unknown && refused.refusal !== 'in_progress') intent?.done()
    throw tell(error, manner)
  }
}

/** Downloads a file with the token in the header, so that the token is never in an address, then saves it. */
export async function download<C extends Call>(call: C, input: Input<C>, manner: Manner = {}): Promise<void> {
  try {
    const { blob, name } = await fetchFile(call, input, manner)
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  } catch (error) {
    throw tell(error, manner)
  }
}

export function fetchFile<C extends Call>(
  call: C,
  input: Input<C>,
  manner: Manner = {},
): Promise<{ blob: Blob; name: string }> {
  return withSession(call, manner, async (token) => {
    const response = await sendUnwrapped(call, input, token, manner.signal)
    const disposition = response.headers.get('content-disposition') ?? ''
    const name = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? /filename="?([^";]+)/i.exec(disposition)?.[1]
    return { blob: await (manner.read?.(response) ?? response.blob()), name: name ? decodeURIComponent(name) : 'kaika' }
  })
}

/** The events of a call that answers with them, until `signal` or the server ends them. No person asks for them, so they keep no session alive. */
export async function openEvents<C extends Call>(
  call: C,
  input: Input<C>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const manner = { background: true, quiet: true }
  try {
    return await withSession(call, manner, async (token) => (await sendUnwrapped(call, input, token, signal)).body!)
  } catch (error) {
    throw tell(error, manner)
  }
}

/** For an answer without an envelope, which a refusal has. */
async function sendUnwrapped<C extends Call>(
  call: C,
  input: Input<C>,
  token: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await send(call, input as object, token, signal)
  if (!response.ok || response.headers.get('content-type')?.startsWith('application/json')) await open(call, response)
  return response
}

/** The staff desk has its own sessions: it registers what its calls carry, and how its session ends. */
type Signing = { token(): string | undefined; end(): void }
let signing: Signing | undefined
export const signBy = (other: Signing): void => void (signing = other)

/** Applies the idle rule, adds the token, exchanges an expired token once, and records activity. */
async function withSession<T>(call: Call, manner: Manner, go: (token: string | undefined) => Promise<T>): Promise<T> {
  if (call.who === 'public' || call.who === 'client') return go(undefined)
  if (signing) return go(signing.token())
  if (session().IsLogin && isIdle()) throw idled(call.path)
  let token = stored('access_token')
  if (Number(stored('access_overtime')) < serverNow() && (await exchange(token))) token = stored('access_token')
  try {
    const answer = await go(token)
    if (session().IsLogin && !manner.background) wasActive()
    return answer
  } catch (error) {
    const refused = asRefused(error)
    if (refused?.code !== 401 || refused.refusal === 'idle' || !(await exchange(token))) throw error
    return go(stored('access_token'))
  }
}

function tell(error: unknown, manner: Manner): unknown {
  if (!(error instanceof Refused)) return error
  if (error.endsSession && (signing ? signing.token() !== undefined : session().IsLogin)) {
    if (signing) signing.end()
    else endSession()
    toast.bad(error.says)
  } else if (!manner.quiet) toast.bad(error.says)
  return error
}

let running: Promise<boolean> | undefined

/**
 * A new access token for the refresh token, once, however many tabs and requests want it at the same time. `true`: there is a
 * token newer than `stale` now. `false`: the session is over. Throws where nobody answered.
 */
function exchange(stale: string | undefined): Promise<boolean> {
  running ??= inOneTab(() => exchangeOnce(stale)).finally(() => (running = undefined))
  return running
}

/** A refresh token is valid for one use: two tabs using it together would end the session (reuse is revoked). */
const inOneTab = (work: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('kaika:refresh', work) : work()

async function exchangeOnce(stale: string | undefined): Promise<boolean> {
  if (stored('access_token') !== stale) return stored('access_token') !== undefined
  const refresh_token = stored('refresh_token')
  if (refresh_token === undefined) return false
  const input = { grant_type: 'refresh_token', scope: 'server', type: 'web', refresh_token } as const
  try {
    const tokens = (await open(refresh, await send(refresh, input, undefined))) as Output<typeof refresh>
    // The session may have ended while we waited: its tokens must not bring it back.
    if (stored('refresh_token') !== refresh_token) return stored('access_token') !== undefined
    keepTokens(tokens)
    return true
  } catch (error) {
    if (asRefused(error)?.unknown) throw error
    return false
  }
}

/** 53 bits are enough to tell the few open intents of one tab apart, and no field value is stored. */
function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

const randomNo = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A file has no JSON form, and another file is another intent. */
const named = (_: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

type Intent = { requestNo: string; done: () => void }

/**
 * One `requestNo` per intent. It is kept until a definite answer, so that a retry after a lost reply is the same request and is executed once (the double-click
 * guard is only a convenience).
 */
function intentOf(call: Call, input: unknown): Intent {
  const key = `intent:${call.path}:${digest(JSON.stringify(input, named))}`
  const requestNo = sessionStorage.getItem(key) ?? randomNo()
  sessionStorage.setItem(key, requestNo)
  return { requestNo, done: () => sessionStorage.removeItem(key) }
}
