/** The key of a browser that remembers a login, and its signatures. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { rememberChallenge } from '#server/identity/signIn/remember.ts'
import { stranger } from './world.ts'

export type BrowserKey = ReturnType<typeof browserKey>

export function browserKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signs = (challenge: string) => ({
    rememberChallenge: challenge,
    rememberSignature: sign('sha256', Buffer.from(challenge), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    ),
  })
  return {
    rememberKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    signs,
    /** What is sent along with a credential. */
    proof: async (credential: string) => signs((await rememberChallenge(stranger(), { credential })).challenge),
  }
}
