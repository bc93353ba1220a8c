/**
 * The whole server in this process, listening, on a database of its own, with the simulators beside it, and a transparent client: calls are sent as the
 * contract says, over real connections.
 */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { ROWS_HEADER, type Call, type Envelope } from '#contract/core/call.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/http/app.ts'
import { composition } from '#server/modules.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { liftRateLimits } from '#server/http/rateLimit.ts'
import { runJobs } from '../runJobs.ts'
import { withWorld } from '../world.ts'
import { FileOf, multipartOf } from './multipart.ts'

const { jobs: tasks } = composition

/** The console's own id. */
export const CLIENT = `Basic ${Buffer.from('kaika-web:kaika').toString('base64')}`

export type Sent = {
  method: string
  /** Includes the query, as on the wire. */
  path: string
  headers: http.OutgoingHttpHeaders
  body?: string | Buffer | undefined
}
export type Reply = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** `server`: its address. `simulators`: the outside world. `secret`: the issuer's signing secret. */
export type Served = { app: FastifyInstance; url: string; simulators: Simulators; secret: string }

/** Starts everything before the tests of the calling suite, and stops it after them. Hooks outside of a suite would not wait for one another. */
export function withApp(options: Parameters<typeof withWorld>[0] & { fast?: boolean } = {}): Served {
  const { fast = true, ...world } = options
  withWorld({ connections: 10, ...world })
  const served = {} as Served
  before(async () => {
    if (fast) liftRateLimits()
    served.secret = randomBytes(32).toString('base64')
    served.app = await buildApp({ checkAnswers: true, port: 0 })
    await served.app.listen({ host: '127.0.0.1', port: 0 })
    served.url = `http://127.0.0.1:${(served.app.server.address() as AddressInfo).port}`
    served.simulators = await startSimulators({
      serverUrl: served.url,
      secret: served.secret,
      deadlineMs: 10_000,
      blockMs: 3_600_000,
    })
    useOutside(simulatedOutside({ simulatorsUrl: served.simulators.url, secret: served.secret }))
  })
  after(async () => {
    await served.simulators.stop()
    hangUp()
    await served.app.close()
  })
  return served
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
export const hangUp = (): void => agent.destroy()

/** Sends one request unchanged. */
export function send(url: string, { method, path, headers, body }: Sent): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const once = (): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const request = http.request({ agent, hostname, port, method, path, headers: { ...length, ...headers } })
      request.on('error', (error) => reject(Object.assign(error, { reused: request.reusedSocket })))
      request.on('response', (response) => {
        // Events have no end: that they begin is the answer.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          response.destroy()
          return resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' })
        }
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: unpacked(Buffer.concat(parts), response.headers['content-encoding']),
          }),
        )
      })
      request.end(body)
    })
  // The server may close an idle connection just as we write to it (for one, after a body that it refused to read).
  return once().catch((error: Error & { code?: string; reused?: boolean }) => {
    if (error.reused && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return once()
    throw error
  })
}

/** Encodes values as in a form or an address: lists as repeated keys, objects as JSON. */
const encoded = (input: Record<string, unknown>): string =>
  new URLSearchParams(pairsOf(input) as [string, string][]).toString()
const pairsOf = (input: Record<string, unknown>): [string, string | FileOf][] =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string | FileOf] => [
        key,
        one instanceof FileOf ? one : asText(one),
      ]),
    )
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Returns the request that the contract describes for this input. */
export function requestOf(row: Call, input: Record<string, unknown>, token?: string): Sent {
  const authorization = row.who === 'client' ? CLIENT : token && `Bearer ${token}`
  const headers = { 'accept-language': 'en', ...(authorization && { authorization }) }
  const { method, path } = row
  if (row.body === 'query') return { method, path: `${path}?${encoded(input)}`, headers }
  if (row.body === 'json')
    return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(input) }
  if (row.body === 'multipart') {
    const { type, body } = multipartOf(pairsOf(input))
    return { method, path, headers: { ...headers, 'content-type': type }, body }
  }
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: encoded(input),
  }
}

export type Answered<T = Record<string, unknown>> = Envelope<T> & { httpStatus: number }

export async function ask<T = Record<string, unknown>>(
  url: string,
  row: Call,
  input: Record<string, unknown> = {},
  token?: string,
): Promise<Answered<T>> {
  const reply = await send(url, requestOf(row, input, token))
  if (row.events && reply.headers['content-type']?.startsWith('text/event-stream'))
    return { code: 200, msg: 'success', data: {} as T, path: row.path, status: 200, httpStatus: reply.status }
  // A refusal has the same status as any answer, so bytes are recognised by their content type.
  if (row.file && reply.status === 200 && !reply.headers['content-type']?.startsWith('application/json'))
    return { code: 200, msg: 'success', data: rowsOf(reply) as T, path: row.path, status: 200, httpStatus: 200 }
  return { ...(JSON.parse(reply.text) as Envelope<T>), httpStatus: reply.status }
}

/** Checks that a list file has as many rows as announced; their content is tested where they are produced. */
const rowsOf = ({ headers }: Reply): object =>
  headers[ROWS_HEADER] === undefined ? {} : { data: Array.from({ length: Number(headers[ROWS_HEADER]) }) }

/** Retries like a person who is told that the system is busy: the same request with the same number. */
export async function askUntilKnown<T = Record<string, unknown>>(
  ...args: Parameters<typeof ask>
): Promise<Answered<T>> {
  for (let tries = 1; ; tries++) {
    const answer = await ask<T>(...args)
    if (answer.code !== 503 || tries === 10) return answer
  }
}

/** Returns the answer's data; fails the test unless it is a success. */
export async function granted<T = Record<string, unknown>>(...args: Parameters<typeof ask>): Promise<T> {
  const answer = await ask<T>(...args)
  assert.equal(
    answer.code,
    200,
    `${args[1].on} ${JSON.stringify(args[2])} ${answer.msg} ${JSON.stringify(answer.data)}`,
  )
  return answer.data
}

/** Runs the queued jobs of every module until none is due. */
export const workOff = (): Promise<void> => runJobs(tasks)

/** Returns the text of a compressed answer. */
function unpacked(bytes: Buffer, encoding: string | undefined): string {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[encoding ?? '']
  return (unpack ? unpack(bytes) : bytes).toString('utf8')
}
