import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { forgetEarly, takeEarly } from './early.ts'

const ofAna = { 'Accept-Language': 'en', Authorization: 'Bearer ana' }
const begin = (url: string): Promise<Response> => {
  const answer = Promise.resolve(new Response(url))
  globalThis.kaikaEarly = { headers: ofAna, answers: new Map([[url, answer]]) }
  return answer
}
/** Of someone who waits as long as it takes. */
const take = (url: string, headers: Readonly<Record<string, string>> = ofAna) =>
  takeEarly(url, headers, new AbortController().signal)
afterEach(() => void (globalThis.kaikaEarly = undefined))

describe('an answer requested before the code had arrived', () => {
  test('is taken once', async () => {
    const answer = begin('/api/user/info')
    assert.equal(take('/api/user/wallet'), undefined)
    assert.equal(await take('/api/user/info'), await answer)
    assert.equal(take('/api/user/info'), undefined)
  })

  test('is given up when the time of the request is over, or its page is left', async () => {
    globalThis.kaikaEarly = { headers: ofAna, answers: new Map([['/api/user/info', new Promise<Response>(() => {})]]) }
    const limit = new AbortController()
    const taken = takeEarly('/api/user/info', ofAna, limit.signal)
    limit.abort()
    await assert.rejects(taken!, { name: 'AbortError' })
  })

  test('is not for another session or language', () => {
    for (const other of [{ Authorization: 'Bearer ben' }, { 'Accept-Language': 'cn' }, { 'X-Other': '1' }]) {
      void begin('/api/user/info')
      assert.equal(take('/api/user/info', { ...ofAna, ...other }), undefined)
    }
  })

  test('is not taken once something has changed', () => {
    void begin('/api/user/info')
    forgetEarly()
    assert.equal(take('/api/user/info'), undefined)
  })

  test('is not there where nothing was requested', () => assert.equal(take('/api/user/info'), undefined))
})

test('the first script gives up an idle session after the same time as the client', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const limit = /IDLE_LIMIT_MS = ([\d_]+)/.exec(read('idle.ts'))![1]!
  assert.ok(read('../../early.js').includes(`idleMs > ${limit}`))
})
