import assert from 'node:assert/strict'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { portOf, readConfig, readRoles } from './config.ts'
import { ConfigProblem } from './settings.ts'

const env = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  KAIKA_DATA: mkdtempSync(path.join(tmpdir(), 'kaika-config-')),
  KAIKA_DEMO: 'on',
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

test('a process does what its roles say, everything without one, and has one port', () => {
  const config = readConfig({ ...env, PORT: '1', NETWORK_PORT: '2', WORKER_PORT: '3' })
  const said = {
    '': 'decide,console,worker 1',
    '--role=all': 'decide,console,worker 1',
    '--role=console,worker': 'console,worker 1',
    '--role=decide': 'decide 2',
    '--role=decide,worker': 'decide,worker 2',
    '--role=worker': 'worker 3',
  }
  for (const [given, expected] of Object.entries(said)) {
    const does = readRoles(given ? [given] : [])
    assert.equal(`${[...does].join()} ${portOf(config, does)}`, expected)
  }
  for (const wrong of [['--role='], ['--role=network'], ['--role=console,all'], ['console'], ['--role=all', '--x']])
    assert.throws(() => readRoles(wrong), /say --role=all, or some of decide, console, worker/)
  assert.throws(() => readConfig({ ...env, KAIKA_JOBS_AT_ONCE: '0' }), /KAIKA_JOBS_AT_ONCE/)
})

test('everything that is wrong is named at once', () => {
  const wrong = {
    PORT: '70000',
    METRICS_PORT: 'x',
    KAIKA_DEMO: 'true',
    KAIKA_CAPTCHA: 'no',
    KAIKA_ORIGIN: 'cards.example/',
    KAIKA_JOBS_AT_ONCE: '0',
    KAIKA_DRAIN_MS: '-1',
    KAIKA_MAX_CONNECTIONS: 'many',
    KAIKA_CHAT_SCRIPT: 'http://a.example/x.js',
    KAIKA_DEBT_POLICY: 'Pull',
    KAIKA_REFUND_REVIEW_CENTS: '1.5',
    KAIKA_STAFF_ADDRESSES: '10.0.0.0/33',
  }
  const folder = path.join(env.KAIKA_DATA, 'none')
  assert.throws(
    () => readConfig({ ...wrong, KAIKA_DATA: folder }),
    (error) => {
      assert.ok(error instanceof ConfigProblem)
      const [first, ...lines] = error.message.split('\n')
      assert.match(first!, /^13 settings are wrong or missing:/)
      for (const name of [...Object.keys(wrong), 'DATABASE_URL'])
        assert.equal(lines.filter((line) => line.startsWith(`- ${name}`)).length, 1, name)
      return true
    },
  )
  assert.ok(!existsSync(folder), 'nothing was begun')
})
