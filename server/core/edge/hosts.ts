/** The names by which browsers reach this server. A request for any other came through a name that somebody else owns, so its answer is for nobody. */

/** For operators and for card networks: they are told apart by other means, and reach a server under names and addresses of their own. */
const ANY_HOST = /^\/(?:livez|readyz)(?:\?|$)|^\/issuer\//

/** Returns a check for whether a request is for one of `hosts`, names without a port. Empty: for any. */
export function hostCheck(hosts: readonly string[]): (request: { hostname: string; url: string }) => boolean {
  if (hosts.length === 0) return () => true
  const ours = new Set(hosts.map((host) => host.toLowerCase()))
  return ({ hostname, url }) => ours.has(hostname.toLowerCase().replace(/\.$/, '')) || ANY_HOST.test(url)
}
