/**
 * Signed requests to our server over keep-alive connections. Lean on purpose: a benchmark sends thousands per second from the machine that also runs the
 * server.
 */
import type { KeyObject } from 'node:crypto'
import http from 'node:http'
import { sign } from '#server/outside/signatures.ts'

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }
export type Post = {
  (path: string, headers: http.OutgoingHttpHeaders, body: Buffer, deadlineMs: number): Promise<Answer>
  close(): void
}

/** No answer before the deadline, or the connection broke. */
export class NoAnswer extends Error {}

/** The headers that sign a body, by the scheme of an issuer; by default the Standard Webhooks. */
export type Signer = (key: KeyObject, id: string, nowMs: number, body: Buffer) => Record<string, string>

export type Signed = { key: KeyObject; id: string; nowMs: number; body: string | Buffer; signer?: Signer }

/** Returns headers and body, ready for any HTTP client. */
export function signedRequest({ key, id, nowMs, body, signer = sign }: Signed): {
  headers: Record<string, string | number>
  body: Buffer
} {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return {
    headers: { 'content-type': 'application/json', 'content-length': bytes.length, ...signer(key, id, nowMs, bytes) },
    body: bytes,
  }
}

export function postSigned(post: Post, path: string, signed: Signed, deadlineMs: number): Promise<Answer> {
  const { headers, body } = signedRequest(signed)
  return post(path, headers, body, deadlineMs)
}

/** Returns a POST function for one server, over at most `connections` keep-alive connections. */
export function poster(serverUrl: string, connections = 64): Post {
  const { hostname, port } = new URL(serverUrl)
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo' })

  const once: Post = (path, headers, body, deadlineMs) =>
    new Promise((resolve, reject) => {
      const request = http.request({ agent, host: hostname, port, path, method: 'POST', headers })
      const timer = setTimeout(() => request.destroy(new NoAnswer(`no answer in ${deadlineMs} ms`)), deadlineMs)
      const fail = (cause: Error): void => {
        clearTimeout(timer)
        reject(
          cause instanceof NoAnswer
            ? cause
            : new NoAnswer(cause.message, { cause: { ...cause, reused: request.reusedSocket } }),
        )
      }
      request.on('error', fail)
      request.on('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', fail)
        response.on('end', () => {
          clearTimeout(timer)
          const body = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      })
      request.end(body)
    })

  const post: Post = async (path, headers, body, deadlineMs) => {
    const from = performance.now()
    try {
      return await once(path, headers, body, deadlineMs)
    } catch (error) {
      // The server closed an idle connection just as we wrote to it. Our messages are idempotent, so one retry is safe.
      const cause = (error as Error).cause as { code?: string; reused?: boolean } | undefined
      const left = deadlineMs - (performance.now() - from)
      if (!cause?.reused || cause.code !== 'ECONNRESET' || left <= 0) throw error
      return once(path, headers, body, left)
    }
  }
  post.close = once.close = () => agent.destroy()
  return post
}
