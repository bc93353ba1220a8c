import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createServer } from '../http.ts'
import { ask } from './ask.ts'
import { OutsideRefused, OutsideUnknown } from './errors.ts'

const json =
  (status: number, body: unknown): RequestListener =>
  (_, res) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

let answer: RequestListener
const server = createServer((req, res) => answer(req, res))
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/things?key=secret`
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => void server.close().closeAllConnections())

describe('asking the outside', () => {
  it('hands over what is sent and gives back what is answered', async () => {
    let heard = {}
    answer = (req, res) => {
      let body = ''
      req
        .on('data', (piece) => (body += piece))
        .on('end', () => {
          const { 'content-type': type, 'content-length': length, 'x-key': key } = req.headers
          heard = { method: req.method, url: req.url, type, length, key, body }
          res.end('{"said":"卡"}')
        })
    }
    const said = await ask(url(), { method: 'POST', headers: { 'x-key': 'k' }, body: '{"name":"李"}' })
    assert.deepEqual(said, { said: '卡' })
    assert.deepEqual(heard, {
      method: 'POST',
      url: '/things?key=secret',
      type: 'application/json',
      length: '14',
      key: 'k',
      body: '{"name":"李"}',
    })
  })

  it('tells a definite no from what may pass', async () => {
    answer = json(422, { code: 'no_stock', message: 'None are left.' })
    await assert.rejects(ask(url()), (error) => error instanceof OutsideRefused && error.code === 'no_stock')
    for (const status of [401, 403, 408, 425, 429, 500, 503]) {
      answer = json(status, { code: 'busy' })
      await assert.rejects(ask(url()), OutsideUnknown, String(status))
    }
  })

  it('follows nobody elsewhere', async () => {
    let asked = 0
    answer = (_, res) => {
      asked++
      res.writeHead(307, { location: '/elsewhere' }).end('{}')
    }
    await assert.rejects(ask(url()), OutsideUnknown)
    assert.equal(asked, 1)
  })

  it('does not know what became of it when the answer is none, is cut, or is not JSON, and says nothing of a key', async () => {
    const broken: Record<string, RequestListener> = {
      'not JSON': (_, res) => void res.end('<html>'),
      'cut before': (req) => void req.socket.destroy(),
      'cut in the middle': (req, res) => {
        res.writeHead(200, { 'content-length': '100' }).write('{"half":')
        setImmediate(() => req.socket.destroy())
      },
      'slow to begin': () => {},
      'slow to end': (_, res) => void res.writeHead(200).write('{"half":'),
    }
    for (const [name, listener] of Object.entries(broken)) {
      answer = listener
      await assert.rejects(
        ask(url(), { timeoutMs: 200 }),
        (error) => error instanceof OutsideUnknown && !error.message.includes('secret'),
        name,
      )
    }
    await assert.rejects(ask('http://127.0.0.1:1/things'), OutsideUnknown)
    await assert.rejects(ask(url(), { headers: { 'x-key': 'a\r\nb' } }), OutsideUnknown)
  })
})
