/** The secrets of an installation, and the file that has them (docs/operate/keys.md). */
import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret } from 'otpauth'
import { ConfigProblem } from './settings.ts'

/** Keys are base64, 32 bytes each. Generated on first start into the data folder, never defaulted in code. */
export type Secrets = {
  /** Encrypts personal data in the database: the current key. */
  fieldKey: string
  /** Keyed hashes by which personal data is found, mobiles and card numbers: the current key. */
  lookupKey: string
  /** What these hashes and signatures use stays for good: docs/decisions/0083-rotate-keys-while-serving.md. Absent in files of before: the first look-up key. */
  referenceKey?: string
  /** Signs messages between the issuer and us. */
  issuerSecret: string
  /** Seeds the simulated chain's deposit addresses; a real one uses a watch-only key (KAIKA_XPUB). */
  chainSeed: string
  /** The ids of the two current keys. Absent: 1. */
  fieldKeyId?: number
  lookupKeyId?: number
  /** Keys that are known besides the current ones, by id: those that come next, and those whose rows are being sealed again. */
  otherFieldKeys?: Record<string, string>
  otherLookupKeys?: Record<string, string>
}

/** The key of {@link Secrets.referenceKey}. */
export const referenceKeyOf = ({ referenceKey, lookupKey }: Pick<Secrets, 'referenceKey' | 'lookupKey'>): string =>
  referenceKey ?? lookupKey

/** The authenticator secret of the demo's staff, base32: derived from the data folder's secrets, so that it needs no storage. */
export const demoAuthenticator = (secrets: Pick<Secrets, 'referenceKey' | 'lookupKey'>): string =>
  new Secret({
    buffer: hkdfSync('sha256', Buffer.from(referenceKeyOf(secrets), 'base64'), '', 'demo staff authenticator', 20),
  }).base32

const required = ['fieldKey', 'lookupKey', 'issuerSecret', 'chainSeed'] as const satisfies (keyof Secrets)[]

export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json')

/** What is in the file of the secrets: the secrets themselves, or, with `wrapped`, what a key service made of them. */
export type StoredSecrets = Secrets & { wrapped?: string }

export const newKey = (): string => randomBytes(32).toString('base64')

/** New secrets. They are nowhere until they are stored. */
export const newSecrets = (): Required<Pick<Secrets, (typeof required)[number] | 'referenceKey'>> => ({
  fieldKey: newKey(),
  lookupKey: newKey(),
  referenceKey: newKey(),
  issuerSecret: newKey(),
  chainSeed: newKey(),
})

type Place = { name: string; of: Record<string, string>; at: string }

/** Every key in the secrets. `name` says what it is for and never changes, whether the key is the current one or not. */
function places(secrets: Secrets): Place[] {
  const of = secrets as unknown as Record<string, string>
  const named = (name: string, id: number): string => (id === 1 ? name : `${name}-${id}`)
  const others = (name: string, keys: Record<string, string> = {}): Place[] =>
    Object.keys(keys).map((id) => ({ name: named(name, Number(id)), of: keys, at: id }))
  return [
    { name: named('fieldKey', secrets.fieldKeyId ?? 1), of, at: 'fieldKey' },
    { name: named('lookupKey', secrets.lookupKeyId ?? 1), of, at: 'lookupKey' },
    ...others('fieldKey', secrets.otherFieldKeys),
    ...others('lookupKey', secrets.otherLookupKeys),
    ...(secrets.referenceKey === undefined ? [] : [{ name: 'referenceKey', of, at: 'referenceKey' }]),
    { name: 'issuerSecret', of, at: 'issuerSecret' },
    { name: 'chainSeed', of, at: 'chainSeed' },
  ]
}

/** Every key by its name. A reference key that was the first look-up key is left out: it is that key, in files of before. */
export const keysByName = (secrets: Secrets): Record<string, string> =>
  Object.fromEntries(
    places(secrets).flatMap(({ name, of, at }) =>
      name === 'referenceKey' && [secrets.lookupKey, ...Object.values(secrets.otherLookupKeys ?? {})].includes(of[at]!)
        ? []
        : [[name, of[at]!]],
    ),
  )

/** The same secrets with another text for each key. */
export async function mapKeys<S extends Secrets>(
  secrets: S,
  change: (name: string, key: string) => Promise<string>,
): Promise<S> {
  const made = structuredClone(secrets)
  await Promise.all(
    places(made).map(async ({ name, of, at }) => {
      of[at] = await change(name, of[at]!)
    }),
  )
  return made
}

/** Stores the secrets, unless another process has just stored its own. With `instead`, in place of those that are there. */
export function storeSecrets(dataDir: string, secrets: StoredSecrets, { instead = false } = {}): void {
  mkdirSync(dataDir, { recursive: true })
  const file = secretsFile(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true })
  if (instead) return renameSync(draft, file)
  try {
    linkSync(draft, file) // unlike rename, this refuses to replace a file that another process has just created
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  rmSync(draft)
  chmodSync(file, 0o600)
}

/** Returns what the file says, or undefined if there is none. */
export function storedSecrets(dataDir: string): StoredSecrets | undefined {
  const file = secretsFile(dataDir)
  if (!existsSync(file)) return undefined
  const found = JSON.parse(readFileSync(file, 'utf8')) as StoredSecrets
  const isKey = (text: string | undefined) => (found.wrapped ? text : Buffer.from(text ?? '', 'base64').length === 32)
  const missing = [
    ...required.filter((name) => !found[name]),
    ...places(found).flatMap(({ name, of, at }) => (isKey(of[at]) ? [] : [name])),
  ]
  if (missing.length) throw new ConfigProblem(`${file} lacks ${[...new Set(missing)].join(', ')}`)
  return found
}

/** In production a start makes none: a server with an empty folder would seal with other keys than those beside it. */
export function requireSecrets(dataDir: string): void {
  if (!storedSecrets(dataDir))
    throw new ConfigProblem(
      `${secretsFile(dataDir)} is not there: copy it from another server, or make the first with bin/kaika make-secrets`,
    )
}

/** Reads plain secrets, and creates them first if there are none. Two processes starting simultaneously end up with the same set. */
export function readSecrets(dataDir: string): Secrets {
  let found = storedSecrets(dataDir)
  if (!found) {
    storeSecrets(dataDir, newSecrets())
    found = storedSecrets(dataDir)!
  }
  if (found.wrapped)
    throw new ConfigProblem(`${secretsFile(dataDir)} has keys that are wrapped: set KAIKA_KEYS=${found.wrapped}`)
  return found
}
