import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '#server/core/settings/config.ts'
import { newSecrets } from '#server/core/settings/storedSecrets.ts'
import { ConfigProblem, Settings } from '#server/core/settings/settings.ts'
import { outsideOf, outsideSettings } from '../choose.ts'
import { simulatedOutside } from '../outside.ts'
import { railAccountsFrom, withRails } from './rails.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kaika-rails-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}
const pair = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  })
const { privateKey, publicKey } = pair(2048)
const bare = (pem: string): string => pem.replace(/-----.*-----|\n/g, '')
const right = {
  KAIKA_RAILS: 'wechat,alipay',
  KAIKA_ORIGIN: 'https://cards.example',
  KAIKA_WECHAT_MERCHANT: '1900000109',
  KAIKA_WECHAT_APP: 'wx8888888888888888',
  KAIKA_WECHAT_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  KAIKA_WECHAT_KEY_FILE: file('private.pem', privateKey),
  KAIKA_WECHAT_PLATFORM_KEY_FILE: file('public.pem', publicKey),
  KAIKA_WECHAT_PLATFORM_ID: 'PUB_KEY_ID_0119000001092026112600000000000001',
  KAIKA_WECHAT_V3_KEY: 'a'.repeat(32),
  KAIKA_ALIPAY_APP: '2021000122671080',
  KAIKA_ALIPAY_KEY_FILE: file('private.txt', bare(privateKey)),
  KAIKA_ALIPAY_PUBLIC_KEY_FILE: file('public.txt', bare(publicKey)),
}
const problemsWith = (env: NodeJS.ProcessEnv): string => {
  const settings = new Settings(env)
  railAccountsFrom(settings)
  try {
    settings.requireRight()
  } catch (error) {
    assert.ok(error instanceof ConfigProblem)
    return error.message
  }
  return ''
}

test('without KAIKA_RAILS all rails are simulated, whatever else is set', () => {
  const env = { ...right, KAIKA_RAILS: undefined, KAIKA_ORIGIN: undefined }
  assert.deepEqual(railAccountsFrom(new Settings(env)), {})
  assert.equal(problemsWith(env), '')
})

test('a named rail is real, and the others stay simulated', () => {
  const { payments } = simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret: 'a'.repeat(44) })
  const accounts = railAccountsFrom(new Settings({ ...right, KAIKA_RAILS: 'wechat' }))
  assert.equal(accounts.wechat?.notifyUrl, 'https://cards.example/payments/events/WECHAT')
  const { WECHAT, ALIPAY } = withRails(payments, accounts)
  assert.deepEqual([WECHAT === payments.WECHAT, ALIPAY === payments.ALIPAY], [false, true])
  const both = withRails(payments, railAccountsFrom(new Settings(right)))
  assert.equal(both.ALIPAY?.acknowledgement, 'success')
  assert.equal(both.UNIONPAY, payments.UNIONPAY)
})

test('the server reads the rails with its other settings, and asks the real ones', () => {
  const env = { ...right, DATABASE_URL: 'postgres:///x', KAIKA_DATA: folder, KAIKA_DEMO: 'on' }
  const secrets = newSecrets()
  const worldOf = (given: NodeJS.ProcessEnv) => outsideOf({ ...readConfig(given, outsideSettings), secrets })
  const { payments } = worldOf(env)
  assert.deepEqual([payments.WECHAT?.listedAfterMs, payments.ALIPAY?.acknowledgement], [36_000_000, 'success'])
  assert.equal(worldOf({ ...env, KAIKA_RAILS: '' }).payments.WECHAT?.listedAfterMs, undefined)
  assert.throws(
    () => readConfig({ ...env, PORT: 'x', KAIKA_ALIPAY_APP: '' }, outsideSettings),
    /^[^-]*2 settings are wrong/,
  )
})

test('everything that a rail lacks is named at once, and nothing secret', () => {
  const problems = problemsWith({ KAIKA_RAILS: 'wechat,alipay' })
  for (const name of Object.keys(right).slice(1))
    assert.equal(problems.split(`- ${name} is missing`).length, 2, `${name}: ${problems}`)
  assert.match(problemsWith({ KAIKA_RAILS: 'wechat,paypal' }), /KAIKA_RAILS has some of wechat, alipay/)
  const secret = 'short-secret'
  const wrong = problemsWith({ ...right, KAIKA_WECHAT_V3_KEY: secret })
  assert.equal(wrong, 'KAIKA_WECHAT_V3_KEY is not 32 letters and digits')
})

test('a setting or key of the wrong form is named', () => {
  const cases: Record<string, string> = {
    KAIKA_ORIGIN: 'cards.example',
    KAIKA_WECHAT_MERCHANT: '19',
    KAIKA_WECHAT_APP: 'gh_1',
    KAIKA_WECHAT_SERIAL: 'serial',
    KAIKA_WECHAT_PLATFORM_ID: 'PUB_KEY',
    KAIKA_WECHAT_KEY_FILE: file('as-private.pem', publicKey),
    KAIKA_WECHAT_PLATFORM_KEY_FILE: file('as-public.pem', privateKey),
    KAIKA_ALIPAY_APP: '2021',
    KAIKA_ALIPAY_KEY_FILE: file('empty.pem', ''),
    KAIKA_ALIPAY_PUBLIC_KEY_FILE: file('short.pem', pair(1024).publicKey),
    KAIKA_WECHAT_URL: 'http://elsewhere.example',
    KAIKA_ALIPAY_URL: 'ftp://elsewhere.example',
  }
  for (const [name, value] of Object.entries(cases)) {
    const problems = problemsWith({ ...right, [name]: value })
    assert.ok(problems.startsWith(`${name} `), `${name}: ${problems}`)
    assert.ok(!problems.includes('\n'), problems)
  }
  assert.match(
    problemsWith({ ...right, KAIKA_ALIPAY_KEY_FILE: '/nowhere' }),
    /^\S+ names a file .*\(ENOENT\): \/nowhere$/,
  )
})
