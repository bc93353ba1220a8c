/**
 * The key that makes the stored credential valid only in this browser: its private half is in IndexedDB, usable by this site and readable by nobody, not even
 * this site.
 */
import { del, get, set } from 'idb-keyval'
import { rememberChallenge } from '#contract/identity/identity.ts'
import { base64url } from '#web/parts/client/browserId.ts'
import { ask } from '#web/parts/client/client.ts'

const NAME = 'rememberKey'
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Which credential the key belongs to: if two tabs sign in simultaneously, the last one's key may be stored with the first one's credential. */
type Entry = { credential: string; key: CryptoKey }
const lastOf = (credential: string) => credential.slice(-8)

/** The private half of the key named in the last request, until its answer arrives. */
let sent: CryptoKey | undefined

/**
 * What is sent along with a sign-in: the credential with its proof if no password was typed, or a key for the next time if requested. Undefined if the
 * credential's key is gone: sent without its proof, it would count as stolen.
 */
export async function whatGoesAlong({
  password,
  credential,
  autoLogin,
}: {
  password: string
  credential: string | undefined
  autoLogin: boolean
}) {
  if (password === '' && credential) {
    const proved = await proof(credential)
    return proved && { password: credential, ...proved }
  }
  return autoLogin ? newKey() : {}
}

/** Empty if the browser cannot create a key. */
async function newKey(): Promise<{ rememberKey?: string }> {
  try {
    const pair = await crypto.subtle.generateKey(CURVE, false, ['sign'])
    sent = pair.privateKey
    return { rememberKey: base64url(await crypto.subtle.exportKey('spki', pair.publicKey)) }
  } catch {
    return {}
  }
}

async function proof(
  credential: string,
): Promise<{ rememberChallenge: string; rememberSignature: string } | undefined> {
  const entry = await get<Entry>(NAME).catch(() => undefined)
  if (entry?.credential !== lastOf(credential)) return undefined
  const { challenge } = await ask(rememberChallenge, { credential }, { quiet: true })
  const text = new TextEncoder().encode(challenge)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, entry.key, text)
  sent = entry.key
  return { rememberChallenge: challenge, rememberSignature: base64url(signature) }
}

/** Whether the key was stored, so that the credential is worth storing. */
export async function keepKey(credential: string): Promise<boolean> {
  if (!sent) return false
  try {
    await set(NAME, { credential: lastOf(credential), key: sent } satisfies Entry)
    return true
  } catch {
    return false // a private window of some browsers stores nothing
  }
}

export const forgetKey = (): Promise<void> => del(NAME).catch(() => {})
