import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { http, https } from '../core/http.ts'
import { measureRequest } from './outsideMetrics.ts'

export type Question = {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  /** A stream needs its `content-length` among the headers. */
  body?: string | Buffer | Readable
  /** From the request to the end of the response. */
  timeoutMs?: number
  /** A longer response is not read. Long files are paged. */
  limitBytes?: number
  /** The codes of this party's own refusals. Any other refusal may be another host's, and leaves the outcome open. */
  refusals?: readonly string[]
  /** How the host's name becomes an address, where not by the system alone. */
  lookup?: LookupFunction
}

const MEGABYTE = 1024 * 1024
/** More than a page of any list: the longest, the settlement's, takes half of it. */
export const PAGE_BYTES = 4 * MEGABYTE

/**
 * The exact form of a provider's refusal: intermediaries (a proxy, a gateway, a sign-in page) also answer with error statuses, and do not know the outcome of
 * the request.
 */
const Refusal = z.strictObject({ code: z.string().regex(/^[A-Z][A-Z0-9_]{2,63}$/), message: z.string().optional() })

/** How a gateway for messages says yes. */
export const Accepted = z.object({ accepted: z.literal(true) })

/** Statuses that say nothing about the request itself: busy, slow, or a wrong key of ours. All may be temporary. */
const passing = new Set([401, 403, 408, 425, 429])

/**
 * Sends one HTTP request to the outside and returns the JSON of its response. Redirects are not followed: no outside party decides where we send requests.
 * Throws {@link OutsideRefused} for a definite no (4xx in the provider's own format) and {@link OutsideUnknown} for everything that leaves the outcome open.
 * `shape`: the form of a success; anything else did not come from the provider.
 */
export async function ask<T>(url: string, question: Question = {}, shape?: z.ZodType<T>): Promise<T> {
  const what = nameOf(url, question)
  const { status, answer } = await exchangeJson(url, question)
  if (status >= 200 && status < 300 && answer !== undefined) {
    if (shape && !shape.safeParse(answer).success) throw new OutsideUnknown(`answered something else: ${what}`)
    return answer as T
  }
  const refusal = status >= 400 && status < 500 && !passing.has(status) ? Refusal.safeParse(answer) : undefined
  if (refusal?.success && question.refusals?.includes(refusal.data.code))
    throw new OutsideRefused(refusal.data.code, refusal.data.message ?? `answered ${status}`)
  throw new OutsideUnknown(`answered ${status}: ${what}`)
}

const nameOf = (url: string, { method = 'GET' }: Question): string => `${method} ${new URL(url).pathname}`

/** What came back, unread: for parties that sign the bytes of their answers. */
export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends one HTTP request to the outside and returns its response as it came, whatever its status. Redirects are not followed. Throws {@link OutsideUnknown} if no
 * complete response arrives within `timeoutMs` and `limitBytes`.
 */
export async function exchange(url: string, question: Question = {}): Promise<Reply> {
  try {
    const response = await responseTo(url, question)
    const body = await bytesOf(response, question.limitBytes ?? MEGABYTE)
    return { status: response.statusCode!, headers: response.headers, body }
  } catch (cause) {
    throw new OutsideUnknown(`no answer: ${nameOf(url, question)}`, { cause })
  }
}

/** The same with a party that has error formats of its own: the status and the JSON of the response, `undefined` if it is none. */
export async function exchangeJson(url: string, question: Question = {}): Promise<{ status: number; answer: unknown }> {
  const { status, body } = await exchange(url, question)
  return { status, answer: parsed(body.toString()) }
}

/** Counts bytes as they arrive: an endless response would fill the memory. We do not request compression, and compressed responses are not unpacked. */
export async function bytesOf(response: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > limitBytes) {
      response.destroy()
      throw new Error(`longer than ${limitBytes} bytes`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Within `timeoutMs` the response must be complete, or reading it fails. */
export const responseTo = async (url: string, question: Question): Promise<IncomingMessage> =>
  measureRequest({ host: new URL(url).hostname, method: question.method ?? 'GET' }, () => send(url, question))

const send = (url: string, { method = 'GET', headers, body, timeoutMs = 10_000, lookup }: Question) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const sent = request(url, {
      method,
      headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(lookup && { lookup }),
    })
      .once('response', resolve)
      .on('error', reject)
    if (body instanceof Readable) body.once('error', (error) => sent.destroy(error)).pipe(sent)
    else sent.end(body)
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A definite refusal by the outside: nothing was done, and retrying will not help. */
export class OutsideRefused extends Error {
  override name = 'OutsideRefused'
  /** The provider's own code, such as `HOLDER_REFUSED`. */
  readonly code: string
  constructor(code: string, message = code) {
    super(message)
    this.code = code
  }
}

/**
 * The outside gave no yes or no (time-out, connection lost, busy, its own fault). The request may have been carried out, so this is never a failure: retry with
 * the same key, or look up the outcome.
 */
export class OutsideUnknown extends Error {
  override name = 'OutsideUnknown'
}
