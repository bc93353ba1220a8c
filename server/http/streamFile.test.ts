import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { streamFile } from './streamFile.ts'

/** What the next caller receives. */
let pieces: AsyncIterable<Uint8Array>
let fault: unknown
let poured: Promise<void>
const server = http.createServer((_, res) => {
  fault = undefined
  poured = streamFile(res, pieces).catch((error: unknown) => void (fault = error))
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

const ask = async (): Promise<http.IncomingMessage> => {
  const { port } = server.address() as AddressInfo
  const [response] = (await once(http.get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    http.IncomingMessage,
  ]
  return response
}

test('all that is made arrives, in order, whatever the size of the pieces', async () => {
  const sizes = [0, 1, 8_192, 65_535, 65_536, 65_537, 300_000, 3]
  const made = sizes.map((size, i) => Buffer.alloc(size, 97 + i))
  pieces = (async function* () {
    yield* made
  })()
  const got = Buffer.concat(await (await ask()).toArray())
  assert.equal(got.compare(Buffer.concat(made)), 0)
})

test('a fault in the middle breaks the file off, and is told', async () => {
  pieces = (async function* () {
    yield Buffer.alloc(70_000)
    throw new Error('the database is gone')
  })()
  const response = await ask()
  await assert.rejects(response.toArray(), /aborted/)
  await poured
  assert.match(String(fault), /the database is gone/)
})

test('nothing is made for one who does not take it, and nothing more for one who has left', async () => {
  let made = 0
  let left = false
  pieces = (async function* () {
    try {
      for (; ; made++) yield Buffer.alloc(100_000)
    } finally {
      left = true
    }
  })()
  const response = await ask()
  let before = -1
  while (before < made) {
    before = made
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  assert.ok(made > 0 && made < 1_000, `${made} pieces for nobody`)
  response.destroy()
  await poured
  assert.equal(left, true)
  assert.equal(fault, undefined)
})
