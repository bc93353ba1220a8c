import { isIP } from 'node:net'

/** What passkeys are bound to: a name, and the addresses of the console under it. */
export type RelyingParty = { rpId: string; origins: readonly string[] }

/**
 * The host of the public address or, in a demo without one, this machine as `localhost`. Browsers bind passkeys to a name only, so a console that is reached by
 * an IP address has none.
 */
export function relyingPartyOf({
  origin,
  port,
}: {
  origin: string | undefined
  port: number
}): RelyingParty | undefined {
  const { hostname } = new URL(origin ?? `http://localhost:${port}`)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return undefined
  return { rpId: hostname, origins: [origin ?? `http://localhost:${port}`] }
}
