/** RSA signatures with SHA-256 and PKCS #1 padding, which WeChat Pay and Alipay use in both directions, and the keys for them. */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Settings } from '#server/core/settings/settings.ts'

/** Base64. */
export const signRsa = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), key).toString('base64')

/** `signature` is base64. */
export const isSignedBy = (key: KeyObject, text: string, signature: string): boolean =>
  verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'))

const BITS = 2048

type Kind = 'private' | 'public'

/**
 * The RSA key in the file that a setting names, PEM or only its base64 (Alipay's tool writes it without the PEM lines). `undefined` and a note in the settings if
 * there is none, it is of the other kind, or it is too short.
 */
export function keyFrom(settings: Settings, name: string, kind: Kind, because: string): KeyObject | undefined {
  const text = settings.requiredFile(name, because).trim()
  if (text === '') return undefined
  const key = readings(text, kind)
    .map((read) => attempt(read))
    .find((found) => found?.type === kind && found.asymmetricKeyType === 'rsa')
  if (!key) settings.wrong(`${name} names a file without a readable ${kind} RSA key`)
  else if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < BITS)
    settings.wrong(`${name} names a key of fewer than ${BITS} bits`)
  return key
}

function readings(text: string, kind: Kind): (() => KeyObject)[] {
  // node:crypto would derive the public key from a private one, which has no place on a server.
  if (text.startsWith('-----'))
    return /PRIVATE KEY-----/.test(text) === (kind === 'private')
      ? [() => (kind === 'private' ? createPrivateKey(text) : createPublicKey(text))]
      : []
  const key = Buffer.from(text, 'base64')
  return kind === 'public'
    ? [() => createPublicKey({ key, format: 'der', type: 'spki' })]
    : (['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key, format: 'der', type }))
}

function attempt(read: () => KeyObject): KeyObject | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
