/**
 * One row of the contract. The handler's type, validation, the permission check, the OpenAPI document, the browser's typed client, the form rules and the
 * matrix of request tests all derive from it.
 */
import * as z from 'zod/mini'
import type { Availability, ElementKey } from './permissions.ts'
import type { RefusalName } from './refusals.ts'
import type { StaffKey } from './staffRoles.ts'

/**
 * Who may call. `public`: no session needed. `client`: the console's own Basic id (identification, not a secret). `member`: anyone signed in. `parent`, `sub`:
 * only that kind of login. An element key: every parent, and sub-accounts whose role has the key. `staff`: any member of staff; a staff key: staff whose roles
 * have it. Account holders and staff have separate sessions, so a token of one grants nothing in the other.
 */
export type Who = 'public' | 'client' | 'member' | 'parent' | 'sub' | ElementKey | StaffWho
export type StaffWho = 'staff' | StaffKey

/** How the input is sent. `params`: POST with the values in the query (a form body is also accepted). */
type Encoding = 'query' | 'form' | 'json' | 'params' | 'multipart'

export type Row<I extends z.ZodMiniType, O extends z.ZodMiniType, W extends Who, Once extends boolean> = {
  readonly on: `${'GET' | 'POST'} /${string}`
  /** The product's name for the call, for the reference page. */
  readonly title: string
  /** Default: `query` for GET, `form` for POST. */
  readonly body?: Encoding
  readonly who: W
  /** The row of the availability table (account status × action) that must allow the call. Default: `view`. */
  readonly action?: Availability
  /** Moves money or creates something: takes `requestNo`, runs in one transaction, and is safe to send twice. */
  readonly once?: Once
  /** A GET that changes state: refused for prefetchers and cross-site pages, never cached. */
  readonly changes?: true
  /** A POST that changes nothing. */
  readonly reads?: true
  /** Returns bytes instead of the envelope. */
  readonly file?: true
  /** Returns server-sent events, for as long as the caller listens. */
  readonly events?: true
  /** For an uploader that doesn't know the envelope and reads `errcode` and `errmsg`: both, and the data, are also returned beside the envelope. */
  readonly bare?: true
  /** Calls per minute for one login (or one address without a session), across all servers. Default 600. */
  readonly perMinute?: number
  readonly input: I
  readonly output: O
  readonly refusals: readonly RefusalName[]
}

export type Call<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  W extends Who = Who,
  Once extends boolean = boolean,
> = Row<I, O, W, Once> & { readonly method: 'GET' | 'POST'; readonly path: `/${string}`; readonly body: Encoding }

export function call<
  I extends z.ZodMiniType,
  O extends z.ZodMiniType,
  const W extends Who,
  const Once extends boolean = false,
>(row: Row<I, O, W, Once>): Call<I, O, W, Once> {
  const [method, path] = row.on.split(' ') as ['GET' | 'POST', `/${string}`]
  return { ...row, method, path, body: row.body ?? (method === 'GET' ? 'query' : 'form') }
}

/** A random id that the browser stores and sends with calls made before sign-in. It grants no access; it distinguishes a known device from an unknown one. */
export const BROWSER_HEADER = 'x-kaika-browser'

/** Whether the row is for staff. */
export const isStaffWho = (who: Who): who is StaffWho => who === 'staff' || who.startsWith('staff:')

/** The input as the browser sends it. */
export type Input<C extends Call> = z.input<C['input']>
/** The input as the server receives it, after validation and defaults. */
export type Checked<C extends Call> = z.output<C['input']>
/** The output, on both sides. */
export type Output<C extends Call> = z.input<C['output']>

export const nothing = z.object({})

/** Whether an export of a module is a row. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'on' in value && 'who' in value && 'refusals' in value
export const callsOf = (module: object): [name: string, call: Call][] =>
  Object.entries(module).filter((entry): entry is [string, Call] => isCall(entry[1]))

/** The envelope around every answer (docs/reference/console.md#envelope). */
export type Envelope<T = unknown> = { code: number; msg: string; data: T; path: string; status: number }

/** An answer made of bytes. */
export type FileAnswer = {
  name: string
  type: string
  body: Uint8Array | AsyncIterable<Uint8Array>
  inline?: boolean
  /** For a list: the number of rows, sent ahead of them so that the client can show progress. */
  rows?: number
}
/** The header that carries {@link FileAnswer.rows}. */
export const ROWS_HEADER = 'kaika-rows'
/** Sent with every answer to a sub-account: the version of its grant that the answer was based on. */
export const GRANT_HEADER = 'kaika-grant'
export const fileAnswer = z.custom<FileAnswer>()

/** An answer made of events: it gets the response once its headers are sent, and ends it. `Response` is what the server writes to. */
export type EventsAnswer<Response = unknown> = { start(response: Response): void }
export const eventsAnswer = z.custom<EventsAnswer>()
