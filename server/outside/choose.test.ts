import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../core/settings/config.ts'
import { dangersIn } from '../core/settings/dangers.ts'
import { newSecrets } from '../core/settings/storedSecrets.ts'
import { ConfigProblem } from '../core/settings/settings.ts'
import { outsideOf, outsideSettings } from './choose.ts'
import { watchOnlyKey } from './depositAddress.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kaika-choose-'))
after(() => rmSync(folder, { recursive: true }))

const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', KAIKA_DATA: path.join(folder, 'data') }
const read = (more: NodeJS.ProcessEnv) => readConfig({ ...env, KAIKA_DEMO: 'on', ...more }, outsideSettings)
const namesIn = (text: string): string[] => [...text.matchAll(/^(?:- )?([A-Z]\w+)/gm)].map(([, name]) => name!)
/** The settings that are named, each once, in order. */
function told(more: NodeJS.ProcessEnv): string[] {
  try {
    read(more)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigProblem)
    return namesIn(error.message)
  }
}
/** Those that are right and that production does not start with. */
const refused = (more: NodeJS.ProcessEnv): string[] =>
  namesIn(dangersIn({ settings: read({ KAIKA_DEMO: '', ...more }) }).join('\n'))

test('a vendor that is named needs all its settings, and they are named at once', () => {
  const named = { KAIKA_SMS: 'twilio', KAIKA_FILES: 's3', KAIKA_KEYS: 'vault', KAIKA_ISSUERS: 'simulated,lithic' }
  const needed = [
    ...['KAIKA_TWILIO_ACCOUNT', 'KAIKA_TWILIO_TOKEN', 'KAIKA_TWILIO_FROM'],
    ...['KAIKA_S3_REGION', 'KAIKA_S3_BUCKET', 'KAIKA_S3_KEY_ID', 'KAIKA_S3_KEY_SECRET'],
    ...['KAIKA_VAULT_URL', 'KAIKA_VAULT_KEY', 'KAIKA_VAULT_TOKEN_FILE'],
    ...['LITHIC_API_KEY', 'LITHIC_WEBHOOK_SECRET', 'LITHIC_ASA_SECRET'],
  ]
  assert.deepEqual(told(named).sort(), [...needed].sort())
  assert.deepEqual(told({ KAIKA_SMS: 'aliyun', KAIKA_KEYS: 'kms' }).length, 9)
  const unknown = {
    KAIKA_SMS: 'nexmo',
    KAIKA_FILES: 'tape',
    KAIKA_KEYS: 'paper',
    KAIKA_RATES: 'x',
    KAIKA_UNIONPAY: 'y',
  }
  assert.deepEqual(told(unknown).sort(), Object.keys(unknown).sort())
  const wrong = {
    ...named,
    KAIKA_TWILIO_ACCOUNT: 'AC1',
    KAIKA_S3_URL: 'http://s3.example',
    KAIKA_VAULT_TOKEN_FILE: '/none',
  }
  for (const name of ['KAIKA_TWILIO_ACCOUNT', 'KAIKA_S3_URL', 'KAIKA_VAULT_TOKEN_FILE'])
    assert.ok(told(wrong).includes(name), name)
  const { sms, files, keys } = read({
    KAIKA_SMS: 'twilio',
    KAIKA_TWILIO_TOKEN: 't',
    KAIKA_TWILIO_FROM: '+15005550006',
    ...{ KAIKA_TWILIO_ACCOUNT: `AC${'0a'.repeat(16)}` },
  })
  assert.deepEqual([sms.kind, files.kind, keys.kind], ['twilio', 'disk', 'file'])
})

const chain = { KAIKA_CHAIN_URL: 'https://api.trongrid.io', KAIKA_XPUB: watchOnlyKey(Buffer.alloc(32, 1)) }
const real = {
  ...{
    KAIKA_DEMO: '',
    KAIKA_ORIGIN: 'https://cards.example',
    KAIKA_ISSUERS: 'lithic',
    KAIKA_RAILS: 'none',
    KAIKA_UNIONPAY: 'off',
    KAIKA_RATES: 'ecb',
  },
  ...{ LITHIC_API_KEY: 'key', LITHIC_ASA_SECRET: 'a'.repeat(44), LITHIC_WEBHOOK_SECRET: 'b'.repeat(44) },
  ...{ KAIKA_SMS: 'twilio', KAIKA_TWILIO_ACCOUNT: `AC${'0a'.repeat(16)}`, KAIKA_TWILIO_TOKEN: 't' },
  ...{ KAIKA_TWILIO_FROM: '+15005550006', ...chain },
  ...{ KAIKA_SMTP_URL: 'smtps://mail.example', KAIKA_MAIL_FROM: 'Kaika <mail@cards.example>' },
}

test('where nothing may be simulated, everything that is simulated or was not chosen is named', () => {
  const parts = ['KAIKA_ISSUERS', 'KAIKA_RAILS', 'KAIKA_UNIONPAY', 'KAIKA_RATES', 'KAIKA_CHAIN_URL', 'KAIKA_SMS']
  assert.deepEqual(refused({}), [...parts, 'KAIKA_SMTP_URL', 'KAIKA_ORIGIN'])
  assert.deepEqual(refused(real), [])
  const without: Record<string, string[]> = {
    ...Object.fromEntries(parts.map((name) => [name, [name]])),
    KAIKA_SMTP_URL: ['KAIKA_SMTP_URL'],
    KAIKA_MAIL_FROM: ['KAIKA_MAIL_FROM'],
  }
  for (const [name, named] of Object.entries(without)) assert.deepEqual(refused({ ...real, [name]: '' }), named, name)
  assert.deepEqual(
    told({ ...real, KAIKA_XPUB: '', KAIKA_SMTP_URL: '' }),
    ['KAIKA_XPUB', 'KAIKA_SMTP_URL'],
    'in one list',
  )
  const simulated = {
    ...{ KAIKA_ISSUERS: 'simulated,lithic', KAIKA_UNIONPAY: 'simulated', KAIKA_RATES: 'fixed' },
    ...{ KAIKA_SMS: 'simulated', KAIKA_CAPTCHA: 'off', KAIKA_SHOPPERS: 'on' },
  }
  assert.deepEqual(refused({ ...real, ...simulated }).sort(), Object.keys(simulated).sort())
})

test('with everything real nothing leads to the simulators, and rails that are not named are off', async () => {
  const config = read(real)
  const { issuers, payments, depositAddress } = outsideOf({ ...config, secrets: newSecrets() })
  assert.deepEqual([...issuers.keys()], ['lithic'])
  assert.deepEqual(payments, {})
  assert.match(await depositAddress(1), /^T/)
  const { payments: mixed } = outsideOf({ ...read({ KAIKA_UNIONPAY: 'off' }), secrets: newSecrets() })
  assert.deepEqual(Object.keys(mixed).sort(), ['ALIPAY', 'WECHAT'])
})

/** Wrong in twenty-five places. Two lines are about settings that are missing. */
const planted = {
  PORT: '70000',
  METRICS_PORT: 'x',
  KAIKA_CAPTCHA: 'no',
  KAIKA_ORIGIN: 'cards.example/',
  KAIKA_JOBS_AT_ONCE: '0',
  KAIKA_DRAIN_MS: '-1',
  KAIKA_CHAT_SCRIPT: 'http://a.example/x.js',
  KAIKA_UPLOAD_URL: '/file',
  KAIKA_DEBT_POLICY: 'Pull',
  KAIKA_REFUND_REVIEW_CENTS: '1.5',
  KAIKA_STAFF_ADDRESSES: '10.0.0.0/33',
  KAIKA_TRUSTED_PROXIES: 'everywhere',
  KAIKA_MAX_CONNECTIONS: 'many',
  KAIKA_ISSUERS: 'marqeta',
  KAIKA_RAILS: 'paypal',
  KAIKA_UNIONPAY: 'real',
  KAIKA_RATES: 'guess',
  KAIKA_CHAIN_URL: 'tron',
  KAIKA_XPUB: 'xprv-secret',
  KAIKA_SMTP_URL: 'user:secret@host',
  KAIKA_SMS: 'aliyun',
  KAIKA_FILES: 'tape',
  KAIKA_KEYS: 'paper',
}
const missing = [
  ...['DATABASE_URL', 'KAIKA_ALIYUN_KEY_ID', 'KAIKA_ALIYUN_KEY_SECRET', 'KAIKA_ALIYUN_SIGN_NAME'],
  ...['KAIKA_ALIYUN_CODE_TEMPLATE', 'KAIKA_ALIYUN_NOTICE_TEMPLATE'],
]

test('a server with more than twenty settings wrong names each in one list, exits, and has begun nothing', async () => {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], KAIKA_DATA: path.join(folder, 'none'), KAIKA_DEMO: 'on', ...planted },
  })
  let said = ''
  server.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const [status] = (await once(server, 'close')) as [number]
  const [first, ...lines] = said.trim().split('\n')
  const names = [...Object.keys(planted).filter((name) => name !== 'KAIKA_SMS'), ...missing]
  assert.ok(names.length >= 20)
  assert.match(first!, new RegExp(`^${names.length} settings are wrong or missing:`))
  for (const name of names)
    assert.equal(lines.filter((line) => line.startsWith(`- ${name} `)).length, 1, `${name}\n${said}`)
  assert.equal(status, 1)
  assert.ok(!said.includes('secret@') && !said.includes('xprv'), 'no value that may be secret')
  assert.ok(!existsSync(path.join(folder, 'none')), 'nothing was begun')
})

test('the supervisor names them too, before it starts a database', async () => {
  const data = path.join(folder, 'supervised')
  const supervisor = spawn(process.execPath, ['bin/dev.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], KAIKA_DATA: data, KAIKA_KEYS: 'paper', PORT: 'x' },
  })
  let said = ''
  supervisor.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const [status] = (await once(supervisor, 'close')) as [number]
  assert.equal(status, 1)
  assert.match(said, /Kaika did not start: 2 settings are wrong or missing:/)
  assert.ok(!existsSync(data), 'nothing was begun')
})
