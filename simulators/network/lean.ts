/**
 * Minimal HTTP/1.1 for load tests: many POSTs to one server over keep-alive sockets. The client shares its processors with the measured server, so its cost
 * distorts the result; Node's own client costs several times as much.
 */
import net from 'node:net'
import { NoAnswer, type Answer, type Post } from './post.ts'

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }
type Line = { socket: net.Socket; waiting: Waiting | undefined; got: Buffer }

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** Parses only answers with a content-length, which servers send when they have the whole answer. */
export function leanPoster(serverUrl: string, connections = 64): Post {
  const { hostname, port, host } = new URL(serverUrl)
  const free: Line[] = []
  const queue: (() => void)[] = []
  const lines = new Set<Line>()

  function open(): Line {
    const line: Line = {
      socket: net.connect({ host: hostname, port: Number(port), noDelay: true }),
      waiting: undefined,
      got: Buffer.alloc(0),
    }
    lines.add(line)
    line.socket.on('data', (bytes) => take(line, bytes))
    line.socket.on('error', () => {})
    line.socket.on('close', () => {
      lines.delete(line)
      const at = free.indexOf(line)
      if (at >= 0) free.splice(at, 1)
      finish(line, (waiting) => waiting.reject(new NoAnswer('connection lost')))
      queue.shift()?.()
    })
    return line
  }

  function take(line: Line, bytes: Buffer): void {
    line.got = line.got.length ? Buffer.concat([line.got, bytes]) : bytes
    const head = line.got.indexOf(END_OF_HEAD)
    if (head < 0) return
    const text = line.got.toString('latin1', 0, head)
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1])
    if (Number.isNaN(length)) return void line.socket.destroy()
    if (line.got.length < head + 4 + length) return
    const answer = { status: Number(text.slice(9, 12)), body: line.got.subarray(head + 4, head + 4 + length) }
    line.got = Buffer.alloc(0)
    finish(line, (waiting) => waiting.resolve(answer))
    if (/\r\nconnection: *close/i.test(text)) line.socket.destroy()
    else {
      free.push(line)
      queue.shift()?.()
    }
  }

  function finish(line: Line, end: (waiting: Waiting) => void): void {
    const { waiting } = line
    if (!waiting) return
    line.waiting = undefined
    clearTimeout(waiting.timer)
    end(waiting)
  }

  const post: Post = (path, headers, body, deadlineMs) =>
    new Promise((resolve, reject) => {
      let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n`
      for (const name in headers) head += `${name}: ${String(headers[name])}\r\n`
      const send = (): void => {
        const line = free.pop() ?? open()
        // An answer after the deadline would be taken for that of the next request, so the socket is destroyed with its request.
        const timer = setTimeout(() => line.socket.destroy(), deadlineMs)
        line.waiting = { resolve, reject, timer }
        line.socket.cork()
        line.socket.write(`${head}\r\n`, 'latin1')
        line.socket.write(body)
        line.socket.uncork()
      }
      if (free.length || lines.size < connections) send()
      else queue.push(send)
    })
  post.close = () => lines.forEach(({ socket }) => socket.destroy())
  return post
}
