import type * as contract from '#contract/identity/passkeys.ts'
import type { Checked } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import { relyingParty } from './challenges.ts'

/** EdDSA, ECDSA on P-256, RSA: what authenticators make today. */
export const ALGORITHMS = [-8, -7, -257]

/** Loaded with the first passkey: it brings a parser of certificates, and a process that decides cards needs none. */
const webauthn = () => import('@simplewebauthn/server')

export type Assertion = Checked<typeof contract.signInByPasskey>
export type Attestation = Omit<Checked<typeof contract.addPasskey>, 'name'>

/** A page of another site that frames ours has no business with its passkeys. */
function refuseFramed(clientDataJSON: string): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: boolean }
  if (crossOrigin) throw refuse('passkey_wrong')
}

export type Verified = { counter: number; backedUp: boolean }

/**
 * Checks what an authenticator signed: our challenge, our origin, our name, that somebody was there and proved who they are to the device, and the signature.
 * The counter is the caller's to compare, because a copied passkey is told to its owner.
 */
export async function verifyAssertion(given: Assertion, publicKey: Buffer, challenge: string): Promise<Verified> {
  const { rpId, origins } = relyingParty()
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    refuseFramed(given.clientDataJSON)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: given.credentialId,
        rawId: given.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.clientDataJSON,
          authenticatorData: given.authenticatorData,
          signature: given.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      credential: { id: given.credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    if (verified) return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch {
    // Whatever is wrong with it, the answer is the same.
  }
  throw refuse('passkey_wrong')
}

export type Registered = Verified & { credentialId: Buffer; publicKey: Buffer; aaguid: string; transports: string[] }

/** Checks a new credential. Attestation is not asked for: which make of authenticator somebody uses is theirs to choose. */
export async function verifyAttestation(given: Attestation, challenge: string): Promise<Registered> {
  const { rpId, origins } = relyingParty()
  const { verifyRegistrationResponse } = await webauthn()
  try {
    refuseFramed(given.clientDataJSON)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.credentialId,
        rawId: given.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: given.clientDataJSON, attestationObject: given.attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified && registrationInfo.credential.id === given.credentialId)
      return {
        credentialId: Buffer.from(registrationInfo.credential.id, 'base64url'),
        publicKey: Buffer.from(registrationInfo.credential.publicKey),
        counter: registrationInfo.credential.counter,
        aaguid: registrationInfo.aaguid,
        backedUp: registrationInfo.credentialBackedUp,
        transports: given.transports ?? [],
      }
  } catch {
    // Whatever is wrong with it, the answer is the same.
  }
  throw refuse('passkey_wrong')
}
