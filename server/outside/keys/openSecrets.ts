/** The secrets of the data folder, plain or wrapped (docs/operate/keys.md). A plain key is never written where a service wraps them. */
import {
  mapSecrets,
  newSecrets,
  readSecrets,
  secretsFile,
  storedSecrets,
  storeSecrets,
  type Secrets,
} from '#server/core/settings/config.ts'
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
  const wrapped = await wrapAll(found, keys)
  const again = await unwrapAll(wrapped, keys)
  for (const [name, plain] of Object.entries(again))
    if (found[name as keyof Secrets] !== plain) throw new ConfigProblem(`${keys.kind} returned another ${name}`)
  storeSecrets(dataDir, wrapped, { instead: true })
  return true
}

/** Another process may have been faster; its secrets count. */
async function makeWrapped(dataDir: string, keys: Service): Promise<Secrets & { wrapped?: string }> {
  storeSecrets(dataDir, await wrapAll(newSecrets(), keys))
  return storedSecrets(dataDir)!
}

const wrapAll = async (plain: Secrets, keys: Service): Promise<Secrets & { wrapped: string }> => ({
  wrapped: keys.kind,
  ...(await eachBy(keys, 'wrapped', (service, name) => service.wrap(name, Buffer.from(plain[name], 'base64')))),
})

const unwrapAll = (wrapped: Secrets, keys: Service): Promise<Secrets> =>
  eachBy(keys, 'unwrapped', async (service, name) => {
    const key = await service.unwrap(name, wrapped[name])
    if (key.length !== 32) throw new Error(`${name} has ${key.length} bytes`)
    return key.toString('base64')
  })

async function eachBy(
  keys: Service,
  verb: string,
  work: (service: KeyWrapping, name: keyof Secrets) => Promise<string>,
): Promise<Secrets> {
  const service = keyWrapping(keys)
  const made = mapSecrets(() => '')
  const names = Object.keys(made) as (keyof Secrets)[]
  try {
    await Promise.all(names.map(async (name) => (made[name] = await work(service, name))))
    return made
  } catch (cause) {
    throw new ConfigProblem(`KAIKA_KEYS=${keys.kind}: the keys cannot be ${verb}: ${(cause as Error).message}`, {
      cause,
    })
  }
}
