import { uploadFile } from '#contract/funding/forecasts.ts'

/** What the operator's settings decide here; set once at the start. */
export const settings = {
  /** Off only in the simulated world, where everybody has one address: then its budget of codes is off as well. */
  captcha: true,
  /**
   * What the sender of one message to a stranger computes (captcha/work.ts): on average half of `tries` keys, each with scrypt over
   * 1 KiB × `cost`. The default, 257 keys over 8 MiB,
   * is three seconds of one core in native code (bench/work.ts). Tests pay less.
   */
  work: { cost: 8192, tries: 513 },
  /** Of a password hash. Tests pay less. */
  memoryKiB: 19_456,
  /** Whoever has bound Google verification needs it to sign in, too. */
  googleAtSignIn: true,
  /** Where the console sends images: our own call unless the operator names another address. */
  uploadUrl: uploadFile.path as string,
}

export const useIdentity = (chosen: Partial<typeof settings>): void => void Object.assign(settings, chosen)
