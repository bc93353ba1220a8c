import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import { createServer } from '../core/http.ts'
import { ask, OutsideRefused, OutsideUnknown } from './ask.ts'

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
    answer = json(422, { code: 'NO_STOCK', message: 'None are left.' })
    const refusals = ['NO_STOCK', 'BUSY']
    await assert.rejects(
      ask(url(), { refusals }),
      (error) => error instanceof OutsideRefused && error.code === 'NO_STOCK',
    )
    for (const status of [401, 403, 408, 425, 429, 500, 503]) {
      answer = json(status, { code: 'BUSY', message: 'Busy.' })
      await assert.rejects(ask(url(), { refusals }), OutsideUnknown, String(status))
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

  it('does not take a gateway’s no for theirs', async () => {
    const page = '<html><body><h1>404 Not Found</h1><hr>nginx</body></html>'
    const gateways: [string, RequestListener][] = [
      ['a page', (_, res) => void res.writeHead(404, { 'content-type': 'text/html' }).end(page)],
      [
        'a page that calls itself JSON',
        (_, res) => void res.writeHead(422, { 'content-type': 'application/json' }).end(page),
      ],
      ['nothing', (_, res) => void res.writeHead(400).end()],
      ['null', json(400, null)],
      ['a list', json(400, [{ code: 'NO_STOCK', message: '' }])],
      ['words', json(404, { message: 'no Route matched with those values' })],
      ['a number', json(404, { code: 404, message: 'Not Found' })],
      [
        'a framework',
        json(400, { statusCode: 400, code: 'FST_ERR_CTP_EMPTY_JSON_BODY', error: 'Bad Request', message: 'x' }),
      ],
      ['another host in the same form', json(404, { code: 'NOT_FOUND', message: 'no such route' })],
      ['another framework', json(404, { timestamp: 1, status: 404, error: 'Not Found', path: '/' })],
    ]
    for (const [name, listener] of gateways) {
      answer = listener
      await assert.rejects(ask(url(), { refusals: ['NO_STOCK'] }), OutsideUnknown, name)
    }
  })

  it('takes only an answer of the right shape for a yes', async () => {
    const shape = z.object({ ref: z.string() })
    answer = json(200, { ref: 'r', more: 1 })
    assert.deepEqual(await ask(url(), {}, shape), { ref: 'r', more: 1 })
    answer = json(200, { login: 'Please accept the terms of this network.' })
    await assert.rejects(ask(url(), {}, shape), OutsideUnknown)
  })

  it('reads an answer that never ends to its limit, one that drips to its time, and unpacks nothing', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x')
    let sent = 0
    answer = (req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!req.socket.destroyed && sent < 600 * 1024 * 1024 && res.write(piece)) sent += piece.length
      }
      res.on('drain', more)
      more()
    }
    const before = process.memoryUsage.rss()
    await assert.rejects(ask(url(), { timeoutMs: 20_000 }), OutsideUnknown)
    assert.ok(sent < 30 * 1024 * 1024, `${sent} bytes were sent`)
    assert.ok(process.memoryUsage.rss() - before < 100 * 1024 * 1024)

    answer = (req, res) => {
      res.writeHead(200)
      const drip = setInterval(() => void res.write(' '), 20)
      req.socket.once('close', () => clearInterval(drip))
    }
    const from = performance.now()
    await assert.rejects(ask(url(), { timeoutMs: 300 }), OutsideUnknown)
    assert.ok(performance.now() - from < 2000)

    const packed = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    answer = (_, res) => void res.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    const unpacked = process.memoryUsage.rss()
    await assert.rejects(ask(url()), OutsideUnknown)
    assert.ok(process.memoryUsage.rss() - unpacked < 50 * 1024 * 1024)
  })
})
