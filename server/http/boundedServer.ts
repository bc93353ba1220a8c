/**
 * An HTTP server with bounded connections and bounded work per connection. node:http reads everything that has arrived, so a connection that sends two thousand
 * requests in one packet has two thousand in progress; a thousand such connections block everyone else for three minutes
 * (docs/decisions/0052-one-request-at-a-time.md).
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { inRanges, networkOf } from '../core/addresses.ts'
import { SECOND } from '../core/clock.ts'
import { comesFrom, openEntrance, type Entrance } from '../core/edge/entrance.ts'
import { createServer } from '../core/http.ts'

export type ConnectionLimits = {
  /** In total. Another one is closed immediately. */
  connections: number
  /** Per address, which is a /64 for IPv6. */
  perAddress: number
  /** Addresses of proxies, which carry everyone's connections. */
  unlimited: (address: string) => boolean
}
export const UNLIMITED: ConnectionLimits = { connections: Infinity, perAddress: Infinity, unlimited: () => true }
/** One address may have a quarter; trusted proxies carry everyone's connections and may have all. */
export const limitsOf = (connections: number, trustedProxies: readonly string[] = []): ConnectionLimits => ({
  connections,
  perAddress: Math.ceil(connections / 4),
  unlimited: inRanges(trustedProxies),
})
export const KEEP_ALIVE_MS = 75 * SECOND
const HEADERS_MS = 20 * SECOND

/** Reads a connection before node:http does, and hands it over when it is ready. */
export type Front = (socket: Socket, handOver: () => void) => void

export function boundedServer(
  handle: RequestListener,
  { connections, perAddress, unlimited }: ConnectionLimits,
  {
    front = (_, handOver) => handOver(),
    leaving = () => false,
    entrance = openEntrance,
  }: { front?: Front; leaving?: () => boolean; entrance?: Entrance } = {},
): Server {
  const turns = new WeakMap<Socket, Turns>()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS }, (req, res) => {
    turns.get(req.socket)?.begin(req, res)
    if (leaving()) res.shouldKeepAlive = false
    handle(req, res)
  })
  if (Number.isFinite(connections)) server.maxConnections = connections
  const open = new Map<string, number>()
  const read = server.listeners('connection')
  server.removeAllListeners('connection')
  const enter = (socket: Socket, from: string): void => {
    comesFrom(socket, from)
    const address = networkOf(from)
    const count = open.get(address) ?? 0
    if (count >= perAddress && !unlimited(from)) return void socket.destroy()
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left) open.set(address, left)
      else open.delete(address)
    })
    front(socket, () => {
      for (const listener of read) listener.call(server, socket)
      turns.set(socket, new Turns(socket))
    })
    // The entrance has read from it.
    if (socket.isPaused()) process.nextTick(() => socket.resume())
  }
  server.on('connection', (socket: Socket) => entrance(socket, socket.remoteAddress ?? '', enter))
  return server
}

/** Bytes passed to node:http at a time: rarely more than one request. Only node:http decides what a request is. */
const PIECE_MAX = 16_384
const HEAD_END = Buffer.from('\r\n\r\n')

/** Across all connections: requests in progress that were sent before the previous one was answered. */
const AHEAD_MAX = 16
const ahead: { atWork: number; waiting: Turns[]; soon: NodeJS.Immediate | undefined } = {
  atWork: 0,
  waiting: [],
  soon: undefined,
}

/** Not now but in the next turn of the loop: a client that waits for each answer never queues behind more than a few of these. */
function letGoOn(): void {
  ahead.soon ??= setImmediate(() => {
    ahead.soon = undefined
    while (ahead.atWork < AHEAD_MAX && ahead.waiting.length) ahead.waiting.shift()!.goOn()
  })
}

/** One connection's requests, one after another: what has arrived after the one in progress waits unread, and nothing more is read. */
class Turns {
  readonly #socket: Socket
  readonly #parse: (chunk: Buffer) => void
  #rest: Buffer | undefined
  #last: IncomingMessage | undefined
  #unanswered = 0
  /** Paused by this class, not by node:http, which has reasons of its own. */
  #held = false
  #isAhead = false

  constructor(socket: Socket) {
    const [parse] = socket.listeners('data')
    this.#socket = socket
    this.#parse = parse as (chunk: Buffer) => void
    socket.off('data', this.#parse)
    socket.on('data', (chunk: Buffer) => {
      this.#rest = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
      this.#feed()
    })
    socket.on('resume', () => this.#feed())
    socket.once('close', () => {
      this.#rest = undefined
      this.#leave()
    })
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#last = request
    this.#unanswered++
    response.once('close', () => {
      this.#unanswered--
      if (this.#unanswered) return
      this.#leave()
      if (!this.#held) return
      ahead.waiting.push(this)
      letGoOn()
    })
  }

  /** Its turn has come. */
  goOn(): void {
    if (this.#socket.destroyed || !this.#held) return
    ahead.atWork++
    this.#isAhead = true
    this.#held = false
    this.#socket.resume() // and then data flows
  }

  #leave(): void {
    if (!this.#isAhead) return
    this.#isAhead = false
    ahead.atWork--
    letGoOn()
  }

  #feed(): void {
    const socket = this.#socket
    while (this.#rest) {
      if (socket.destroyed || socket.writableEnded) return void (this.#rest = undefined)
      // A body that has started is read to its end.
      const waits = this.#unanswered > 0 && this.#last!.complete
      if (waits && (this.#held || !socket.isPaused())) {
        this.#held = true
        return void socket.pause()
      }
      if (socket.isPaused()) return
      this.#held = false
      const end = this.#rest.subarray(0, PIECE_MAX).indexOf(HEAD_END)
      const piece = this.#rest.subarray(0, end < 0 ? PIECE_MAX : end + HEAD_END.length)
      this.#rest = piece.length < this.#rest.length ? this.#rest.subarray(piece.length) : undefined
      this.#parse(piece)
    }
    if (this.#unanswered === 0) this.#leave()
  }
}
