import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import type { Account } from '#simulators/payments/merchants.ts'
import { testWorld } from '#simulators/testServer.ts'
import { inPlaceOf } from '#test/realRails.ts'
import { ConfigProblem, Settings } from '../core/settings/settings.ts'
import { checkedParts, checkOutside, type Checked } from './checkOutside.ts'
import { lithicIssuer } from './issuers/lithic/lithic.ts'
import { smtpMail } from './mail.ts'
import type { Outside } from './outside.ts'
import { railAccountsFrom, withRails, type RailAccounts } from './rails/rails.ts'
import { ecbRates } from './rates/ecbRates.ts'
import { tronGrid } from './tronGrid.ts'

/** An SMTP server that lets this password in. */
async function mailServer(t: TestContext, password: string): Promise<number> {
  const right = Buffer.from(`\0kaika\0${password}`).toString('base64')
  const server = net.createServer((socket) => {
    socket.on('error', () => {}).write('220 test\r\n')
    socket.on('data', (data) => {
      const [command = '', ...words] = data.toString().trim().split(' ')
      if (/^EHLO/i.test(command)) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else if (/^AUTH/i.test(command))
        socket.write(words[1] === right ? '235 welcome\r\n' : '535 5.7.8 authentication failed\r\n')
      else if (/^QUIT/i.test(command)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as net.AddressInfo).port
}

async function realWorld(t: TestContext, wrong = false): Promise<Outside> {
  const world = await testWorld(t)
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-checks-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const env: Record<string, string> = { KAIKA_RAILS: 'wechat,alipay', KAIKA_ORIGIN: 'http://127.0.0.1:1' }
  for (const name of ['wechat', 'alipay']) {
    const { settings, files } = await world.call<Account>(`/${name}/account`)
    Object.assign(env, settings)
    for (const [setting, text] of Object.entries(files)) {
      env[setting] = path.join(folder, setting)
      writeFileSync(env[setting], text)
    }
  }
  // The other rail's private key is a right one in the wrong place.
  if (wrong)
    [env['KAIKA_WECHAT_KEY_FILE'], env['KAIKA_ALIPAY_KEY_FILE']] = [
      env['KAIKA_ALIPAY_KEY_FILE']!,
      env['KAIKA_WECHAT_KEY_FILE']!,
    ]
  const settings = new Settings(env)
  const accounts: RailAccounts = railAccountsFrom(settings)
  settings.requireRight()
  const secrets = lithicSecrets(world.secret)
  const lithic = lithicIssuer({ ...secrets, url: `${world.url}/lithic`, ...(wrong && { apiKey: 'another' }) })
  const forbidden = wrong ? await inPlaceOf(t, () => ({ status: 401, body: '{}' })) : world.url
  const port = await mailServer(t, 'right')
  return {
    ...world.outside,
    issuers: new Map([[lithic.id, lithic]]),
    payments: withRails({}, accounts),
    chain: tronGrid({ url: forbidden }),
    rates: ecbRates({ url: `${world.url}${wrong ? '/none' : '/ecb/stats/eurofxref/eurofxref-daily.xml'}` }),
    mail: smtpMail({ url: `smtp://kaika:${wrong ? 'wrong' : 'right'}@127.0.0.1:${port}`, from: 'a@b.example' }),
  }
}

test('a start asks every real part whether it knows the account', async (t) => {
  const parts = checkedParts(await realWorld(t))
  assert.deepEqual(
    parts.filter(({ check }) => check).map(({ setting }) => setting),
    [
      ...['KAIKA_ISSUERS, lithic', 'KAIKA_RAILS, wechat', 'KAIKA_RAILS, alipay'],
      ...['KAIKA_CHAIN_URL', 'KAIKA_RATES', 'KAIKA_SMTP_URL'],
    ],
    'the simulated gateway has nothing to ask',
  )
  const faults = t.mock.method(process.stderr, 'write', () => true)
  await checkOutside(parts)
  assert.equal(faults.mock.callCount(), 0)
})

test('all accounts that are refused are named in one list', async (t) => {
  const parts = checkedParts(await realWorld(t, true))
  await assert.rejects(checkOutside(parts), (error) => {
    assert.ok(error instanceof ConfigProblem)
    const [first, ...lines] = error.message.split('\n')
    assert.equal(first, '6 accounts are refused:')
    const refused = {
      'KAIKA_ISSUERS, lithic': 'KEY_REFUSED',
      'KAIKA_RAILS, wechat': 'SIGN_ERROR',
      'KAIKA_RAILS, alipay': 'isv.invalid-signature',
      KAIKA_CHAIN_URL: '401',
      KAIKA_RATES: 'NO_FILE',
      KAIKA_SMTP_URL: 'EAUTH',
    }
    assert.deepEqual(
      lines.map((line) => /^- (.*?): this account is refused \((.*?)\)/.exec(line)?.slice(1)),
      Object.entries(refused),
    )
    assert.ok(!error.message.includes('wrong'), 'no password is told')
    return true
  })
})

test('a part that does not answer in time is logged, and keeps nobody from starting', async (t) => {
  const faults = t.mock.method(process.stderr, 'write', () => true)
  const away = await realWorld(t)
  const gone = 'http://127.0.0.1:9'
  const parts: Checked[] = [
    ...checkedParts({ ...away, chain: tronGrid({ url: gone }), rates: ecbRates({ url: gone }), issuers: new Map() }),
    { setting: 'KAIKA_ISSUERS, slow', check: () => new Promise(() => {}) },
  ]
  await checkOutside(parts, 300)
  const told = faults.mock.calls.map(({ arguments: [line] }) => String(line)).join('')
  for (const name of ['KAIKA_CHAIN_URL', 'KAIKA_RATES', 'KAIKA_ISSUERS, slow'])
    assert.ok(told.includes(`${name} does not answer as itself`), name)
  assert.ok(!told.includes('KAIKA_RAILS'), told)
})
