/** Production refuses to start with each of the ten dangers, and tells all of them in one list. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort } from '#bin/postgres/postgres.ts'
import { removeSimulatedRanges } from '#bin/operate/migrateDatabase.ts'
import { NODE_OPTIONS, MALLOC } from '#bin/supervise.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newSecrets, storeSecrets } from '#server/core/settings/storedSecrets.ts'
import { dangers, DEMO_PASSWORD } from '#server/core/settings/dangers.ts'
import { hashPassword } from '#server/identity/identity.ts'
import { addStaff } from '#server/staff/staff.ts'
import { owner } from '../database.ts'
import { withWorld } from '../world.ts'
import { realSettings, runKaika, startKaika } from './production.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kaika-dangers-'))
after(() => rmSync(folder, { recursive: true }))

test('bin/kaika starts the server with the flags and the memory settings of npm start', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../bin/kaika'), 'utf8')
  for (const flag of NODE_OPTIONS) assert.ok(text.includes(` ${flag} `), flag)
  for (const [name, value] of Object.entries(MALLOC)) assert.ok(text.includes(`${name}="\${${name}-${value}}"`), name)
})

describe('production', () => {
  const database = withWorld()
  let env: NodeJS.ProcessEnv
  before(async () => {
    await removeSimulatedRanges(database.ownerUrl)
    const data = path.join(folder, 'data')
    storeSecrets(data, newSecrets())
    env = { ...realSettings, DATABASE_URL: database.url, KAIKA_DATA: data, PORT: String(await freePort()) }
  })

  const folderWith = (name: string, change: (file: string) => void): string => {
    const data = path.join(folder, name)
    const { fieldKey, ...others } = newSecrets()
    storeSecrets(
      data,
      name === 'known'
        ? { fieldKey, ...others, lookupKey: fieldKey, chainSeed: Buffer.alloc(32).toString('base64') }
        : { fieldKey, ...others },
    )
    change(path.join(data, 'secrets.json'))
    return data
  }
  const plainUrl = (url: string): string => url.replace('@127.0.0.1:', '@0.0.0.0:')

  /** How each is planted, and what the list says of it. */
  const planted: Record<
    keyof typeof dangers,
    {
      settings?: () => NodeJS.ProcessEnv
      plant?: () => Promise<unknown>
      undo?: () => Promise<unknown>
      says: RegExp[]
    }
  > = {
    simulatedParts: {
      settings: () => ({ KAIKA_UNIONPAY: '', KAIKA_SMS: 'simulated' }),
      says: [/^KAIKA_UNIONPAY is simulated/, /^KAIKA_SMS is simulated/],
    },
    captchaOff: { settings: () => ({ KAIKA_CAPTCHA: 'off' }), says: [/^KAIKA_CAPTCHA is off/] },
    plainOrigin: { settings: () => ({ KAIKA_ORIGIN: 'http://cards.example' }), says: [/^KAIKA_ORIGIN is a plain/] },
    everyProxy: {
      settings: () => ({ KAIKA_TRUSTED_PROXIES: '10.0.0.0/8, 0.0.0.0/1' }),
      says: [/^KAIKA_TRUSTED_PROXIES has 0\.0\.0\.0\/1/],
    },
    plainDatabase: {
      settings: () => ({ DATABASE_URL: plainUrl(database.url) }),
      says: [/^DATABASE_URL connects to 0\.0\.0\.0 without verified TLS/],
    },
    knownSecrets: {
      settings: () => ({ KAIKA_DATA: folderWith('known', () => {}) }),
      says: [/secrets\.json has an example as chainSeed/, /has the same key twice, the second time as lookupKey/],
    },
    readableSecrets: {
      settings: () => ({ KAIKA_DATA: folderWith('readable', (file) => chmodSync(file, 0o644)) }),
      says: [/secrets\.json can be read or changed by others \(mode 644\)/],
    },
    demoDatabase: {
      plant: () => sql`INSERT INTO demo_world (began_at) VALUES (now())`.execute(owner),
      undo: () => sql`DELETE FROM demo_world`.execute(owner),
      says: [/^DATABASE_URL leads to a database with the people of the demo/],
    },
    mightyRole: {
      settings: () => ({ DATABASE_URL: database.ownerUrl, KAIKA_UNRESTRICTED_DATABASE: 'on' }),
      says: [/^DATABASE_URL connects as kaika, which is a superuser/],
    },
    demoPasswords: {
      plant: async () => {
        const passwordHash = await hashPassword(DEMO_PASSWORD)
        const person = { loginName: 'li', name: { cn: '李', en: 'Li' }, passwordHash, secret: 'A'.repeat(32) }
        await transaction((tx) => addStaff(tx, { ...person, roles: ['ADMIN'] }))
      },
      undo: () => sql`DELETE FROM staff`.execute(owner),
      says: [/^Staff have the published password of the demo: li\./],
    },
  }
  const serve = (more: NodeJS.ProcessEnv) => runKaika(['serve', '--role', 'console'], { ...env, ...more })
  const linesOf = (err: string): string[] =>
    err
      .trim()
      .split('\n')
      .map((line) => line.replace(/^- /, ''))

  test('starts with none of them', async () => {
    const { child, ended, ...ran } = startKaika(['serve', '--role', 'console'], env)
    const first = await Promise.race([once(child, 'message').then(() => 'ready'), ended])
    assert.equal(first, 'ready', ran.err)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })

  test('there are ten', () => assert.equal(Object.keys(dangers).length, 10))

  for (const [name, { settings, plant, undo, says }] of Object.entries(planted))
    test(`refuses ${name} alone, and says nothing else`, async () => {
      await plant?.()
      const { code, err } = await serve(settings?.() ?? {})
      await undo?.()
      assert.equal(code, 1, err)
      const lines = linesOf(err)
      if (says.length > 1) assert.equal(lines.shift(), '2 dangers that production does not start with:')
      assert.equal(lines.length, says.length, err)
      says.forEach((like, at) => assert.match(lines[at]!, like))
      assert.ok(!err.includes('kaika-test'), 'no password')
    })

  test('all of them are told in one list', async () => {
    for (const { plant } of Object.values(planted)) await plant?.()
    const more = Object.assign({}, ...Object.values(planted).map(({ settings }) => settings?.())) as NodeJS.ProcessEnv
    const data = folderWith('known', (file) => chmodSync(file, 0o644))
    const { code, err } = await serve({ ...more, DATABASE_URL: plainUrl(database.ownerUrl), KAIKA_DATA: data })
    for (const { undo } of Object.values(planted)) await undo?.()
    assert.equal(code, 1)
    const [first, ...lines] = linesOf(err)
    assert.equal(first, '12 dangers that production does not start with:', err)
    for (const like of Object.values(planted).flatMap(({ says }) => says))
      assert.equal(lines.filter((line) => like.test(line)).length, 1, `${String(like)}\n${err}`)
    assert.deepEqual((await sql`SELECT login_name FROM staff`.execute(db)).rows, [])
  })

  test('without secrets it does not start, and makes none', async () => {
    const data = path.join(folder, 'empty')
    const { code, err } = await serve({ KAIKA_DATA: data })
    assert.equal(code, 1)
    assert.match(
      err,
      /^\S+secrets\.json is not there: copy it from another server, or make the first with bin\/kaika make-secrets\n$/,
    )
    const made = await runKaika(['make-secrets'], { KAIKA_DATA: data })
    assert.equal(made.code, 0, made.err)
    const again = await runKaika(['make-secrets'], { KAIKA_DATA: data })
    assert.deepEqual([again.code, /is there already/.test(again.err)], [1, true])
  })
})
