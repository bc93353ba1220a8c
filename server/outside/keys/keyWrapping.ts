/**
 * Services that wrap keys: AWS KMS (`Encrypt` and `Decrypt`, JSON 1.1, Signature Version 4) and the transit engine of HashiCorp Vault. Neither tells anybody its
 * own key. What a key is for is bound in, so one that was put in the place of another cannot be unwrapped.
 */
import * as z from 'zod'
import { nowMs } from '#server/core/clock.ts'
import { dataDirFrom } from '#server/core/settings/config.ts'
import { Settings } from '#server/core/settings/settings.ts'
import { exchangeJson, OutsideRefused, OutsideUnknown } from '../ask.ts'
import { AWS_REGION, sha256Hex, signForAws } from '../requestSignatures.ts'

export interface KeyWrapping {
  /** `name`: what the key is for. Throws `OutsideRefused` if the service says no, and `OutsideUnknown` if it does not answer as itself. */
  wrap(name: string, key: Buffer): Promise<string>
  /** The inverse of {@link wrap}. */
  unwrap(name: string, wrapped: string): Promise<Buffer>
}

export type KmsAccount = { url: string; region: string; key: string; keyId: string; secret: string }
export type VaultAccount = { url: string; mount: string; key: string; token: string }

/** Who wraps the keys of the data folder. */
export type KeySettings = { kind: 'file' } | ({ kind: 'kms' } & KmsAccount) | ({ kind: 'vault' } & VaultAccount)

/** By `KAIKA_KEYS`; what is missing or wrong is noted in the settings. */
export function keysFrom(settings: Settings): KeySettings {
  const kind = settings.oneOf('KAIKA_KEYS', ['file', 'kms', 'vault'], 'file')
  const because = `KAIKA_KEYS=${kind} needs it`
  if (kind === 'kms') return { kind, ...kmsFrom(settings, because) }
  return kind === 'vault' ? { kind, ...vaultFrom(settings, because) } : { kind }
}

function kmsFrom(settings: Settings, because: string): KmsAccount {
  const region = settings.required('KAIKA_KMS_REGION', because, AWS_REGION)
  return {
    url: settings.address('KAIKA_KMS_URL') ?? `https://kms.${region}.amazonaws.com`,
    region,
    key: settings.required('KAIKA_KMS_KEY', because),
    keyId: settings.required('KAIKA_KMS_KEY_ID', because),
    secret: settings.required('KAIKA_KMS_KEY_SECRET', because),
  }
}

const vaultFrom = (settings: Settings, because: string): VaultAccount => ({
  url: settings.address('KAIKA_VAULT_URL') ?? settings.required('KAIKA_VAULT_URL', because),
  mount: settings.text('KAIKA_VAULT_MOUNT') ?? 'transit',
  key: settings.required('KAIKA_VAULT_KEY', because, {
    like: /^[\w-]{1,100}$/,
    says: 'a name of letters, digits, - and _',
  }),
  token: settings.requiredFile('KAIKA_VAULT_TOKEN_FILE', because).trim(),
})

/** What a program needs that only opens the secrets. */
export function readKeySettings(env: NodeJS.ProcessEnv = process.env): { dataDir: string; keys: KeySettings } {
  const settings = new Settings(env)
  const given = { dataDir: dataDirFrom(settings), keys: keysFrom(settings) }
  settings.requireRight()
  return given
}

export const keyWrapping = (settings: Exclude<KeySettings, { kind: 'file' }>): KeyWrapping =>
  settings.kind === 'kms' ? kms(settings) : vault(settings)

const Encrypted = z.object({ CiphertextBlob: z.base64().min(1) })
const Decrypted = z.object({ Plaintext: z.base64().min(1) })
const KmsError = z.object({ __type: z.string() })

function kms({ url, region, key, keyId, secret }: KmsAccount): KeyWrapping {
  async function call<T>(action: string, input: object, shape: z.ZodType<T>): Promise<T> {
    const body = JSON.stringify({ KeyId: key, ...input })
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` }
    const request = { method: 'POST' as const, url: `${url}/`, headers, bodyHash: sha256Hex(body) }
    const signed = signForAws(request, { keyId, secret, region, service: 'kms' }, nowMs())
    const { status, answer } = await exchangeJson(request.url, { method: 'POST', headers: signed, body })
    const told = shape.safeParse(answer)
    if (status === 200 && told.success) return told.data
    const error = KmsError.safeParse(answer)
    if (status >= 400 && status < 500 && error.success)
      // Some answers have the namespace of the error in front.
      throw new OutsideRefused(error.data.__type.split('#').at(-1)!, `KMS refuses ${action}: ${error.data.__type}`)
    throw new OutsideUnknown(`answered ${status}: KMS ${action}`)
  }
  const context = (name: string) => ({ EncryptionContext: { application: 'kaika', secret: name } })
  return {
    async wrap(name, plain) {
      const input = { Plaintext: plain.toString('base64'), ...context(name) }
      return (await call('Encrypt', input, Encrypted)).CiphertextBlob
    },
    async unwrap(name, wrapped) {
      const { Plaintext } = await call('Decrypt', { CiphertextBlob: wrapped, ...context(name) }, Decrypted)
      return Buffer.from(Plaintext, 'base64')
    },
  }
}

const Ciphertext = z.object({ data: z.object({ ciphertext: z.string().startsWith('vault:v') }) })
const Plaintext = z.object({ data: z.object({ plaintext: z.base64().min(1) }) })
const VaultErrors = z.object({ errors: z.array(z.string()) })

function vault({ url, mount, key, token }: VaultAccount): KeyWrapping {
  async function call<T>(action: 'encrypt' | 'decrypt', name: string, input: object, shape: z.ZodType<T>): Promise<T> {
    const bound = { ...input, associated_data: Buffer.from(`kaika ${name}`).toString('base64') }
    const { status, answer } = await exchangeJson(`${url}/v1/${mount}/${action}/${key}`, {
      ...{ method: 'POST', body: JSON.stringify(bound) },
      headers: { 'x-vault-token': token, 'x-vault-request': 'true' },
    })
    const told = shape.safeParse(answer)
    if (status === 200 && told.success) return told.data
    const errors = VaultErrors.safeParse(answer)
    if (status >= 400 && status < 500 && errors.success)
      throw new OutsideRefused(`VAULT_${status}`, `Vault refuses to ${action}: ${errors.data.errors.join('; ')}`)
    throw new OutsideUnknown(`answered ${status}: Vault ${action}`)
  }
  return {
    async wrap(name, plain) {
      const { data } = await call('encrypt', name, { plaintext: plain.toString('base64') }, Ciphertext)
      return data.ciphertext
    },
    async unwrap(name, wrapped) {
      const { data } = await call('decrypt', name, { ciphertext: wrapped }, Plaintext)
      return Buffer.from(data.plaintext, 'base64')
    },
  }
}
