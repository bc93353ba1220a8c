import { lookupHash, lookupHashes, seal, unseal } from '#server/core/secrets.ts'

/** A mobile as stored: `+8613800000001`. */
export type Mobile = `+${string}`

export const mobileOf = (mobile: string, area: string): Mobile => `+${area}${mobile}`

/** Parses what people type to sign in: a mainland number without a prefix, any other with its `+`; everything else is a login name. */
export const typedMobile = (username: string): Mobile | undefined =>
  /^1[3-9]\d{9}$/.test(username)
    ? `+86${username}`
    : /^\+[1-9]\d{5,16}$/.test(username)
      ? (username as Mobile)
      : undefined

/** By which a login is searched. */
export const mobileHash = (mobile: Mobile): Buffer => lookupHash('mobile', mobile)
/** By which it is entered, so that servers with another current key find it too, and none enters it twice. The current one is the first. */
export const mobileHashes = (mobile: Mobile): MobileHash[] => lookupHashes('mobile', mobile)
export type MobileHash = { keyId: number; hash: Buffer }
export const sealMobile = (loginId: string, mobile: Mobile): Buffer => seal(loginId, mobile)
export const unsealMobile = (loginId: string, sealed: Buffer): Mobile => unseal(loginId, sealed) as Mobile

/** The longest known calling code first, so that +852 is not read as +85. */
const codes = ['852', '853', '886', '86', '65', '60', '66', '84', '81', '82', '44', '61', '1']
export function partsOf(mobile: Mobile): { area: string; number: string } {
  const area = codes.find((code) => mobile.startsWith(`+${code}`)) ?? mobile.slice(1, 3)
  return { area, number: mobile.slice(1 + area.length) }
}

/** `138****0001` */
export function masked(mobile: Mobile): string {
  const { number } = partsOf(mobile)
  return `${number.slice(0, 3)}****${number.slice(-4)}`
}
