/**
 * Simulates the network: signs authorizations and sends them over keep-alive connections as fast as they are answered, or at a fixed rate. Runs in a process of
 * its own, so that its cost is not the server's. Reads its task from the parent and answers with {@link Loaded}.
 */
import { randomInt } from 'node:crypto'
import net from 'node:net'
import { percentile } from '../tools/figures.ts'
import { questionsOn, yesOf, type BenchCard, type BenchMerchant, type Wire } from '../tools/wires.ts'

export type Load = {
  port: number
  secret: string
  cards: BenchCard[]
  /** Chooses the card of each request at random; without it they are used in turn. */
  random?: boolean
  merchants: BenchMerchant[]
  /** Whose words the questions are in; by default our own. */
  wire?: Wire
  /** How many requests are prepared, and the maximum duration of sending. */
  count: number
  seconds: number
  connections: number
  /** Requests in flight per connection. */
  depth: number
  /** Requests per second; if absent, as fast as they are answered. */
  rate?: number
  /** Prefix of this run's request ids. */
  run: string
}
export type Loaded = {
  seconds: number
  answered: number
  approved: number
  declined: Record<string, number>
  failed: number
  approvedCents: number
  /** At a fixed rate from the moment at which a request was to be sent, whenever it was. */
  p50Ms: number
  p99Ms: number
  p999Ms: number
  maxMs: number
  /** The caller's own processor time during the run. */
  cpuMs: number
}

/** What the `at`-th request asks for; its total is later compared with the books. */
const centsOf = (at: number): number => 1 + (at % 997)

function prepared({ port, secret, cards, random, merchants, count, run, wire = 'kaika' }: Load): Buffer[] {
  const cardOf = (i: number): BenchCard => cards[(random ? randomInt(cards.length) : i) % cards.length]!
  const question = questionsOn(wire, secret, port)
  return Array.from({ length: count }, (_, i) =>
    question({
      ref: `${run}_${i.toString(36).padStart(6, '0')}`,
      card: cardOf(i),
      merchant: merchants[i % merchants.length]!,
      amountCents: centsOf(i),
      nowMs: Date.now(),
    }),
  )
}

async function load(task: Load): Promise<Loaded> {
  const requests = prepared(task)
  globalThis.gc?.() // what the former run left is not collected during this one
  const yes = yesOf[task.wire ?? 'kaika']
  const took = new Float64Array(requests.length)
  const declined: Record<string, number> = {}
  let [next, answered, approved, approvedCents, failed] = [0, 0, 0, 0, 0]
  const sockets = await Promise.all(Array.from({ length: task.connections }, () => connect(task.port)))
  const onTheWay: number[][] = sockets.map(() => [])
  let started = 0
  /** How many will be sent: fewer than prepared if the time runs out. */
  let wanted = requests.length

  return new Promise((resolve) => {
    sockets.forEach((socket, at) => {
      const sent = onTheWay[at]!
      let rest = ''
      socket.on('data', (chunk: string) => {
        rest = rest === '' ? chunk : rest + chunk
        let from = 0
        for (;;) {
          const headEnd = rest.indexOf('\r\n\r\n', from)
          if (headEnd < 0) break
          const lengthAt = rest.indexOf('ontent-length: ', from)
          const length = Number.parseInt(rest.slice(lengthAt + 15, lengthAt + 22), 10)
          const end = headEnd + 4 + length
          if (rest.length < end) break
          settle(sent.shift()!, rest.startsWith('200', from + 9), rest.slice(headEnd + 4, end))
          from = end
        }
        if (from) rest = rest.slice(from)
        if (task.rate === undefined) fill(at)
        if (answered + failed === wanted) finish()
      })
      socket.on('close', () => {
        failed += sent.length
        sent.length = 0
        if (answered + failed === wanted) finish()
      })
    })

    started = performance.now()
    const cpu = process.cpuUsage()
    if (task.rate === undefined) sockets.forEach((_, at) => fill(at))
    else pace(task.rate)

    function fill(at: number): void {
      const sent = onTheWay[at]!
      const batch: Buffer[] = []
      const now = performance.now()
      if (now - started > task.seconds * 1000) wanted = Math.min(wanted, next)
      while (sent.length < task.depth && next < wanted) {
        took[next] = now
        sent.push(next)
        batch.push(requests[next++]!)
      }
      if (batch.length) sockets[at]!.write(batch.length === 1 ? batch[0]! : Buffer.concat(batch))
    }

    /**
     * Sends at a fixed rate regardless of the answers, as a network would, so that a slow answer is not hidden by sending less. Requests due in one millisecond
     * use one connection; the next millisecond uses the next.
     */
    function pace(rate: number): void {
      let turn = 0
      const timer = setInterval(() => {
        const now = performance.now()
        const due = Math.min(requests.length, Math.floor(((now - started) / 1000) * rate))
        if (next === due) return
        const at = turn++ % sockets.length
        const batch = requests.slice(next, due)
        for (; next < due; next++) {
          took[next] = started + ((next + 1) * 1000) / rate
          onTheWay[at]!.push(next)
        }
        sockets[at]!.write(Buffer.concat(batch))
        if (next === requests.length) clearInterval(timer)
      }, 1)
    }

    function settle(index: number, ok: boolean, body: string): void {
      took[index] = performance.now() - took[index]!
      if (!ok) return void failed++
      answered++
      if (body.startsWith(yes)) {
        approved++
        // None takes a part, so the amount is the requested one.
        approvedCents += centsOf(index)
      } else {
        const reason = /"reason":"(\w+)"/.exec(body)?.[1] ?? 'none'
        declined[reason] = (declined[reason] ?? 0) + 1
      }
    }

    function finish(): void {
      const seconds = (performance.now() - started) / 1000
      const { user, system } = process.cpuUsage(cpu)
      for (const socket of sockets) socket.removeAllListeners('close').destroy()
      const sorted = took.slice(0, wanted).sort()
      const at = (share: number): number => Math.round(percentile(sorted, share) * 10) / 10
      resolve({
        seconds,
        answered,
        approved,
        declined,
        failed,
        approvedCents,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        p999Ms: at(0.999),
        maxMs: at(1),
        cpuMs: (user + system) / 1000,
      })
    }
  })
}

const connect = (port: number): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.on('error', () => {})
  })

process.on('message', (task: Load) => void load(task).then((loaded) => process.send!(loaded)))
