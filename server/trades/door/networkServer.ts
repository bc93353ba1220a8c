/**
 * Reads the network's connections before node:http, which costs as much as the rest of a decision
 * (docs/decisions/0012-read-authorizations-in-front-of-node-http.md). Anything but the plain request is handed to node:http with all bytes read so far, and the
 * connection stays there.
 */
import type { RequestListener, Server, IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { boundedServer, KEEP_ALIVE_MS, UNLIMITED, type ConnectionLimits } from '#server/http/boundedServer.ts'
import type { Entrance } from '#server/core/edge/entrance.ts'
import type { IssuerAccess } from '#server/core/edge/issuerAccess.ts'
import { STATUS_CODES } from '#server/core/http.ts'
import type { Issuer } from '#server/outside/outside.ts'
import { answerTo, decideOverHttp, headLinesOf, issuerAt, BODY_MAX } from './http.ts'

/** Unanswered requests of one connection: more stay in the network's buffers until some of these are answered. */
const PENDING_MAX = 256

type Options = { leaving?: () => boolean; limits?: ConnectionLimits; entrance?: Entrance; access?: IssuerAccess }

/** A server that decides authorization requests and passes everything else to `handle`. During shutdown, the last answer closes its connection. */
export function networkServer(
  handle: RequestListener,
  { leaving = () => false, limits = UNLIMITED, entrance, access }: Options = {},
): Server {
  const connections = new Set<Connection>()
  const server = boundedServer((req, res) => void (decideOverHttp(req, res, access) || handle(req, res)), limits, {
    leaving,
    entrance,
    front: (socket, handOver) => {
      const connection: Connection = new Connection(socket, {
        leaving,
        handOver,
        permits: (issuer, headers) => access?.permits(issuer.id, socket, headers['x-forwarded-for']) ?? true,
        gone: () => connections.delete(connection),
      })
      connections.add(connection)
    },
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const connection of connections) connection.closeIfIdle()
  }
  return server
}

type Callbacks = { leaving: () => boolean; handOver: () => void; gone: () => void; permits: Permits }
type Permits = (issuer: Issuer, headers: IncomingHttpHeaders) => boolean
/** `head`: lines of the issuer's own headers. */
type PendingReply = { status: number; head: string; body: string }

class Connection {
  readonly #socket: Socket
  readonly #callbacks: Callbacks
  readonly #listeners = {
    data: (chunk: Buffer) => this.#read(chunk),
    drain: () => this.#readOn(),
    end: () => {
      this.#ended = true
      this.closeIfIdle()
    },
    timeout: () => this.#socket.destroy(),
    error: () => {},
    close: () => this.#callbacks.gone(),
  }
  /** Answers are sent in the order of the requests, in whatever order they are decided. */
  #pending: PendingReply[] = []
  /** The incomplete start of a request. */
  #rest: Buffer | undefined
  /** Bytes for node:http, after all earlier requests are answered. */
  #other: Buffer | undefined
  #ended = false
  #writing = false

  constructor(socket: Socket, callbacks: Callbacks) {
    this.#socket = socket
    this.#callbacks = callbacks
    socket.setNoDelay(true)
    socket.setTimeout(KEEP_ALIVE_MS)
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener)
  }

  closeIfIdle(): void {
    if (!this.#pending.length && (this.#ended || !this.#rest)) this.#socket.destroySoon()
  }

  #read(chunk: Buffer): void {
    if (this.#socket.writableEnded) return
    const waited = this.#rest
    const bytes = waited ? Buffer.concat([waited, chunk]) : chunk
    this.#rest = undefined
    for (let at = 0; at < bytes.length;) {
      const question = readQuestion(bytes, at, this.#callbacks.permits)
      // Also a request in three pieces: node:http has time limits for clients that are slow on purpose.
      if (question === 'other' || (question === 'more' && waited && at === 0)) {
        this.#other = bytes.subarray(at)
        this.#socket.pause()
        if (!this.#pending.length) this.#handOver()
        return
      }
      if (question === 'more') return void (this.#rest = Buffer.from(bytes.subarray(at)))
      at = question.end
      this.#ask(question)
    }
    if (this.#pending.length >= PENDING_MAX) this.#socket.pause()
  }

  #readOn(): void {
    if (!this.#other && this.#pending.length < PENDING_MAX) this.#socket.resume()
  }

  #ask({ issuer, headers, body }: Question): void {
    const reply: PendingReply = { status: 0, head: headLinesOf(issuer), body: '' }
    this.#pending.push(reply)
    answerTo(issuer, headers, body, (status, body) => {
      reply.status = status
      reply.body = body
      // Sent together with the other answers of the set: each write is a system call.
      if (!this.#writing && this.#pending[0] === reply) {
        this.#writing = true
        process.nextTick(() => this.#write())
      }
    })
  }

  #write(): void {
    this.#writing = false
    if (this.#socket.destroyed) return
    const unanswered = this.#pending.findIndex(({ status }) => status === 0)
    const ready = this.#pending.splice(0, unanswered < 0 ? this.#pending.length : unanswered)
    const last = !this.#pending.length && (this.#ended || (!this.#other && !this.#rest && this.#callbacks.leaving()))
    let text = ''
    ready.forEach(({ status, head, body }, i) => {
      const stays = last && i === ready.length - 1 ? 'connection: close' : STAYS
      text += `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n${head}content-length: ${body.length}\r\n${stays}\r\n\r\n${body}`
    })
    const flows = this.#socket.write(text, 'latin1') // names and numbers only, so latin1 suffices
    if (last) this.#socket.destroySoon()
    else if (this.#other && !this.#pending.length) this.#handOver()
    else if (flows) this.#readOn()
    else this.#socket.pause()
  }

  #handOver(): void {
    const socket = this.#socket
    for (const [event, listener] of Object.entries(this.#listeners)) socket.off(event, listener)
    socket.setTimeout(0)
    this.#callbacks.gone()
    socket.unshift(this.#other!)
    this.#callbacks.handOver()
    process.nextTick(() => socket.resume())
  }
}
const STAYS = `connection: keep-alive\r\nkeep-alive: timeout=${KEEP_ALIVE_MS / 1000}`

/**
 * Parses an authorization request from the bytes of a connection: only the plainest form of HTTP/1.1. Any other form is `other`, which node:http accepts or
 * rejects.
 */
type Question = {
  readonly issuer: Issuer
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly end: number
}

const START = Buffer.from('POST /issuer/')
const POST = 'POST '.length
const VERSION = ' HTTP/1.1\r\n'
const END = Buffer.from('\r\n\r\n')
const HEAD_MAX = 4096
/** Header lines of a name, a colon, one space and a printable value: nothing that two parsers could read differently. */
const PLAIN = /^(?:[\w-]+: [\x20-\x7e]*\r\n)+$/
/** Headers that change how the rest is parsed or what is answered. */
const SPECIAL = ['transfer-encoding', 'expect', 'upgrade', 'trailer']

/** Parses from `at` on. `more`: the request is incomplete. One that is not permitted is left to node:http before its body is read. */
function readQuestion(bytes: Buffer, at: number, permits: Permits): Question | 'more' | 'other' {
  const started = Math.min(START.length, bytes.length - at)
  if (bytes.compare(START, 0, started, at, at + started) !== 0) return 'other'
  if (started < START.length) return 'more'
  const blank = bytes.indexOf(END, at + START.length)
  if (blank < 0) return bytes.length - at > HEAD_MAX ? 'other' : 'more'
  if (blank - at > HEAD_MAX) return 'other'
  const head = bytes.toString('latin1', at + POST, blank + 2)
  const line = head.indexOf(VERSION)
  const issuer = line < 0 ? undefined : issuerAt(head.slice(0, line))
  const headers = issuer && readHeaders(head.slice(line + VERSION.length))
  if (!headers || !permits(issuer, headers)) return 'other'
  const from = blank + END.length
  const end = from + Number(headers['content-length'])
  if (end > bytes.length) return 'more'
  return { issuer, headers, body: bytes.subarray(from, end), end }
}

/** Undefined if anything is unusual. */
function readHeaders(lines: string): IncomingHttpHeaders | undefined {
  if (!PLAIN.test(lines)) return undefined
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < lines.length;) {
    const colon = lines.indexOf(':', at)
    const end = lines.indexOf('\r', colon)
    const name = lines.slice(at, colon).toLowerCase()
    if (name in headers) return undefined // duplicate header
    headers[name] = lines.slice(colon + 2, end).trim() // as node:http does
    at = end + 2
  }
  const { host, connection = 'keep-alive', 'content-length': length = '' } = headers
  const usual =
    host !== undefined &&
    connection.toLowerCase() === 'keep-alive' &&
    /^[1-9]\d{0,4}$/.test(length) &&
    Number(length) <= BODY_MAX &&
    !SPECIAL.some((name) => name in headers)
  return usual ? headers : undefined
}
