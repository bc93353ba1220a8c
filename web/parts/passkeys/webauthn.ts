/** The browser's WebAuthn, with binary fields as base64url text. Loaded when a passkey is used. */
import type { Output } from '#contract/core/call.ts'
import type { beginPasskey, beginPasskeySignIn } from '#contract/identity/passkeys.ts'
import { base64url } from '../client/browserId.ts'
import { serverNow } from '../client/serverClock.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/'))), (char) => char.charCodeAt(0))

type Known = { id: string; transports: string[] }
const descriptor = ({ id, transports }: Known): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: bytesOf(id),
  transports: transports as AuthenticatorTransport[],
})

/** Nobody touched anything, or the browser refused. Not an error to report. */
export class NoPasskey extends Error {}

async function unlessCancelled<C extends Credential>(asking: Promise<Credential | null>): Promise<C> {
  const made = await asking.catch((error: unknown) => {
    if (error instanceof DOMException) throw new NoPasskey(error.name)
    throw error
  })
  if (!made) throw new NoPasskey()
  return made as C
}

/** How long the browser's dialog may stay open. */
const timeout = (expireTime: number): number => Math.max(5_000, Math.min(120_000, expireTime - serverNow()))

type Asked = Output<typeof beginPasskeySignIn> & { allow?: Known[] }

/** Asks for a touch. `conditional`: nothing opens, and passkeys appear among the suggestions of the name's field. */
export async function touch(
  { challenge, rpId, expireTime, allow = [] }: Asked,
  { signal, conditional = false }: { signal?: AbortSignal; conditional?: boolean } = {},
) {
  const made = await unlessCancelled<PublicKeyCredential>(
    navigator.credentials.get({
      ...(signal && { signal }),
      ...(conditional && { mediation: 'conditional' as const }),
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        timeout: timeout(expireTime),
        userVerification: 'required',
        allowCredentials: allow.map(descriptor),
      },
    }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = made.response as AuthenticatorAssertionResponse
  return {
    credentialId: base64url(made.rawId),
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
    ...(userHandle && { userHandle: base64url(userHandle) }),
  }
}

/** Makes a passkey that the authenticator stores under our name, so that signing in needs no other. */
export async function createPasskey(options: Output<typeof beginPasskey>) {
  const { challenge, rpId, rpName, userHandle, userName, displayName, algorithms, exclude, expireTime } = options
  const made = await unlessCancelled<PublicKeyCredential>(
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId, name: rpName },
        user: { id: bytesOf(userHandle), name: userName, displayName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: exclude.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout: timeout(expireTime),
      },
    }),
  )
  const response = made.response as AuthenticatorAttestationResponse
  return {
    credentialId: base64url(made.rawId),
    clientDataJSON: base64url(response.clientDataJSON),
    attestationObject: base64url(response.attestationObject),
    transports: response.getTransports(),
  }
}
