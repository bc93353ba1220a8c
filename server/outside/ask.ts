import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { http, https } from '../core/http.ts'
import { OutsideRefused, OutsideUnknown } from './errors.ts'

export type Question = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** From the question to the end of the answer. */
  timeoutMs?: number
  /** A longer answer is not read. Long files come in pages. */
  limitBytes?: number
}

const MEGABYTE = 1024 * 1024
/** More than a page of any list takes: the settlement's, the longest, has half of it. */
export const PAGE_BYTES = 4 * MEGABYTE

/**
 * How those whom we ask say no, and nothing else: what stands on the way to them (a proxy, a gateway, a sign-in page) answers with
 * statuses of theirs too, and knows nothing of what became of the question.
 */
const Refusal = z.strictObject({ code: z.string().regex(/^[A-Z][A-Z0-9_]{2,63}$/), message: z.string().optional() })

/** Statuses that say nothing about the wish itself: busy, slow, or a key of ours that is wrong. All may pass. */
const passing = new Set([401, 403, 408, 425, 429])

/**
 * One HTTP request to the outside; the JSON of its answer. A redirection is not followed: nobody outside says whom we ask.
 * Throws {@link OutsideRefused} for a definite no (4xx, in their own words) and {@link OutsideUnknown} for everything that
 * leaves the outcome open. `shape`: what a yes looks like; anything else was not said by them.
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
  if (refusal?.success) throw new OutsideRefused(refusal.data.code, refusal.data.message ?? `answered ${status}`)
  throw new OutsideUnknown(`answered ${status}: ${what}`)
}

/** What comes is counted while it comes: an answer without an end would fill the memory. Packed ones were not asked for, and stay packed. */
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

/** Within `timeoutMs` the answer is there to its end, or it fails while it is read. */
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
