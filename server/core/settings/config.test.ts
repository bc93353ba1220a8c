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

test('a vendor that is named needs all its settings, and they are named at once', () => {
  const named = { KAIKA_SMS: 'twilio', KAIKA_FILES: 's3', KAIKA_KEYS: 'vault' }
  const needed = [
    ...['KAIKA_TWILIO_ACCOUNT', 'KAIKA_TWILIO_TOKEN', 'KAIKA_TWILIO_FROM'],
    ...['KAIKA_S3_REGION', 'KAIKA_S3_BUCKET', 'KAIKA_S3_KEY_ID', 'KAIKA_S3_KEY_SECRET'],
    ...['KAIKA_VAULT_URL', 'KAIKA_VAULT_KEY', 'KAIKA_VAULT_TOKEN_FILE'],
  ]
  const told = (more: NodeJS.ProcessEnv): string[] => {
    try {
      readConfig({ ...env, ...more })
      return []
    } catch (error) {
      assert.ok(error instanceof ConfigProblem)
      return [...error.message.matchAll(/^(?:- )?(KAIKA_\w+)/gm)].map(([, name]) => name!)
    }
  }
  assert.deepEqual(told(named).sort(), [...needed].sort())
  assert.deepEqual(told({ KAIKA_SMS: 'aliyun', KAIKA_KEYS: 'kms' }).length, 9)
  assert.deepEqual(told({ KAIKA_SMS: 'nexmo', KAIKA_FILES: 'tape', KAIKA_KEYS: 'paper' }), [
    ...['KAIKA_FILES', 'KAIKA_SMS', 'KAIKA_KEYS'],
  ])
  const wrong = {
    ...named,
    KAIKA_TWILIO_ACCOUNT: 'AC1',
    KAIKA_S3_URL: 'http://s3.example',
    KAIKA_VAULT_TOKEN_FILE: '/none',
  }
  for (const name of ['KAIKA_TWILIO_ACCOUNT', 'KAIKA_S3_URL', 'KAIKA_VAULT_TOKEN_FILE'])
    assert.ok(told(wrong).includes(name), name)
  const { sms, files, keys } = readConfig({
    ...env,
    KAIKA_SMS: 'twilio',
    KAIKA_TWILIO_TOKEN: 't',
    KAIKA_TWILIO_FROM: '+15005550006',
    ...{ KAIKA_TWILIO_ACCOUNT: `AC${'0a'.repeat(16)}` },
  })
  assert.deepEqual([sms.kind, files.kind, keys.kind], ['twilio', 'disk', 'file'])
})

test('everything that is wrong is named at once, without a value that may be secret', () => {
  const wrong = {
    PORT: '70000',
    METRICS_PORT: 'x',
    KAIKA_OUTSIDE: 'true',
    KAIKA_CAPTCHA: 'no',
    KAIKA_ORIGIN: 'cards.example/',
    KAIKA_JOBS_AT_ONCE: '0',
    KAIKA_DRAIN_MS: '-1',
    KAIKA_SMTP_URL: 'user:secret@host',
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
      assert.ok(!error.message.includes('secret@'))
      return true
    },
  )
  assert.ok(!existsSync(folder), 'nothing was begun')
})
