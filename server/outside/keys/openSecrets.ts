/** The secrets of the data folder, plain or wrapped (docs/operate/keys.md). A plain key is never written where a service wraps them. */
import { isDeepStrictEqual } from 'node:util'
import {
  mapKeys,
  newSecrets,
  readSecrets,
  secretsFile,
  storedSecrets,
  storeSecrets,
  type Secrets,
  type StoredSecrets,
} from '#server/core/settings/storedSecrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { keyWrapping, type KeySettings, type KeyWrapping } from './keyWrapping.ts'

type Input = { dataDir: string; keys: KeySettings }
type Service = Exclude<KeySettings, { kind: 'file' }>

/**
 * Reads the secrets and unwraps them. Without any, makes them, and stores them wrapped. Throws {@link ConfigProblem}, a sentence for the operator, if they
 * cannot be unwrapped.
 */
export async function openSecrets({ dataDir, keys }: Input): Promise<Secrets> {
  if (keys.kind === 'file') return readSecrets(dataDir)
  const found = storedSecrets(dataDir) ?? (await makeWrapped(dataDir, keys))
  if (!found.wrapped)
    throw new ConfigProblem(
      `${secretsFile(dataDir)} has plain keys, and KAIKA_KEYS=${keys.kind} allows none: wrap them with bin/kaika wrap-secrets, or unset it`,
    )
  if (found.wrapped !== keys.kind)
    throw new ConfigProblem(
      `${secretsFile(dataDir)} has keys that are wrapped by ${found.wrapped}, not by ${keys.kind}`,
    )
  return unwrapAll(found, keys)
}

/** Replaces plain secrets by wrapped ones, once it is certain that they can be unwrapped. Returns false if they are wrapped already. */
export async function wrapSecrets({ dataDir, keys }: Input): Promise<boolean> {
  if (keys.kind === 'file') throw new ConfigProblem('KAIKA_KEYS is kms or vault: the service that wraps the keys')
  const found = storedSecrets(dataDir)
  if (!found) throw new ConfigProblem(`${secretsFile(dataDir)} is not there: make it with bin/kaika make-secrets`)
  if (found.wrapped) return false
  const wrapped = await wrapSurely(found, keys)
  storeSecrets(dataDir, wrapped, { instead: true })
  return true
}

/** Stores secrets in place of those that are there, wrapped where they have to be. */
export async function replaceSecrets({ dataDir, keys }: Input, secrets: Secrets): Promise<void> {
  storeSecrets(dataDir, keys.kind === 'file' ? secrets : await wrapSurely(secrets, keys), { instead: true })
}

/** Another process may have been faster; its secrets count. */
async function makeWrapped(dataDir: string, keys: Service): Promise<StoredSecrets> {
  storeSecrets(dataDir, await wrapAll(newSecrets(), keys))
  return storedSecrets(dataDir)!
}

const wrapAll = async (plain: Secrets, keys: Service): Promise<StoredSecrets & { wrapped: string }> => ({
  wrapped: keys.kind,
  ...(await eachBy(plain, keys, 'wrapped', (service, name, key) => service.wrap(name, Buffer.from(key, 'base64')))),
})

const unwrapAll = ({ wrapped: _, ...found }: StoredSecrets, keys: Service): Promise<Secrets> =>
  eachBy(found, keys, 'unwrapped', async (service, name, wrapped) => {
    const key = await service.unwrap(name, wrapped)
    if (key.length !== 32) throw new Error(`${name} has ${key.length} bytes`)
    return key.toString('base64')
  })

/** Returns what was wrapped once it is certain that it can be unwrapped. */
async function wrapSurely(plain: Secrets, keys: Service): Promise<StoredSecrets> {
  const wrapped = await wrapAll(plain, keys)
  if (!isDeepStrictEqual(await unwrapAll(wrapped, keys), plain))
    throw new ConfigProblem(`KAIKA_KEYS=${keys.kind} returned other keys than it was given`)
  return wrapped
}

async function eachBy(
  secrets: Secrets,
  keys: Service,
  verb: string,
  work: (service: KeyWrapping, name: string, key: string) => Promise<string>,
): Promise<Secrets> {
  const service = keyWrapping(keys)
  try {
    return await mapKeys(secrets, (name, key) => work(service, name, key))
  } catch (cause) {
    throw new ConfigProblem(`KAIKA_KEYS=${keys.kind}: the keys cannot be ${verb}: ${(cause as Error).message}`, {
      cause,
    })
  }
}
