import assert from 'node:assert/strict'
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { hmac, hmacBytes } from './hmac.ts'

const expected = (key: Buffer, ...parts: (string | Buffer)[]): string => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest('hex')
}

test('an HMAC is that of node:crypto, for keys and messages of any length', () => {
  for (const keySize of [1, 16, 32, 63, 64, 65, 200]) {
    const key = randomBytes(keySize)
    const object = createSecretKey(key)
    for (const size of [0, 1, 55, 56, 63, 64, 65, 1000, 4095, 4096, 4097, 20_000]) {
      const bytes = randomBytes(size)
      const text = bytes.toString('base64')
      assert.equal(hmac(object, 'hex', text), expected(key, text), `${keySize} ${size}`)
      assert.equal(hmac(object, 'hex', 'id.12.', bytes), expected(key, 'id.12.', bytes), `${keySize} ${size}`)
      assert.equal(hmac(object, 'hex', 'id.12.', text), expected(key, 'id.12.', text), `${keySize} ${size}`)
    }
  }
})

test('a long message leaves nothing to the short one after it', () => {
  const key = randomBytes(32)
  const object = createSecretKey(key)
  hmac(object, 'hex', 'x'.repeat(1300))
  assert.equal(hmac(object, 'hex', 'y'), expected(key, 'y'))
})

test('text is UTF-8, whatever its letters', () => {
  const key = randomBytes(32)
  const object = createSecretKey(key)
  for (const text of [
    'café',
    '开卡 — 冻结',
    '😀'.repeat(700),
    '\ud800 alone',
    'pan\u00004242',
    '开'.repeat(1365),
    '开'.repeat(1366),
  ])
    assert.equal(hmac(object, 'hex', text, text), expected(key, text, text))
})

test('the bytes are those of the text', () => {
  const object = createSecretKey(randomBytes(32))
  assert.equal(hmacBytes(object, 'a', 'b').toString('hex'), hmac(object, 'hex', 'ab'))
})

test('the published test cases (RFC 4231) have their results', () => {
  const cases: [key: string, data: string, mac: string][] = [
    ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4a656665',
      '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  ]
  for (const [key, data, mac] of cases)
    assert.equal(hmac(createSecretKey(Buffer.from(key, 'hex')), 'hex', '', Buffer.from(data, 'hex')), mac)
})
