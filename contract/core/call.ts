/**
 * One row of the contract. From it come the handler's type, validation, the check of who may call, the OpenAPI
 * document, the browser's typed client, the form's rules and the matrix of request tests.
 */
import * as z from 'zod'
import type { Availability, ElementKey } from './permissions.ts'
import type { RefusalName } from './refusals.ts'
import type { StaffKey } from './staffRoles.ts'

/**
 * Who may call. `public`: no session is needed. `client`: the console's own Basic id (identification, not
 * a secret). `member`: anybody signed in. `parent`, `sub`: that kind only. An element key: every parent, and the
 * sub-accounts whose role holds the key. `staff`: any member of staff; a staff key: those whose roles hold
 * it. The two worlds have sessions of their own, so that a token of one opens nothing of the other.
 */
export type Who = 'public' | 'client' | 'member' | 'parent' | 'sub' | ElementKey | StaffWho
export type StaffWho = 'staff' | StaffKey

/** How the input travels. `params`: POST with the values in the query (a form body is accepted too). */
type Encoding = 'query' | 'form' | 'json' | 'params' | 'multipart'

export type Row<I extends z.ZodType, O extends z.ZodType, W extends Who, Once extends boolean> = {
  readonly on: `${'GET' | 'POST'} /${string}`
  /** The product's word for it, for the reference page. */
  readonly title: string
  /** Default: `query` for GET, `form` for POST. */
  readonly body?: Encoding
  readonly who: W
  /** Which row of the availability table (state of the account × action) must allow it. Default: `view`. */
  readonly action?: Availability
  /** Moves money or makes something: takes `requestNo`, runs in one transaction, safe to send twice. */
  readonly once?: Once
  /** A GET that changes state: refused to prefetchers and cross-site pages, never cached. */
  readonly changes?: true
  /** Answers with bytes instead of the envelope. */
  readonly file?: true
  /** An uploader that knows no envelope reads `errcode` and `errmsg`: they and the data stand beside the envelope too. */
  readonly bare?: true
  /** Calls a minute for one login (or one address, without a session), across all servers. Default 600. */
  readonly perMinute?: number
  readonly input: I
  readonly output: O
  readonly refusals: readonly RefusalName[]
}

export type Call<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  W extends Who = Who,
  Once extends boolean = boolean,
> = Row<I, O, W, Once> & {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly body: Encoding
}

export function call<I extends z.ZodType, O extends z.ZodType, const W extends Who, const Once extends boolean = false>(
  row: Row<I, O, W, Once>,
): Call<I, O, W, Once> {
  const [method, path] = row.on.split(' ') as ['GET' | 'POST', `/${string}`]
  return { ...row, method, path, body: row.body ?? (method === 'GET' ? 'query' : 'form') }
}

/** A random id that the browser keeps, sent with calls without a sign-in. It grants no access; it tells a known device from an unknown one. */
export const BROWSER_HEADER = 'x-kaika-browser'

/** Is the row for the service's own people? */
export const isStaffWho = (who: Who): who is StaffWho => who === 'staff' || who.startsWith('staff:')

/** What the browser gives. */
export type Wish<C extends Call> = z.input<C['input']>
/** What the server gets, after validation and defaults. */
export type Checked<C extends Call> = z.output<C['input']>
/** What both call the answer. */
export type Output<C extends Call> = z.input<C['output']>

export const nothing = z.object({})

/** The rows among a module's exports. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'on' in value && 'who' in value && 'refusals' in value
export const callsOf = (module: object): [name: string, call: Call][] =>
  Object.entries(module).filter((entry): entry is [string, Call] => isCall(entry[1]))

/** The envelope around every answer (docs/reference/console.md#envelope). */
export type Envelope<T = unknown> = { code: number; msg: string; data: T; path: string; status: number }

/** Bytes as an answer. */
export type FileAnswer = {
  name: string
  type: string
  body: Uint8Array | AsyncIterable<Uint8Array>
  inline?: boolean
  /** Of a list: how many rows come, told before them so that whoever waits sees how far it is. */
  rows?: number
}
/** The header that says {@link FileAnswer.rows}. */
export const ROWS_HEADER = 'kaika-rows'
/** With every answer to a sub-account: which version of its rights it was answered by. */
export const GRANT_HEADER = 'kaika-grant'
export const fileAnswer = z.custom<FileAnswer>()
