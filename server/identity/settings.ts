import type { RelyingParty } from '../core/settings/relyingParty.ts'
import { uploadFile } from '#contract/funding/forecasts.ts'

/** The operator's settings for this module; set once at start. */
export const settings = {
  /** Off only in the simulated world, where everyone has one address: its budget of codes is then off as well. */
  captcha: true,
  /**
   * What the sender of one message to a stranger computes (captcha/work.ts): on average half of `tries` keys, each with scrypt over 1 KiB × `cost`. The
   * default, 257 keys over 8 MiB, takes one core three seconds in native code (bench/work.ts). Tests use less.
   */
  work: { cost: 8192, tries: 513 },
  /** Memory of a password hash. Tests use less. */
  memoryKiB: 19_456,
  /** Bound Google verification is also required at sign-in. */
  googleAtSignIn: true,
  /** The name that passkeys are bound to, and the addresses of the console under it. Undefined: the console has an IP address, and no passkeys. */
  relyingParty: { rpId: 'localhost', origins: ['http://localhost:4000'] } as RelyingParty | undefined,
  /** Where the console uploads images: our own call unless the operator configures another URL. */
  uploadUrl: uploadFile.path as string,
}

export const useIdentity = (chosen: Partial<typeof settings>): void => void Object.assign(settings, chosen)
