/** A balancer as in front of an installation: it passes on bytes, and asks each server whether it is ready. */
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'

const ASKED_EVERY_MS = 100

type Backend = { port: number; ready: boolean; open: number }

export type Balancer = { url: string; stop(): void }

/** New connections go to the ready server that has the fewest. While none is ready, they wait. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const backends = urls.map((url): Backend => ({ port: Number(new URL(url).port), ready: false, open: 0 }))
  const agent = new http.Agent({ keepAlive: false })
  const open = new Set<net.Socket>()
  let waiting: net.Socket[] = []

  const isReady = ({ port }: Backend): Promise<boolean> =>
    new Promise((resolve) => {
      const asking = http
        .get({ agent, port, host: '127.0.0.1', path: '/readyz', timeout: 1000 }, (response) => {
          response.resume()
          resolve(response.statusCode === 200)
        })
        .on('timeout', () => asking.destroy())
        .on('error', () => resolve(false))
    })
  const join = (near: net.Socket): void => {
    const [backend] = backends.filter(({ ready }) => ready).sort((a, b) => a.open - b.open)
    if (!backend) return void waiting.push(near)
    const far = net.connect({ port: backend.port, host: '127.0.0.1', noDelay: true })
    backend.open++
    open.add(far)
    far.once('close', () => {
      backend.open--
      open.delete(far)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  }
  const timer = setInterval(() => {
    for (const backend of backends)
      void isReady(backend).then((ready) => {
        backend.ready = ready
        if (ready) for (const near of waiting.splice(0)) join(near)
      })
  }, ASKED_EVERY_MS)
  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    open.add(near)
    near.on('error', () => {}).once('close', () => open.delete(near))
    join(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      clearInterval(timer)
      server.close()
      for (const socket of open) socket.destroy()
      waiting = []
    },
  }
}
