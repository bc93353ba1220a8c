import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startKeyServices } from '#simulators/keyServices/start.ts'
import { nowMs } from '#server/core/clock.ts'
import {
  newSecrets,
  readSecrets,
  secretsFile,
  storeSecrets,
  type Secrets,
} from '#server/core/settings/storedSecrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from '../ask.ts'
import { sha256Hex, signForAws } from '../requestSignatures.ts'
import { keyWrapping } from './keyWrapping.ts'
import { followSecrets } from './followSecrets.ts'
import { openSecrets, replaceSecrets, wrapSecrets } from './openSecrets.ts'

const kmsAccount = { region: 'eu-central-1', key: 'alias/kaika', keyId: 'AKIDTEST', secret: 'the secret' }
const vaultAccount = { mount: 'transit', key: 'kaika', token: 'hvs.token' }
let services: Awaited<ReturnType<typeof startKeyServices>>
const folder = mkdtempSync(path.join(tmpdir(), 'kaika-keys-'))
before(async () => {
  const url = 'http://127.0.0.1:0'
  services = await startKeyServices({ kms: { ...kmsAccount, url }, vault: { ...vaultAccount, url } })
})
after(async () => {
  await services.stop()
  rmSync(folder, { recursive: true })
})
const kms = (more: Partial<typeof kmsAccount & { url: string }> = {}) =>
  ({ kind: 'kms', url: `${services.url}/kms`, ...kmsAccount, ...more }) as const
const vault = (more: Partial<typeof vaultAccount & { url: string }> = {}) =>
  ({ kind: 'vault', url: `${services.url}/vault`, ...vaultAccount, ...more }) as const
const both = [kms, vault]
const freshFolder = (): string => mkdtempSync(path.join(folder, 'data-'))
const stored = (dataDir: string) =>
  JSON.parse(readFileSync(secretsFile(dataDir), 'utf8')) as Secrets & { wrapped?: string }
const isProblem = (like: RegExp) => (error: unknown) => error instanceof ConfigProblem && like.test(error.message)

for (const service of both)
  test(`${service.name}: the first start stores wrapped keys only, and every later one unwraps the same`, async () => {
    const dataDir = freshFolder()
    const several = await Promise.all([1, 2, 3].map(() => openSecrets({ dataDir, keys: service() })))
    const [first] = several
    for (const other of several) assert.deepEqual(other, first)
    assert.deepEqual(await openSecrets({ dataDir, keys: service() }), first)
    const plain = Object.values(first!) as string[]
    assert.equal(new Set(plain).size, 5)
    assert.ok(plain.every((key) => Buffer.from(key, 'base64').length === 32))
    assert.deepEqual(readdirSync(dataDir), ['secrets.json'])
    assert.equal(statSync(secretsFile(dataDir)).mode & 0o777, 0o600)
    const text = readFileSync(secretsFile(dataDir), 'utf8')
    for (const key of plain) {
      assert.ok(!text.includes(key))
      assert.ok(!text.includes(Buffer.from(key, 'base64').toString('hex')))
    }
    assert.equal(stored(dataDir).wrapped, service().kind)
  })

for (const service of both)
  test(`${service.name}: a wrong account, a changed key, and one in the place of another end the start with a sentence`, async () => {
    const dataDir = freshFolder()
    await openSecrets({ dataDir, keys: service() })
    const whole = stored(dataDir)
    const accounts =
      service === kms
        ? [kms({ secret: 'x' }), kms({ keyId: 'x' }), kms({ key: 'x' })]
        : [vault({ token: 'x' }), vault({ key: 'x' }), vault({ mount: 'x' })]
    for (const keys of [...accounts, service({ url: 'http://127.0.0.1:9' })])
      await assert.rejects(openSecrets({ dataDir, keys }), isProblem(/KAIKA_KEYS=.* cannot be unwrapped: /))
    const changed = `${whole.fieldKey.slice(0, -6)}${whole.fieldKey.at(-6) === 'A' ? 'B' : 'A'}${whole.fieldKey.slice(-5)}`
    for (const wrong of [{ fieldKey: changed }, { fieldKey: whole.lookupKey }]) {
      writeFileSync(secretsFile(dataDir), JSON.stringify({ ...whole, ...wrong }))
      await assert.rejects(openSecrets({ dataDir, keys: service() }), isProblem(/cannot be unwrapped/))
    }
    writeFileSync(secretsFile(dataDir), JSON.stringify({ ...whole, fieldKey: '' }))
    await assert.rejects(openSecrets({ dataDir, keys: service() }), isProblem(/lacks fieldKey$/))
    const none = freshFolder()
    await assert.rejects(openSecrets({ dataDir: none, keys: accounts[0]! }), isProblem(/cannot be wrapped/))
    assert.deepEqual(readdirSync(none), [])
  })

test('plain keys are wrapped by the command, stay the same, and are refused where only wrapped ones are allowed', async () => {
  const dataDir = freshFolder()
  const plain = readSecrets(dataDir)
  await assert.rejects(openSecrets({ dataDir, keys: kms() }), isProblem(/has plain keys.*bin\/kaika wrap-secrets/))
  await assert.rejects(wrapSecrets({ dataDir, keys: { kind: 'file' } }), isProblem(/KAIKA_KEYS/))
  await assert.rejects(wrapSecrets({ dataDir: freshFolder(), keys: kms() }), isProblem(/is not there/))
  await assert.rejects(wrapSecrets({ dataDir, keys: kms({ secret: 'x' }) }), isProblem(/cannot be wrapped/))
  assert.deepEqual(readSecrets(dataDir), plain)
  assert.equal(await wrapSecrets({ dataDir, keys: kms() }), true)
  assert.equal(await wrapSecrets({ dataDir, keys: kms() }), false)
  assert.deepEqual(await openSecrets({ dataDir, keys: kms() }), plain)
  assert.throws(() => readSecrets(dataDir), isProblem(/KAIKA_KEYS=kms/))
  await assert.rejects(openSecrets({ dataDir, keys: { kind: 'file' } }), isProblem(/KAIKA_KEYS=kms/))
  await assert.rejects(openSecrets({ dataDir, keys: vault() }), isProblem(/wrapped by kms, not by vault/))
})

for (const service of both)
  test(`${service.name}: keys that come next and keys that go are wrapped too, each under its own name`, async () => {
    const dataDir = freshFolder()
    const input = { dataDir, keys: service() }
    const first = await openSecrets(input)
    const [field, lookup] = [newSecrets().fieldKey, newSecrets().lookupKey]
    const added = { ...first, otherFieldKeys: { 2: field }, otherLookupKeys: { 2: lookup } }
    await replaceSecrets(input, added)
    assert.deepEqual(await openSecrets(input), added)
    const used = {
      ...{ ...first, fieldKey: field, fieldKeyId: 2, otherFieldKeys: { 1: first.fieldKey } },
      ...{ lookupKey: lookup, lookupKeyId: 2, otherLookupKeys: { 1: first.lookupKey } },
    }
    await replaceSecrets(input, used)
    assert.deepEqual(await openSecrets(input), used)
    const text = readFileSync(secretsFile(dataDir), 'utf8')
    for (const key of [field, lookup, first.fieldKey, first.lookupKey]) assert.ok(!text.includes(key))
    const whole = stored(dataDir)
    writeFileSync(
      secretsFile(dataDir),
      JSON.stringify({ ...whole, fieldKey: whole.otherFieldKeys![1], otherFieldKeys: { 1: whole.fieldKey } }),
    )
    await assert.rejects(openSecrets(input), isProblem(/cannot be unwrapped/))
  })

test('a file of before has no reference key, and a short key is named', () => {
  const dataDir = freshFolder()
  const { referenceKey: _, ...old } = newSecrets()
  storeSecrets(dataDir, old)
  assert.deepEqual(readSecrets(dataDir), old)
  storeSecrets(dataDir, { ...old, otherLookupKeys: { 2: 'short' } }, { instead: true })
  assert.throws(() => readSecrets(dataDir), isProblem(/lacks lookupKey-2$/))
})

test('servers read a changed file again, and keep their keys while it cannot be read', async () => {
  const dataDir = freshFolder()
  const first = readSecrets(dataDir)
  const used: unknown[] = []
  const following = followSecrets({ dataDir, keys: { kind: 'file' } }, (secrets) => used.push(secrets), 20)
  const until = async (what: () => boolean): Promise<void> => {
    while (!what()) await sleep(10)
  }
  await until(() => used.length === 1)
  writeFileSync(secretsFile(dataDir), '{ "fieldKey":')
  await sleep(100)
  const second = newSecrets()
  storeSecrets(dataDir, second, { instead: true })
  await until(() => used.length === 2)
  following.stop()
  assert.deepEqual(used, [first, second])
})

test('a second key that is stored does not replace the first', () => {
  const dataDir = freshFolder()
  const [one, two] = [newSecrets(), newSecrets()]
  storeSecrets(dataDir, one)
  storeSecrets(dataDir, two)
  assert.deepEqual(readSecrets(dataDir), one)
})

test('a server whose keys cannot be unwrapped says so, exits, and has begun nothing', async () => {
  const dataDir = path.join(freshFolder(), 'none')
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: 'postgres://127.0.0.1:9/none', PORT: '0', KAIKA_DATA: dataDir },
      KAIKA_DEMO: 'on', // production makes no keys
      ...{ KAIKA_KEYS: 'kms', KAIKA_KMS_URL: `${services.url}/kms`, KAIKA_KMS_REGION: 'eu-central-1' },
      ...{ KAIKA_KMS_KEY: 'alias/kaika', KAIKA_KMS_KEY_ID: 'AKIDTEST', KAIKA_KMS_KEY_SECRET: 'wrong' },
    },
  })
  let told = ''
  server.stderr.on('data', (piece: Buffer) => (told += piece.toString()))
  const [status] = (await once(server, 'close')) as [number]
  assert.equal(status, 1)
  assert.match(told, /^KAIKA_KEYS=kms: the keys cannot be wrapped: KMS refuses Encrypt: InvalidSignatureException\n$/)
  assert.ok(!existsSync(dataDir))
})

test('a no of the service is one, and what is not its answer is open', async () => {
  await assert.rejects(keyWrapping(kms({ secret: 'x' })).wrap('n', Buffer.alloc(32)), OutsideRefused)
  await assert.rejects(keyWrapping(vault({ token: 'x' })).wrap('n', Buffer.alloc(32)), OutsideRefused)
  for (const elsewhere of [
    kms({ url: `${services.url}/none` }),
    kms({ url: 'http://127.0.0.1:9' }),
    vault({ url: 'http://127.0.0.1:9' }),
  ])
    await assert.rejects(keyWrapping(elsewhere).wrap('n', Buffer.alloc(32)), OutsideUnknown)
})

test('the simulated KMS refuses a request that was changed after it was signed, or is old', async () => {
  const url = `${services.url}/kms/`
  const body = JSON.stringify({ KeyId: kmsAccount.key, Plaintext: 'AAAA' })
  const send = async (sent: string, at = nowMs(), more: Record<string, string> = {}): Promise<string> => {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'TrentService.Encrypt' }
    const request = { method: 'POST', url, headers, bodyHash: sha256Hex(body) }
    const { host: _, ...signed } = signForAws(request, { ...kmsAccount, service: 'kms' }, at)
    const answer = (await (
      await fetch(url, { method: 'POST', headers: { ...signed, ...more }, body: sent })
    ).json()) as { __type?: string }
    return answer.__type ?? 'OK'
  }
  assert.equal(await send(body), 'OK')
  assert.equal(await send(body.replace('AAAA', 'AAAB')), 'InvalidSignatureException')
  assert.equal(await send(body, nowMs() - 16 * 60_000), 'InvalidSignatureException')
  assert.equal(await send(body, nowMs(), { 'x-amz-target': 'TrentService.Decrypt' }), 'InvalidSignatureException')
})
