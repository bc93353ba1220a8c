import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { signingKey, verify } from '#server/outside/signatures.ts'
import { NoAnswer, postSigned, poster } from './post.ts'

const key = signingKey(randomBytes(32).toString('base64'))

async function echo(t: TestContext, late = (_body: string) => false): Promise<string> {
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    let body = ''
    for await (const part of request) body += String(part)
    verify(key, request.headers, body, Date.now())
    if (!late(body)) response.end(body)
  }
  const server = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (post: ReturnType<typeof poster>, body: string, deadlineMs = 5000) =>
  postSigned(post, '/', { key, id: 'question', nowMs: Date.now(), body }, deadlineMs)

test('every question gets its own answer, also when there are more questions than connections', async (t) => {
  const post = poster(await echo(t), 4)
  t.after(() => post.close())
  const bodies = Array.from({ length: 200 }, (_, at) => `${at} 开卡 ${'x'.repeat(at * 50)}`)
  const answers = await Promise.all(bodies.map((body) => ask(post, body)))
  assert.deepEqual(
    answers.map(({ body }) => body.toString()),
    bodies,
  )
  assert.ok(answers.every(({ status }) => status === 200))
})

test('a question that is not answered by its deadline fails, and the next one still gets its own answer', async (t) => {
  const post = poster(await echo(t, (body) => body === 'late'), 1)
  t.after(() => post.close())
  await assert.rejects(ask(post, 'late', 60), NoAnswer)
  assert.equal((await ask(post, 'next')).body.toString(), 'next')
})
