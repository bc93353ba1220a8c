import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { http, https } from '../core/http.ts'

export type Question = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** From the request to the end of the response. */
  timeoutMs?: number
  /** A longer response is not read. Long files are paged. */
  limitBytes?: number
  /** The codes of this party's own refusals. Any other refusal may be another host's, and leaves the outcome open. */
  refusals?: readonly string[]
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
  const what = `${question.method ?? 'GET'} ${new URL(url).pathname}`
  let status: number
  let answer: unknown
  try {
    const response = await responseTo(url, question)
    status = response.statusCode!
    answer = parsed(await textOf(response, question.limitBytes ?? MEGABYTE))
  } catch (cause) {
    throw new OutsideUnknown(`no answer: ${what}`, { cause })
  }
  if (status >= 200 && status < 300 && answer !== undefined) {
    if (shape && !shape.safeParse(answer).success) throw new OutsideUnknown(`answered something else: ${what}`)
    return answer as T
  }
  const refusal = status >= 400 && status < 500 && !passing.has(status) ? Refusal.safeParse(answer) : undefined
  if (refusal?.success && question.refusals?.includes(refusal.data.code))
    throw new OutsideRefused(refusal.data.code, refusal.data.message ?? `answered ${status}`)
  throw new OutsideUnknown(`answered ${status}: ${what}`)
}

/** Counts bytes as they arrive: an endless response would fill the memory. We do not request compression, and compressed responses are not unpacked. */
async function textOf(response: IncomingMessage, limitBytes: number): Promise<string> {
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
  return Buffer.concat(pieces).toString()
}

/** Within `timeoutMs` the response must be complete, or reading it fails. */
function responseTo(url: string, { method = 'GET', headers, body, timeoutMs = 10_000 }: Question) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    request(url, {
      method,
      headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    })
      .once('response', resolve)
      .on('error', reject)
      .end(body)
  })
}

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
