/** A copy of the secrets under a passphrase opens what the database has, and nothing else takes the place of secrets. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { transaction } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { newSecrets, storeSecrets } from '#server/core/settings/storedSecrets.ts'
import { invite } from '#server/staff/staff.ts'
import { emptyDatabase } from '../database.ts'
import { withWorld } from '../world.ts'
import { runKaika } from './production.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kaika-copy-'))
after(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => path.join(folder, name)
const stored = (data: string): string => readFileSync(path.join(data, 'secrets.json'), 'utf8')

describe('a copy of the secrets', () => {
  const database = withWorld()
  const secrets = newSecrets()
  const env = (data: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...{ KAIKA_DATA: at(data), DATABASE_URL: database.url, KAIKA_PASSPHRASE_FILE: at('passphrase'), ...more },
  })
  before(async () => {
    useSecrets(secrets)
    storeSecrets(at('first'), secrets)
    writeFileSync(at('passphrase'), 'a long one that people remember\n')
    writeFileSync(at('wrong'), 'a long one that people forget\n')
    await transaction((tx) => invite(tx, { loginName: 'feng', name: { cn: '冯远', en: 'Feng' }, roles: ['ADMIN'] }))
  })

  test('goes round: the same secrets, private, and open what the database has', async () => {
    const made = await runKaika(['backup-secrets', at('copy')], env('first'))
    assert.equal(made.code, 0, made.err)
    assert.match(made.out, /Its secrets open the database [0-9a-f]{16}\.\n$/)
    assert.equal(statSync(at('copy')).mode & 0o777, 0o600)
    const text = readFileSync(at('copy'), 'utf8')
    for (const key of Object.values(secrets)) assert.ok(!text.includes(key))
    const restored = await runKaika(['restore-secrets', at('copy')], env('second'))
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.out, /is restored\. Its secrets belong to the database [0-9a-f]{16}, as of 20/)
    assert.deepEqual(JSON.parse(stored(at('second'))), secrets)
    assert.equal(statSync(path.join(at('second'), 'secrets.json')).mode & 0o777, 0o600)
    const again = await runKaika(['restore-secrets', at('copy')], env('second'))
    assert.deepEqual([again.code, /is there already/.test(again.out)], [0, true])
  })

  test('is not opened by another passphrase, nor after one bit was changed', async () => {
    const wrong = await runKaika(['restore-secrets', at('copy')], env('third', { KAIKA_PASSPHRASE_FILE: at('wrong') }))
    assert.deepEqual([wrong.code, wrong.err], [1, 'the passphrase is wrong, or the file was changed\n'])
    const copy = JSON.parse(readFileSync(at('copy'), 'utf8')) as Record<string, string>
    for (const change of [
      { sealed: `A${copy['sealed']!.slice(1)}B=`.slice(0, copy['sealed']!.length) },
      { database: 'f'.repeat(16) },
    ]) {
      writeFileSync(at('changed'), JSON.stringify({ ...copy, ...change }))
      const ran = await runKaika(['restore-secrets', at('changed')], env('third'))
      assert.deepEqual([ran.code, ran.err], [1, 'the passphrase is wrong, or the file was changed\n'])
    }
    writeFileSync(at('changed'), '{}')
    assert.match((await runKaika(['restore-secrets', at('changed')], env('third'))).err, /is not a copy of secrets/)
    assert.throws(() => stored(at('third')), /ENOENT/)
  })

  test('replaces neither a file nor other secrets', async () => {
    const file = await runKaika(['backup-secrets', at('copy')], env('first'))
    assert.deepEqual([file.code, /copy is there already/.test(file.err)], [1, true])
    storeSecrets(at('other'), newSecrets())
    const before = stored(at('other'))
    const other = await runKaika(['restore-secrets', at('copy')], env('other'))
    assert.deepEqual([other.code, /has other secrets, and is left as it is/.test(other.err)], [1, true])
    assert.equal(stored(at('other')), before)
  })

  test('of secrets that do not open the database is neither made nor restored', async () => {
    const made = await runKaika(['backup-secrets', at('useless')], env('other'))
    assert.deepEqual([made.code, made.err], [1, 'these secrets do not open what is in the database of DATABASE_URL\n'])
    assert.throws(() => statSync(at('useless')), /ENOENT/)
    const alone = await runKaika(['backup-secrets', at('useless')], env('other', { DATABASE_URL: '' }))
    assert.match(alone.out, /There is no database yet that they open\.\n$/, alone.err)
    const restored = await runKaika(['restore-secrets', at('useless')], env('fourth'))
    assert.deepEqual([restored.code, /do not open what is in/.test(restored.err)], [1, true])
    assert.throws(() => stored(at('fourth')), /ENOENT/)
  })

  test('is made before there are tables, and needs a passphrase that is not short', async () => {
    const empty = await emptyDatabase()
    try {
      const early = await runKaika(['backup-secrets', at('early')], env('first', { DATABASE_URL: empty.url }))
      assert.match(early.out, /There is no database yet/, early.err)
    } finally {
      await empty.close()
    }
    writeFileSync(at('short'), 'short')
    const short = await runKaika(['backup-secrets', at('x')], env('first', { KAIKA_PASSPHRASE_FILE: at('short') }))
    assert.deepEqual([short.code, short.err], [1, 'a passphrase has at least 12 characters\n'])
    const none = await runKaika(['backup-secrets', at('x')], env('first', { KAIKA_PASSPHRASE_FILE: '' }))
    assert.match(none.err, /^no passphrase: set KAIKA_PASSPHRASE_FILE/)
    assert.equal((await runKaika(['backup-secrets'], env('first'))).code, 2)
  })
})
