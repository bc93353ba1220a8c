/** Sends one request: encoding, headers, time-out, envelope. It has no session and shows nothing. */
import { BROWSER_HEADER, GRANT_HEADER, type Call, type Envelope } from '#contract/core/call.ts'
import { browserId } from './browserId.ts'
import { takeEarly } from './early.ts'
import { heardGrant } from './grant.ts'
import { noAnswer, Refused, timedOut } from './refused.ts'
import { learnServerTime } from './serverClock.ts'
import { langNow } from '#web/text.ts'

/** After this, a request is given up, but may have been carried out (docs/reference/numbers.md#console). */
const TIMEOUT_MS = 180_000
/** The console's public client name; identification, not a secret. */
const CLIENT = `Basic ${btoa('kaika-web:kaika')}`

/** Lists become repeated keys, an empty list the key alone, objects JSON, booleans 1 and 0, and missing values are left out. */
function asFields(input: object): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value) && value.length === 0) fields.append(name, '')
    else if (Array.isArray(value) ? value.some((item) => typeof item === 'object') : typeof value === 'object')
      fields.append(name, JSON.stringify(value))
    else
      for (const item of Array.isArray(value) ? value : [value])
        fields.append(name, typeof item === 'boolean' ? (item ? '1' : '0') : String(item))
  }
  return fields
}

function asMultipart(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.append(name, value)
    else for (const item of asFields({ [name]: value }).getAll(name)) form.append(name, item)
  }
  return form
}

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } }

function request(call: Call, input: object, token: string | undefined): Sent {
  const headers: Record<string, string> = { 'Accept-Language': langNow() }
  if (call.who === 'client') headers.Authorization = CLIENT
  else if (token !== undefined && call.who !== 'public') headers.Authorization = `Bearer ${token}`
  if (call.who === 'client' || call.who === 'public') headers[BROWSER_HEADER] = browserId()
  const init: Sent['init'] = { method: call.method, headers, credentials: 'omit' }
  if (call.body === 'query') {
    const query = asFields(input).toString()
    return { url: query ? `${call.path}?${query}` : call.path, init }
  }
  if (call.body === 'json') {
    headers['Content-Type'] = 'application/json'
    return { url: call.path, init: { ...init, body: JSON.stringify(input) } }
  }
  if (call.body === 'multipart') return { url: call.path, init: { ...init, body: asMultipart(input) } }
  // `params` calls may carry their values in the address; a form body keeps passwords out of logs.
  return { url: call.path, init: { ...init, body: asFields(input) } }
}

function timeLimit(): [AbortSignal, stop: () => void] {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS)
  return [limit.signal, () => clearTimeout(timer)]
}

export async function send(
  call: Call,
  input: object,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<Response> {
  const { url, init } = request(call, input, token)
  const [limit, stop] = timeLimit()
  try {
    const ended = signal ? AbortSignal.any([signal, limit]) : limit
    const response = await (takeEarly(url, init.headers, ended) ?? fetch(url, { ...init, signal: ended }))
    heardGrant(response.headers.get(GRANT_HEADER))
    learnServerTime(response.headers.get('date'))
    // No time limit for a file or events once they have started to arrive.
    if (call.file || call.events) stop()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    throw limit.aborted ? timedOut(call.path) : noAnswer(call.path)
  }
}

/** Returns the data of a success; throws anything else as {@link Refused}. */
export async function open(call: Call, response: Response): Promise<unknown> {
  const found = (await response.json().catch(() => undefined)) as
    | (Envelope & { errcode?: number; errmsg?: string })
    | undefined
  // An upload service has no envelope: errcode 500 with an errmsg is an error, anything else an uploaded image.
  const isBare = call.bare && found && !found.code
  const body = isBare
    ? { ...found, code: Number(found.errcode) === 500 && found.errmsg ? 500 : 200, msg: found.errmsg, data: found }
    : found
  if (typeof body?.code !== 'number')
    throw response.ok ? noAnswer(call.path) : new Refused({ code: response.status, msg: '', path: call.path })
  if (body.code !== 200) throw new Refused({ ...body, msg: body.msg ?? '', path: body.path || call.path })
  return body.data
}
