import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { takeEarly } from './early.ts'

const ofAna = { 'Accept-Language': 'en', Authorization: 'Bearer ana' }
const begin = (url: string): Promise<Response> => {
  const answer = Promise.resolve(new Response(url))
  globalThis.kaikaEarly = { headers: ofAna, answers: new Map([[url, answer]]) }
  return answer
}
afterEach(() => void (globalThis.kaikaEarly = undefined))

describe('an answer requested before the code had arrived', () => {
  test('is taken once', () => {
    const answer = begin('/api/user/info')
    assert.equal(takeEarly('/api/user/wallet', ofAna), undefined)
    assert.equal(takeEarly('/api/user/info', ofAna), answer)
    assert.equal(takeEarly('/api/user/info', ofAna), undefined)
  })

  test('is not for another session or language', () => {
    for (const other of [{ Authorization: 'Bearer ben' }, { 'Accept-Language': 'cn' }, { 'X-Other': '1' }]) {
      void begin('/api/user/info')
      assert.equal(takeEarly('/api/user/info', { ...ofAna, ...other }), undefined)
    }
  })

  test('is not there where nothing was requested', () => assert.equal(takeEarly('/api/user/info', ofAna), undefined))
})

test('the first script gives up an idle session after the same time as the client', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const limit = /IDLE_LIMIT_MS = ([\d_]+)/.exec(read('idle.ts'))![1]!
  assert.ok(read('../../early.js').includes(`idleMs > ${limit}`))
})
