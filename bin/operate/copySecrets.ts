/** A copy of the secrets under a passphrase, and back (docs/operate/keys.md#a-copy-of-the-secrets). The file of the secrets is treated as one text. */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { now } from '#server/core/clock.ts'
import { closeDb, db, maybeOne, one, openDb, sql } from '#server/core/db.ts'
import { unseal, useSecrets } from '#server/core/secrets.ts'
import { ConfigProblem, Settings } from '#server/core/settings/settings.ts'
import {
  requireSecrets,
  secretsFile,
  storedSecrets,
  storeSecrets,
  type StoredSecrets,
} from '#server/core/settings/storedSecrets.ts'
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { passphrase } from './passphrase.ts'

type KeySettings = ReturnType<typeof readKeySettings>

const Copy = z.object({
  kaika: z.literal('secrets'),
  version: z.literal(1),
  made: z.string(),
  /** Of the database that they open; null if there was none yet. */
  database: z.nullable(z.string()),
  scrypt: z.object({ N: z.int(), r: z.int(), p: z.int(), salt: z.base64() }),
  nonce: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
})
type Copy = z.infer<typeof Copy>

/** A quarter of a second and 128 MB for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const keyOf = (words: string, { N, r, p, salt }: Copy['scrypt']): Promise<Buffer> =>
  promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)(words, Buffer.from(salt, 'base64'), 32, {
    ...{ N, r, p },
    maxmem: 256 * N * r,
  })
/** What is readable in the file is bound to what is not. */
const boundOf = ({ kaika, version, made, database, scrypt: cost }: Omit<Copy, 'nonce' | 'tag' | 'sealed'>): Buffer =>
  Buffer.from(JSON.stringify([kaika, version, made, database, cost.N, cost.r, cost.p, cost.salt]))

export async function backupSecrets(file: string): Promise<void> {
  const keys = readKeySettings()
  requireSecrets(keys.dataDir)
  if (existsSync(file)) throw new ConfigProblem(`${file} is there already, and is left as it is`)
  const database = await databaseOpenedBy(keys)
  const words = await passphrase({ twice: true })
  const head = {
    ...{ kaika: 'secrets' as const, version: 1 as const, made: now().toISOString(), database: database ?? null },
    scrypt: { ...COST, salt: randomBytes(16).toString('base64') },
  }
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(words, head.scrypt), nonce).setAAD(boundOf(head))
  const sealed = Buffer.concat([cipher.update(readFileSync(secretsFile(keys.dataDir))), cipher.final()])
  const copy: Copy = {
    ...head,
    ...{
      nonce: nonce.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      sealed: sealed.toString('base64'),
    },
  }
  writeFileSync(file, `${JSON.stringify(copy, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  console.log(
    `${file} is made. ${database ? `Its secrets open the database ${database}.` : 'There is no database yet that they open.'}`,
  )
}

export async function restoreSecrets(file: string): Promise<void> {
  const keys = readKeySettings()
  const { database, ...copy } = readCopy(file)
  const secrets = await opened({ database, ...copy }, await passphrase({ twice: false }))
  const there = storedSecrets(keys.dataDir)
  if (there && JSON.stringify(there) !== JSON.stringify(secrets))
    throw new ConfigProblem(`${secretsFile(keys.dataDir)} has other secrets, and is left as it is`)
  // Tried beside the place where they go, so that secrets of another database are not stored.
  mkdirSync(keys.dataDir, { recursive: true, mode: 0o700 })
  const beside = mkdtempSync(path.join(keys.dataDir, '.restore-'))
  try {
    storeSecrets(beside, secrets)
    const found = await databaseOpenedBy({ ...keys, dataDir: beside })
    if (found && database && found !== database)
      throw new ConfigProblem(`these secrets belong to the database ${database}, and DATABASE_URL leads to ${found}`)
  } finally {
    rmSync(beside, { recursive: true })
  }
  if (!there) storeSecrets(keys.dataDir, secrets)
  console.log(
    `${secretsFile(keys.dataDir)} is ${there ? 'there already' : 'restored'}. Its secrets belong to ${database ? `the database ${database}` : 'no database yet'}, as of ${copy.made}.`,
  )
}

function readCopy(file: string): Copy {
  try {
    return Copy.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new ConfigProblem(`${file} is not a copy of secrets that bin/kaika backup-secrets made`)
  }
}

async function opened(copy: Copy, words: string): Promise<StoredSecrets> {
  const key = await keyOf(words, copy.scrypt)
  try {
    // A tag that was cut short would be easier to forge.
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(copy.nonce, 'base64'), { authTagLength: 16 })
    decipher.setAAD(boundOf(copy)).setAuthTag(Buffer.from(copy.tag, 'base64'))
    const text = Buffer.concat([decipher.update(Buffer.from(copy.sealed, 'base64')), decipher.final()])
    return JSON.parse(text.toString('utf8')) as StoredSecrets
  } catch {
    throw new ConfigProblem('the passphrase is wrong, or the file was changed')
  }
}

/** The fingerprint of the database of the settings; undefined if there is none, or no table in it. Throws if these secrets do not open what is in it. */
async function databaseOpenedBy(keys: KeySettings): Promise<string | undefined> {
  const url = new Settings(process.env).text('DATABASE_URL')
  if (!url) return undefined
  openDb(url, { connections: 1 })
  try {
    const { there } = await one(
      db,
      sql<{ there: boolean }>`SELECT to_regclass('public.kysely_migration') IS NOT NULL AS there`,
    )
    if (!there) return undefined
    useSecrets(await openSecrets(keys))
    await requireOpening()
    return await fingerprint()
  } catch (error) {
    if (error instanceof ConfigProblem) throw error
    throw new ConfigProblem(`DATABASE_URL leads to no database that answers: ${(error as Error).message}`)
  } finally {
    await closeDb()
  }
}

/** When its first table was made, which a restored copy has too. */
async function fingerprint(): Promise<string> {
  const { made } = await one(
    db,
    sql<{ made: string }>`SELECT min(name || ' ' || "timestamp") AS made FROM kysely_migration`,
  )
  return createHash('sha256').update(made).digest('hex').slice(0, 16)
}

/** Every installation has people at the desk before it has anything else to seal. */
async function requireOpening(): Promise<void> {
  const newest = await maybeOne(
    db,
    sql<{ staff_id: string; secret_enc: Buffer }>`
    SELECT staff_id, secret_enc FROM staff ORDER BY created_at DESC, staff_id DESC LIMIT 1`,
  )
  if (!newest) return
  try {
    unseal(newest.staff_id, newest.secret_enc)
  } catch {
    throw new ConfigProblem('these secrets do not open what is in the database of DATABASE_URL')
  }
}
