import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { http, https } from '../http.ts'
import { OutsideRefused, OutsideUnknown } from './errors.ts'

export type Question = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number
}

/** Statuses that say nothing about the wish itself: busy, slow, or a key of ours that is wrong. All may pass. */
const passing = new Set([401, 403, 408, 425, 429])

/**
 * One HTTP request to the outside; the JSON of its answer. A redirection is not followed: nobody outside says whom we ask.
 * Throws {@link OutsideRefused} for a definite no (4xx) and {@link OutsideUnknown} for everything that leaves the outcome open.
 */
export async function ask<T>(url: string, question: Question = {}): Promise<T> {
  const what = `${question.method ?? 'GET'} ${new URL(url).pathname}`
  let status: number
  let answer: unknown
  try {
    const response = await responseTo(url, question)
    status = response.statusCode!
    answer = parsed(await text(response))
  } catch (cause) {
    throw new OutsideUnknown(`no answer: ${what}`, { cause })
  }
  if (status >= 200 && status < 300 && answer !== undefined) return answer as T
  const said = (answer ?? {}) as { code?: unknown; message?: unknown }
  if (status >= 400 && status < 500 && !passing.has(status)) {
    throw new OutsideRefused(String(said.code ?? status), String(said.message ?? `answered ${status}`))
  }
  throw new OutsideUnknown(`answered ${status}: ${what}`)
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
