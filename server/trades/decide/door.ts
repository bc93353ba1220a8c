/**
 * The network's connections, read in front of node:http, which costs as much as all the rest of a decision
 * (docs/decisions/0012-read-authorizations-in-front-of-node-http.md). What is not the plain question is handed to node:http with everything that was
 * read of it, and the connection stays there.
 */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { boundedServer, KEEP_ALIVE_MS, UNLIMITED, type ConnectionLimits } from '#server/http/boundedServer.ts'
import { STATUS_CODES } from '#server/core/http.ts'
import { answerTo, decideOverHttp } from './http.ts'
import { readQuestion, type Question } from './question.ts'

/** Unanswered questions of one connection: as many again wait in the network until some of these are answered. */
const TURNS_MAX = 256

/** A server that decides what the network asks, and leaves everything else to `handle`. Answers say good-bye while it is leaving. */
export function networkServer(
  handle: RequestListener,
  { leaving = () => false, limits = UNLIMITED }: { leaving?: () => boolean; limits?: ConnectionLimits } = {},
): Server {
  const doors = new Set<Door>()
  const server = boundedServer((req, res) => void (decideOverHttp(req, res) || handle(req, res)), limits, {
    leaving,
    front: (socket, handOver) => {
      const door: Door = new Door(socket, { leaving, handOver, gone: () => doors.delete(door) })
      doors.add(door)
    },
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const door of doors) door.closeIfIdle()
  }
  return server
}

type House = { leaving: () => boolean; handOver: () => void; gone: () => void }
type Turn = { status: number; body: string }

class Door {
  readonly #socket: Socket
  readonly #house: House
  readonly #heard = {
    data: (chunk: Buffer) => this.#read(chunk),
    drain: () => this.#readOn(),
    end: () => {
      this.#ended = true
      this.closeIfIdle()
    },
    timeout: () => this.#socket.destroy(),
    error: () => {},
    close: () => this.#house.gone(),
  }
  /** Answers leave in the order of the questions, in whatever order they are decided. */
  #turns: Turn[] = []
  /** The beginning of a question. */
  #rest: Buffer | undefined
  /** For node:http, once what was asked before it is answered. */
  #other: Buffer | undefined
  #ended = false
  #writing = false

  constructor(socket: Socket, house: House) {
    this.#socket = socket
    this.#house = house
    socket.setNoDelay(true)
    socket.setTimeout(KEEP_ALIVE_MS)
    for (const [event, heard] of Object.entries(this.#heard)) socket.on(event, heard)
  }

  closeIfIdle(): void {
    if (!this.#turns.length && (this.#ended || !this.#rest)) this.#socket.destroySoon()
  }

  #read(chunk: Buffer): void {
    if (this.#socket.writableEnded) return
    const waited = this.#rest
    const bytes = waited ? Buffer.concat([waited, chunk]) : chunk
    this.#rest = undefined
    for (let at = 0; at < bytes.length;) {
      const question = readQuestion(bytes, at)
      // A question in three pieces, too: node:http has clocks for those who are slow on purpose.
      if (question === 'other' || (question === 'more' && waited && at === 0)) {
        this.#other = bytes.subarray(at)
        this.#socket.pause()
        if (!this.#turns.length) this.#handOver()
        return
      }
      if (question === 'more') return void (this.#rest = Buffer.from(bytes.subarray(at)))
      at = question.end
      this.#ask(question)
    }
    if (this.#turns.length >= TURNS_MAX) this.#socket.pause()
  }

  #readOn(): void {
    if (!this.#other && this.#turns.length < TURNS_MAX) this.#socket.resume()
  }

  #ask({ headers, body }: Question): void {
    const turn: Turn = { status: 0, body: '' }
    this.#turns.push(turn)
    answerTo(headers, body, (status, body) => {
      turn.status = status
      turn.body = body
      // Not now but with the other answers of the set: each write is a system call.
      if (!this.#writing && this.#turns[0] === turn) {
        this.#writing = true
        process.nextTick(() => this.#write())
      }
    })
  }

  #write(): void {
    this.#writing = false
    if (this.#socket.destroyed) return
    const unanswered = this.#turns.findIndex(({ status }) => status === 0)
    const ready = this.#turns.splice(0, unanswered < 0 ? this.#turns.length : unanswered)
    const last = !this.#turns.length && (this.#ended || (!this.#other && !this.#rest && this.#house.leaving()))
    let text = ''
    ready.forEach(({ status, body }, i) => {
      const stays = last && i === ready.length - 1 ? 'connection: close' : STAYS
      text += `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${stays}\r\n\r\n${body}`
    })
    const flows = this.#socket.write(text, 'latin1') // names and numbers: nothing in it needs more
    if (last) this.#socket.destroySoon()
    else if (this.#other && !this.#turns.length) this.#handOver()
    else if (flows) this.#readOn()
    else this.#socket.pause()
  }

  #handOver(): void {
    const socket = this.#socket
    for (const [event, heard] of Object.entries(this.#heard)) socket.off(event, heard)
    socket.setTimeout(0)
    this.#house.gone()
    socket.unshift(this.#other!)
    this.#house.handOver()
    process.nextTick(() => socket.resume())
  }
}
const STAYS = `connection: keep-alive\r\nkeep-alive: timeout=${KEEP_ALIVE_MS / 1000}`
