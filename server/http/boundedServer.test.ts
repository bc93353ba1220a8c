import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { boundedServer, UNLIMITED } from './boundedServer.ts'

async function listens(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => void (server.close(), server.closeAllConnections()))
  return server
}
const connected = async (server: Server, from = '127.0.0.1'): Promise<Socket> => {
  const { port } = server.address() as AddressInfo
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from }).setEncoding('latin1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
/** Reads everything until the server hangs up. */
async function heard(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: us\r\n${more}\r\n`
const END = get('/end', 'Connection: close\r\n')
const bodies = (text: string): string[] => [...text.matchAll(/<(.*?)>/g)].map(([, body]) => body!)

test('of two thousand requests in one piece one is at work at a time, and each is answered in its turn', async () => {
  let [atWork, most] = [0, 0]
  const server = await listens(
    boundedServer((req, res) => {
      most = Math.max(most, ++atWork)
      setImmediate(() => {
        atWork--
        res.end(`<${req.url}>`)
      })
    }, UNLIMITED),
  )
  const socket = await connected(server)
  const paths = Array.from({ length: 2000 }, (_, i) => `/${i}`)
  socket.write(paths.map((path) => get(path)).join('') + END)
  assert.deepEqual(bodies(await heard(socket)), [...paths, '/end'])
  assert.equal(most, 1)
})

test('behind a request at work little is read, however much is sent', async () => {
  let answer: (() => void) | undefined
  const server = await listens(
    boundedServer((_, res) => {
      answer ??= () => void res.end()
    }, UNLIMITED),
  )
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const socket = await connected(server)
  const [theirs] = await accepted
  const sent = get('/').repeat(200_000)
  socket.write(sent)
  while (!answer) await sleep(5)
  let read = -1
  while (read !== theirs.bytesRead) {
    read = theirs.bytesRead
    await sleep(100)
  }
  assert.ok(read < 300_000, `${read} of ${sent.length} bytes are in memory`)
  socket.destroy()
})

/** Echoes the request, in full or without waiting for the body. */
const echo: RequestListener = (req, res) => {
  if (req.url === '/large') return void res.end(`<${'x'.repeat(100_000)}>`)
  if (req.url === '/hasty') return void res.end(`<${req.url}>`)
  const hash = createHash('sha1')
  let size = 0
  req.on('data', (chunk: Buffer) => hash.update(chunk) && (size += chunk.length))
  req.on('end', () => setTimeout(() => res.end(`<${req.method} ${req.url} ${size} ${hash.digest('hex')}>`), 1))
}

test('whatever is sent, in whatever pieces, each request is answered as it is meant', async () => {
  const server = await listens(boundedServer(echo, UNLIMITED))
  const echoed = (start: string, body: string): string =>
    `${start} ${body.length} ${createHash('sha1').update(body, 'latin1').digest('hex')}`
  const body = fc.oneof(
    fc.constant(''),
    fc.constant('\r\n\r\n'.repeat(20)),
    fc.constant(get('/smuggled').repeat(30)),
    fc.integer({ min: 1, max: 200_000 }).map((size) => 'é'.repeat(size)),
  )
  type Sent = { bytes: string; answer: string }
  const request: fc.Arbitrary<Sent> = fc.oneof(
    fc.constant({ bytes: get('/get'), answer: echoed('GET /get', '') }),
    fc.constant({ bytes: get('/large'), answer: 'x'.repeat(100_000) }),
    fc
      .tuple(fc.constantFrom('/post', '/hasty'), body)
      .map(([path, text]) => ({
        bytes: `POST ${path} HTTP/1.1\r\nHost: us\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        answer: path === '/hasty' ? path : echoed('POST /post', text),
      })),
    body.map((text) => ({
      bytes: `POST /chunked HTTP/1.1\r\nHost: us\r\nTransfer-Encoding: chunked\r\n\r\n${text && `${text.length.toString(16)}\r\n${text}\r\n`}0\r\n\r\n`,
      answer: echoed('POST /chunked', text),
    })),
  )
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 12 }), cuts, async (requests, shares) => {
      const bytes = requests.map((one) => one.bytes).join('') + END
      const edges = [0, ...shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b), bytes.length]
      const socket = await connected(server)
      const all = heard(socket)
      for (const [i, edge] of edges.slice(1).entries()) {
        socket.write(bytes.slice(edges[i], edge), 'latin1')
        await sleep(1)
      }
      assert.deepEqual(bodies(await all), [...requests.map(({ answer }) => answer), echoed('GET /end', '')])
    }),
    { numRuns: 60 },
  )
})

test('a caller who does not read gets all answers when it does', async () => {
  const server = await listens(boundedServer(echo, UNLIMITED))
  const socket = await connected(server)
  socket.pause()
  socket.write(get('/large').repeat(200) + END)
  await sleep(300)
  const all = heard(socket)
  socket.resume()
  assert.deepEqual(
    bodies(await all).map(({ length }) => length),
    [...Array<number>(200).fill(100_000), 'GET /end 0 '.length + 40],
  )
})

test('what follows a request that closes the connection is not done', async () => {
  const asked: string[] = []
  const server = await listens(
    boundedServer((req, res) => {
      asked.push(req.url!)
      res.end(`<${req.url}>`)
    }, UNLIMITED),
  )
  const socket = await connected(server)
  socket.write(get('/first') + END + get('/after').repeat(100))
  assert.deepEqual(bodies(await heard(socket)), ['/first', '/end'])
  assert.deepEqual(asked, ['/first', '/end'])
})

test('whoever waits for an answer before asking again is not behind those who do not', async () => {
  let answers = 0
  const server = await listens(
    boundedServer((_, res) => {
      answers++
      res.end('<>')
    }, UNLIMITED),
  )
  const patient = await connected(server)
  const flood = await Promise.all(Array.from({ length: 100 }, () => connected(server)))
  for (const socket of flood) socket.resume().write(get('/flood').repeat(2000))
  while (answers < 1000) await sleep(1)
  const waits: number[] = []
  for (let i = 0; i < 20; i++) {
    const before = answers
    patient.write(get('/patient'))
    await once(patient, 'data')
    waits.push(answers - before)
  }
  assert.ok(answers < 200_000, 'the flood is not over yet')
  for (const socket of [patient, ...flood]) socket.destroy()
  const middle = waits.sort((a, b) => a - b)[10]!
  assert.ok(middle < 500, `in the middle ${middle} of the others came before`)
})

test('one address and all addresses have so many connections, proxies as many as they need', async () => {
  const limits = { connections: 8, perAddress: 3, unlimited: (address: string) => address === '127.0.0.9' }
  const server = await listens(boundedServer((_, res) => void res.end('<yes>'), limits))
  const answered = async (socket: Socket): Promise<boolean> => {
    socket.write(get('/'))
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }
  const tried = async (from: string, times: number): Promise<Socket[]> => {
    const open: Socket[] = []
    for (let i = 0; i < times; i++) {
      const socket = await connected(server, from)
      if (await answered(socket)) open.push(socket)
    }
    return open
  }
  const ours = await tried('127.0.0.1', 5)
  assert.equal(ours.length, 3)
  assert.equal((await tried('127.0.0.9', 4)).length, 4)
  assert.equal((await tried('127.0.0.2', 3)).length, 1, 'eight in all')
  ours[0]!.destroy()
  ours[1]!.destroy()
  while ((await promisedConnections(server)) > 6) await sleep(5)
  assert.equal((await tried('127.0.0.1', 3)).length, 2, 'what was closed is free again')
})
const promisedConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
