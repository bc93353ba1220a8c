/** `bin/kaika check` names each of many planted mistakes, and finds nothing in an installation without one. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inspect } from '#bin/operate/check/check.ts'
import { DAY } from '#server/core/clock.ts'
import { newSecrets } from '#server/core/settings/storedSecrets.ts'
import { startKeyServices } from '#simulators/keyServices/start.ts'
import { EXPIRES, unbuilt, withInstallation, type Mistakes } from './installation.ts'

describe('bin/kaika check', () => {
  const here = withInstallation()
  let keyServices: Awaited<ReturnType<typeof startKeyServices>>
  const kms = { region: 'eu-central-1', key: 'alias/kaika', keyId: 'AKID', secret: 'the secret' }
  before(async () => {
    keyServices = await startKeyServices({ kms: { ...kms, url: 'http://127.0.0.1:0' } })
  })
  after(() => keyServices.stop())

  test('finds nothing wrong where nothing is, and leaves nothing behind', async () => {
    const data = path.join(here.folder, 'untouched')
    assert.deepEqual(await inspect(here.env, here.around), { wrong: unbuilt, skipped: [] })
    const { wrong } = await inspect({ ...here.env, KAIKA_DATA: data }, here.around)
    assert.match(wrong[0]!, /secrets\.json is not there/)
    assert.ok(!existsSync(data))
  })

  const wrongSettings = {
    ...{
      KAIKA_CAPTCHA: 'no',
      KAIKA_JOBS_AT_ONCE: '0',
      KAIKA_DRAIN_MS: '-1',
      KAIKA_CHAT_SCRIPT: 'http://a.example/x.js',
    },
    ...{ KAIKA_UPLOAD_URL: '/file', KAIKA_DEBT_POLICY: 'Pull', KAIKA_REFUND_REVIEW_CENTS: '1.5' },
    ...{
      KAIKA_STAFF_ADDRESSES: '10.0.0.0/33',
      KAIKA_MAX_CONNECTIONS: 'many',
      KAIKA_UNIONPAY: 'real',
      KAIKA_RATES: 'guess',
    },
  }
  const kmsSettings = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...{ KAIKA_KEYS: 'kms', KAIKA_KMS_URL: `${keyServices.url}/kms`, KAIKA_KMS_REGION: kms.region },
    ...{ KAIKA_KMS_KEY: kms.key, KAIKA_KMS_KEY_ID: kms.keyId, KAIKA_KMS_KEY_SECRET: kms.secret, ...more },
  })

  const mistakes: Mistakes = {
    'settings of the wrong form': () => ({
      env: wrongSettings,
      says: Object.keys(wrongSettings).map((name) => new RegExp(`^${name} `)),
    }),
    'a missing setting of a vendor': () => ({
      env: { LITHIC_ASA_SECRET: '' },
      says: [/^LITHIC_ASA_SECRET is missing/],
    }),
    'a simulated part': () => ({ env: { KAIKA_UNIONPAY: '' }, says: [/^KAIKA_UNIONPAY is simulated/] }),
    'a captcha that is off': () => ({ env: { KAIKA_CAPTCHA: 'off' }, says: [/^KAIKA_CAPTCHA is off/] }),
    'a plain public address': () => ({
      env: { KAIKA_ORIGIN: 'http://cards.example' },
      says: [/^KAIKA_ORIGIN is a plain/],
    }),
    'trust in the internet': () => ({
      env: { KAIKA_TRUSTED_PROXIES: '0.0.0.0/1' },
      says: [/^KAIKA_TRUSTED_PROXIES has 0\.0\.0\.0\/1/],
    }),

    'secrets that are no JSON': () => ({
      env: here.dataWith((file) => writeFileSync(file, '{')),
      says: [/secrets\.json cannot be read: /],
    }),
    'secrets without one': () => ({
      env: here.dataWith(() => {}, { ...newSecrets(), lookupKey: '' }),
      says: [/lacks lookupKey$/],
    }),
    'secrets that others read': () => ({
      env: here.dataWith((file) => chmodSync(file, 0o640)),
      says: [/can be read or changed by others \(mode 640\)/],
    }),
    'a folder that others change': () => ({
      env: here.dataWith((_, data) => chmodSync(data, 0o777)),
      says: [/can be changed by others, who could replace/],
    }),
    'an example key': () => ({
      env: here.dataWith(() => {}, { ...newSecrets(), fieldKey: Buffer.alloc(32).toString('base64') }),
      says: [/has an example as fieldKey/],
    }),
    'the same key twice': () => {
      const secrets = newSecrets()
      return {
        env: here.dataWith(() => {}, { ...secrets, lookupKey: secrets.fieldKey }),
        says: [/the second time as lookupKey/],
      }
    },
    'wrapped keys without their service': () => ({
      env: here.dataWith(() => {}, { ...newSecrets(), wrapped: 'kms' }),
      says: [/set KAIKA_KEYS=kms/],
    }),
    'plain keys where only wrapped ones may be': () => ({
      env: kmsSettings(),
      says: [/has plain keys, and KAIKA_KEYS=kms allows none/],
    }),
    'a key service that refuses': () => ({
      env: {
        ...kmsSettings({ KAIKA_KMS_KEY_SECRET: 'wrong' }),
        ...here.dataWith(() => {}, { ...newSecrets(), wrapped: 'kms' }),
      },
      says: [/^KAIKA_KEYS=kms: the keys cannot be unwrapped: KMS refuses/],
    }),

    'a wrong key of the issuer': () => ({
      env: { LITHIC_API_KEY: 'wrong' },
      says: [/^KAIKA_ISSUERS, lithic: this account is refused/],
    }),
    'a wrong token of the text messages': () => ({
      env: { KAIKA_TWILIO_TOKEN: 'wrong' },
      says: [/^KAIKA_SMS: this account is refused/],
    }),
    'a chain that is silent': () => ({
      env: { KAIKA_CHAIN_URL: 'http://127.0.0.1:9' },
      says: [/^KAIKA_CHAIN_URL does not answer as itself/],
    }),
    'a mail server that is silent': () => ({
      env: { KAIKA_SMTP_URL: 'smtp://127.0.0.1:9' },
      says: [/^KAIKA_SMTP_URL does not answer as itself/],
    }),
    'a password of mail in the open': () => ({
      env: { KAIKA_SMTP_URL: `smtp://kaika:secret@0.0.0.0:${here.mailPort}` },
      says: [/^KAIKA_SMTP_URL may send its password unencrypted/],
    }),
    'a sender that is none': () => ({ env: { KAIKA_MAIL_FROM: 'Kaika' }, says: [/^KAIKA_MAIL_FROM is not a sender/] }),
    'a sender of nowhere': () => ({
      env: { KAIKA_MAIL_FROM: 'Kaika <a@nowhere.example>' },
      says: [/^KAIKA_MAIL_FROM has a domain that does not exist.*nowhere\.example/],
    }),

    'an address without a name': () => ({
      env: { KAIKA_ORIGIN: 'https://nowhere.example' },
      says: [/^KAIKA_ORIGIN has a name that does not resolve: nowhere/],
    }),
    'an address of this machine': () => ({
      env: { KAIKA_ORIGIN: 'https://localhost:9' },
      says: [/^KAIKA_ORIGIN can only be reached from this machine/],
    }),
    'an expired certificate': async () => ({
      env: { KAIKA_ORIGIN: await here.front('expired') },
      says: [/^KAIKA_ORIGIN has a certificate that browsers refuse: CERT_HAS_EXPIRED/],
    }),
    'a certificate of somebody else': async () => ({
      env: { KAIKA_ORIGIN: (await here.front('valid')).replace('cards', 'other') },
      says: [/^KAIKA_ORIGIN has a certificate that browsers refuse: ERR_TLS_CERT_ALTNAME_INVALID/],
    }),
    'a certificate that expires': () => ({
      around: { nowMs: () => EXPIRES - 3.5 * DAY },
      says: [/^KAIKA_ORIGIN has a certificate that expires in 3 days/],
    }),
    'another program at the address': () => ({
      plant: async () => {
        here.status = 404
        return () => (here.status = 200)
      },
      says: [/^KAIKA_ORIGIN answers 404 at \/livez/],
    }),
    'a proxy that is not trusted': () => ({
      env: { KAIKA_TRUSTED_PROXIES: '' },
      says: [/^KAIKA_TRUSTED_PROXIES is empty/],
    }),

    'a folder of archives that is not writable': () => ({
      env: { KAIKA_ARCHIVE: '/proc/kaika' },
      says: [/^KAIKA_ARCHIVE is a folder where nothing can be written/],
    }),
    'a full disk': () => ({
      around: { freeBytes: () => 300_000_000 },
      says: [/^KAIKA_DATA has 300 MB left/, /^KAIKA_ARCHIVE has 300 MB left/],
    }),
    'a port that is taken': () => ({
      plant: async () => {
        const other = http
          .createServer((_, response) => response.writeHead(404).end())
          .listen(Number(here.env['PORT']), '127.0.0.1')
        await once(other, 'listening')
        return () => new Promise((resolve) => other.close(resolve))
      },
      says: [/^PORT is taken by another program/],
    }),
    'one port for two': () => ({
      env: { WORKER_PORT: here.env['NETWORK_PORT'] },
      says: [/^WORKER_PORT is the port of NETWORK_PORT/],
    }),
    'an address that this machine has not': () => ({
      env: { HOST: '192.0.2.1' },
      says: [/^HOST is no address of this machine/],
    }),
    ...(process.getuid?.() === 0 && {
      'secrets of another account': () => ({
        env: here.dataWith((file) => chownSync(file, 4711, 4711)),
        says: [/belongs to the account 4711, and this is 0/],
      }),
    }),
  }
  here.names(mistakes)

  test('as a command it ends with 1 and the list, also under a limit of open files', async () => {
    mkdirSync(path.join(here.folder, 'few'))
    const kaika = path.resolve(import.meta.dirname, '../../bin/kaika')
    const child = spawn('sh', ['-c', 'ulimit -n 200 && exec "$0" check', kaika], {
      env: { PATH: process.env['PATH'], KAIKA_DATA: path.join(here.folder, 'few') },
    })
    let out = ''
    child.stdout.on('data', (piece) => (out += String(piece)))
    const [code] = (await once(child, 'close')) as [number]
    assert.equal(code, 1)
    assert.match(out, /^\d+ wrong:\n- DATABASE_URL is missing/)
    assert.match(out, /\n- the limit of open files is 200, and KAIKA_MAX_CONNECTIONS may need 2500/)
    assert.match(out, /\nlooked at: settings; secrets and key service; /)
    assert.match(out, /\nnot looked at: mail: KAIKA_SMTP_URL is missing\n/)
  })
})
