import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sign, signingKey, simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { networkServer } from './networkServer.ts'
import { decideOverHttp } from './http.ts'

const secret = randomBytes(32).toString('base64')
const key = signingKey(secret)
useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret }))

let leaving = false
const rest: RequestListener = (req, res) => void res.writeHead(404).end(`rest ${req.url}`)
const listens = async (server: Server): Promise<Server> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => void (server.close(), server.closeAllConnections()))
  return server
}
const ours = await listens(networkServer(rest, { leaving: () => leaving }))
const plain = await listens(createServer((req, res) => void (decideOverHttp(req, res) || rest(req, res))))

/** A signed request that needs no database: the answer names the first invalid field. */
const fields = ['ref', 'cardNumber', 'amountCents', 'merchantAmount', 'merchantCurrency', 'pos'] as const
const wrongIn = (field: string, more = ''): string => {
  const whole = { ref: 'r', cardNumber: '4242424242424242', amountCents: 1, merchantAmount: 1, merchantCurrency: 'USD' }
  const body = JSON.stringify({ ...whole, [field]: null })
  const head = ['POST /issuer/simulated/authorizations HTTP/1.1', 'Host: us', `Content-Length: ${body.length}`]
  const signed = Object.entries(sign(key, 'id', Date.now(), body)).map(([name, value]) => `${name}: ${value}`)
  return `${[...head, ...signed].join('\r\n')}\r\n${more}\r\n${body}`
}
const END = 'GET /end HTTP/1.1\r\nHost: us\r\nConnection: close\r\n\r\n'

/** Returns the response to these pieces, each sent as one packet: until the server closes the connection or stays silent. */
async function told(server: Server, pieces: readonly string[], silenceMs = 1500): Promise<string> {
  const socket = net
    .connect((server.address() as AddressInfo).port, '127.0.0.1')
    .setNoDelay(true)
    .setEncoding('latin1')
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk)).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await sleep(1)
  }
  await Promise.race([closed, sleep(silenceMs)])
  socket.destroy()
  return text
}
/** Status and body of each answer, in order. */
const answersIn = (text: string): string[] =>
  text
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => `${answer.slice(0, 3)} ${answer.slice(answer.indexOf('\r\n\r\n') + 4)}`)
const wrong = (field: string): string => `400 {"error":"${field}"}`

test('questions that arrive together are answered in their order', async () => {
  const asked = Array.from({ length: 600 }, (_, i) => fields[i % fields.length]!)
  const answers = answersIn(await told(ours, [asked.map((field) => wrongIn(field)).join('') + END]))
  assert.deepEqual(answers.slice(0, -1), asked.map(wrong))
  assert.match(answers.at(-1)!, /rest \/end/)
})

test('wherever questions are cut into packets, the answers are the same', async () => {
  const bytes = fields
    .slice(0, 3)
    .map((field) => wrongIn(field))
    .join('')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      const pieces = edges.slice(1).map((edge, i) => bytes.slice(edges[i], edge))
      const answers = answersIn(await told(ours, [...pieces.filter(Boolean), END]))
      assert.deepEqual(answers.slice(0, -1), fields.slice(0, 3).map(wrong))
    }),
    { numRuns: 60 },
  )
})

test('what is written in another way is read by node:http, after the answers before it', async () => {
  const question = wrongIn('pos')
  const [head, body] = question.split('\r\n\r\n') as [string, string]
  const chunked = `${head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  for (const other of [
    chunked,
    question.replace('Host: us', 'Host:   us'),
    wrongIn('pos', 'Expect: 100-continue\r\n'),
  ]) {
    const answers = answersIn(await told(ours, [wrongIn('ref') + other + wrongIn('amountCents') + END]))
    assert.deepEqual(
      answers.filter((answer) => answer.startsWith('400')),
      ['ref', 'pos', 'amountCents'].map(wrong),
    )
  }
  assert.match(await told(ours, ['GET /console HTTP/1.1\r\nHost: us\r\n\r\n', END]), /rest \/console[^]*rest \/end/)
})

test('what two readers could take for two things is no question', async () => {
  const question = wrongIn('pos')
  const [length] = /Content-Length: \d+/.exec(question)!
  for (const trap of [
    question.replace(length, `${length}\r\n${length}`),
    question.replace(length, `${length}\r\nTransfer-Encoding: chunked`),
    question.replace(length, 'Content-Length: 0x10'),
    question.replace(length, 'Content-Length: -1'),
    question.replace(length, 'Content-Length: 16385'),
    question.replace(length, `Content-Length : 10`),
    question.replace('Host: us\r\n', ''),
    question.replace('Host: us', 'Host: us\r\n folded'),
    question.replace('Host: us', 'Host: us\n'),
    question.replace('HTTP/1.1', 'HTTP/1.0'),
  ]) {
    const [by, as] = await Promise.all([told(ours, [trap + END], 150), told(plain, [trap + END], 150)])
    assert.deepEqual(answersIn(by), answersIn(as), trap)
    assert.doesNotMatch(by, /"pos"/, trap)
  }
})

const BEHIND_THE_CLOSE = /connection: close\r\n(?:[^\r\n]+\r\n)*\r\n[^]/i

test('whatever is sent, the answers are those that node:http would give', async () => {
  const seed = [wrongIn('ref'), wrongIn('pos'), END].join('')
  const change = fc.record({
    at: fc.nat(seed.length - 1),
    cut: fc.nat(6),
    put: fc.oneof(
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\0',
        ' ',
        ':',
        '\x7f',
        'é',
        'X: y\r\n',
        'Content-Length: 5\r\n',
        'Connection: close\r\n',
      ),
      fc.string({ maxLength: 4 }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const bytes = changes.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), seed)
      const [by, as] = await Promise.all([told(ours, [bytes], 150), told(plain, [bytes], 150)])
      const [mine, theirs] = [answersIn(by), answersIn(as)]
      // When node:http receives a malformed request, or anything after a request that closes the connection, it may drop answers that it has not sent yet.
      const broken = bytes.split(' HTTP/1.1\r\n').length !== 4
      const nonsense = broken || mine.concat(theirs).includes('400 ') || BEHIND_THE_CLOSE.test(bytes)
      const [heardOfUs, heardOfIt] = [mine, theirs].map((heard) => heard.filter((answer) => answer !== '400 '))
      const both = nonsense ? Math.min(heardOfUs!.length, heardOfIt!.length) : undefined
      assert.deepEqual(heardOfUs!.slice(0, both), heardOfIt!.slice(0, both))
    }),
    {
      numRuns: 150,
      examples: [
        [
          [
            { at: 296, cut: 5, put: '' },
            { at: 635, cut: 0, put: 'Content-Length: 5\r\n' },
          ],
        ], // after the close
        [[{ at: 80, cut: 0, put: ' ' }]], // a second space before the value that is signed
      ],
    },
  )
})

test('a head without an end is not gathered for ever', async () => {
  assert.match(await told(ours, [wrongIn('pos').slice(0, 150), 'x'.repeat(20_000)]), /^HTTP\/1.1 431/)
})

test('a caller who has said everything, and one who asks while we leave, hear the answer before the connection ends', async () => {
  const socket = net.connect({ port: (ours.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  socket.end(wrongIn('pos'))
  await new Promise((resolve) => socket.once('close', resolve))
  assert.deepEqual(answersIn(text), [wrong('pos')])

  leaving = true
  try {
    assert.match(await told(ours, [wrongIn('pos')]), /connection: close\r\n\r\n\{"error":"pos"\}$/)
    const idle = net.connect((ours.address() as AddressInfo).port, '127.0.0.1').resume()
    await new Promise((resolve) => idle.once('connect', () => setTimeout(resolve, 50)))
    ours.closeIdleConnections()
    await new Promise((resolve) => idle.once('close', resolve))
  } finally {
    leaving = false
  }
})
