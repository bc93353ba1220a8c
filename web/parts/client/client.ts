/**
 * The browser's side of the contract: `ask(row, wish)` gives the row's output or throws {@link Refused}. What docs/reference/console.md
 * says about a refusal is shown here, unless the caller asks quietly because it shows it in a better place.
 */
import type { Call, Output, Wish } from '#contract/core/call.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { exchange } from './exchange.ts'
import { isIdle, wasActive } from './idle.ts'
import { intentOf } from './intents.ts'
import { asRefused, idled, Refused } from './refused.ts'
import { open, send } from './send.ts'
import { endSession, session, stored } from './session.ts'
import { serverNow } from './serverClock.ts'

export type Manner = {
  /** Show no notification: the header ignores refusals, a form shows them beside the field. */
  quiet?: boolean
  /** Asked by a clock and not by a person: it does not keep an idle session alive. */
  background?: boolean
  signal?: AbortSignal
  /** Of a file: how its bytes are read, for whoever shows how far it is. */
  read?: (response: Response) => Promise<Blob>
}

export async function ask<C extends Call>(call: C, wish: Wish<C>, manner: Manner = {}): Promise<Output<C>> {
  const intent = call.once ? intentOf(call, wish) : undefined
  const full = intent ? { requestNo: intent.requestNo, ...(wish as object) } : (wish as object)
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

/** Bytes: fetched with the token in the header, so that it never stands in an address, then saved as a file. */
export async function download<C extends Call>(call: C, wish: Wish<C>, manner: Manner = {}): Promise<void> {
  try {
    const { blob, name } = await fetchFile(call, wish, manner)
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  } catch (error) {
    throw tell(error, manner)
  }
}

export function fetchFile<C extends Call>(
  call: C,
  wish: Wish<C>,
  manner: Manner = {},
): Promise<{ blob: Blob; name: string }> {
  return withSession(call, manner, async (token) => {
    const response = await send(call, wish as object, token, manner.signal)
    if (!response.ok || response.headers.get('content-type')?.startsWith('application/json')) await open(call, response)
    const disposition = response.headers.get('content-disposition') ?? ''
    const name = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? /filename="?([^";]+)/i.exec(disposition)?.[1]
    return { blob: await (manner.read?.(response) ?? response.blob()), name: name ? decodeURIComponent(name) : 'kaika' }
  })
}

/** The staff's desk has sessions of its own: it says here what its calls carry, and how its session ends. */
type Signing = { token(): string | undefined; end(): void }
let signing: Signing | undefined
export const signBy = (other: Signing): void => void (signing = other)

/** Idle rule, token, one exchange where the token has run out, and the note that somebody was here. */
async function withSession<T>(call: Call, manner: Manner, go: (token: string | undefined) => Promise<T>): Promise<T> {
  if (call.who === 'public' || call.who === 'client') return go(undefined)
  if (signing) return go(signing.token())
  if (session().IsLogin && isIdle()) throw idled(call.path)
  let token = stored('access_token')
  if (Number(stored('access_overtime')) < serverNow() && (await exchange(token))) token = stored('access_token')
  try {
    const answer = await go(token)
    if (!manner.background) wasActive()
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
