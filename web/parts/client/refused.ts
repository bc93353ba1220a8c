/** A refusal as received by the browser, and what is shown for it (docs/reference/console.md#what-is-shown-for-a-code). */
import { Refusal, type RefusalName } from '#contract/core/refusals.ts'
import { say } from '#web/text.ts'

type Shown = (answer: { msg: string; path: string }) => string
const fixed =
  (key: Parameters<typeof say>[0]): Shown =>
  () =>
    say(key)

const expired = fixed('errors.expired')
const busy = fixed('errors.busy')
/** Technical messages that are not meant for people. */
const notForPeople = /\bi\/?o (error|exception)|\bno (available instances?|instances? available)|服务不可用/i

/** Code → text. Codes not listed show the server's own message. */
const catalogue: Record<number, Shown> = {
  400: fixed('errors.badRequest'),
  401: expired,
  403: expired,
  600: expired,
  610: expired,
  404: ({ path }) => `${say('errors.noAddress')}${path}`,
  408: fixed('errors.timeout'),
  500: ({ msg }) => (msg === '' || notForPeople.test(msg) ? say('errors.server') : msg),
  501: busy,
  502: busy,
  503: busy,
  504: busy,
  505: fixed('errors.httpVersion'),
}

/** These end the session: storage is cleared and the console goes to sign-in. */
const ending: ReadonlySet<number> = new Set([401, 403, 600, 610])

type Answer = { code: number; msg: string; path: string; data?: unknown }

export class Refused extends Refusal {
  readonly code: number
  /** The text to show. Empty if there is nothing to say. */
  readonly says: string
  /** The server's own text, if it sent any. */
  readonly msg: string
  /** Field → the text beside it. */
  readonly fields: Record<string, string>

  constructor(answer: Answer) {
    const data = (typeof answer.data === 'object' && answer.data !== null ? answer.data : {}) as Record<string, unknown>
    super(nameOf(answer.code, data.reason), data)
    this.code = answer.code
    this.msg = answer.msg
    this.says = this.refusal === 'idle' ? say('errors.idle') : (catalogue[answer.code] ?? (({ msg }) => msg))(answer)
    const fields = (data.fields ?? []) as { name: string; msg: string }[]
    this.fields = Object.fromEntries(fields.map(({ name, msg }) => [name, msg]))
    // A refusal that names one field belongs beside it.
    if (typeof data.field === 'string') this.fields[data.field] ??= this.says
  }

  get endsSession(): boolean {
    return ending.has(this.code)
  }
  /** Whether the request may have been carried out although no answer arrived. */
  get unknown(): boolean {
    return this.code === 408 || this.code === 0 || (this.code >= 500 && this.code < 600)
  }
}

function nameOf(code: number, reason: unknown): RefusalName {
  if (typeof reason === 'string' && /^[A-Z_]+$/.test(reason)) return reason.toLowerCase() as RefusalName
  return code === 404 ? 'no_such_address' : code === 400 ? 'bad_request' : code === 401 ? 'signed_out' : 'fault'
}

/** No answer at all: shown like a wrong address. */
export const noAnswer = (path: string): Refused =>
  new Refused({ code: 0, msg: `${say('errors.noAddress')}${path}`, path })

export const timedOut = (path: string): Refused => new Refused({ code: 408, msg: '', path })
export const idled = (path: string): Refused => new Refused({ code: 401, msg: '', path, data: { reason: 'IDLE' } })

export const asRefused = (error: unknown): Refused | undefined => (error instanceof Refused ? error : undefined)
