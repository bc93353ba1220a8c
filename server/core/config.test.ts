import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ConfigProblem, readConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  KAIKA_DATA: mkdtempSync(path.join(tmpdir(), 'kaika-config-')),
}

test('a debt takes what is free on cards unless somebody chose otherwise, and a misspelt choice does not start', () => {
  assert.equal(readConfig(env).debtPolicy, 'pull')
  for (const chosen of ['pull', 'block', 'spend'])
    assert.equal(readConfig({ ...env, KAIKA_DEBT_POLICY: chosen }).debtPolicy, chosen)
  assert.throws(() => readConfig({ ...env, KAIKA_DEBT_POLICY: 'Pull' }), ConfigProblem)
})

test('images are sent to our own call unless an address is named, and never to one that others can read', () => {
  assert.equal(readConfig(env).uploadUrl, undefined)
  for (const url of ['https://img.kaika.example/in', 'http://127.0.0.1:4300/in'])
    assert.equal(readConfig({ ...env, KAIKA_UPLOAD_URL: url }).uploadUrl, url)
  for (const url of ['http://img.kaika.example/in', '/file/pub/upload', "https://a.example/'; script-src *"])
    assert.throws(() => readConfig({ ...env, KAIKA_UPLOAD_URL: url }), /KAIKA_UPLOAD_URL/)
})

test('the public address is an origin, without a path or a slash', () => {
  assert.equal(readConfig(env).origin, undefined)
  for (const origin of ['https://cards.kaika.example', 'https://cards.kaika.example:8443', 'http://10.0.0.7:4000'])
    assert.equal(readConfig({ ...env, KAIKA_ORIGIN: origin }).origin, origin)
  for (const wrong of [
    'cards.kaika.example',
    'https://cards.kaika.example/',
    'https://a.example/console',
    'ftp://a.example',
  ])
    assert.throws(() => readConfig({ ...env, KAIKA_ORIGIN: wrong }), /KAIKA_ORIGIN/, wrong)
})
