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
 * One HTTP request to the outside; the JSON of its answer. Throws {@link OutsideRefused} for a definite no (4xx) and
 * {@link OutsideUnknown} for everything that leaves the outcome open.
 */
export async function ask<T>(
  url: string,
  { method = 'GET', headers, body, timeoutMs = 10_000 }: Question = {},
): Promise<T> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (cause) {
    throw new OutsideUnknown(`no answer: ${method} ${new URL(url).pathname}`, { cause })
  }
  const answer = parsed(text)
  if (response.ok && answer !== undefined) return answer as T
  const said = (answer ?? {}) as { code?: unknown; message?: unknown }
  if (response.status >= 400 && response.status < 500 && !passing.has(response.status)) {
    throw new OutsideRefused(
      String(said.code ?? response.status),
      String(said.message ?? `answered ${response.status}`),
    )
  }
  throw new OutsideUnknown(`answered ${response.status}: ${method} ${new URL(url).pathname}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
