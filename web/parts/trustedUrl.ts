/** Addresses of workers' programs. One policy for all of them: its name can be taken once. */
type Policy = { createScriptURL: (url: string) => unknown }
type Factory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy }

let policy: Policy | undefined

/**
 * An address of a worker's program: browsers with Trusted Types take it from a named policy only (server/http/securityHeaders.ts), and this one lets pass what
 * is on our own origin.
 */
export function trustedUrl(url: string): URL {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  policy ??= factory?.createPolicy('kaika', {
    createScriptURL: (given) => {
      if (new URL(given, location.href).origin !== location.origin) throw new TypeError('not an address of ours')
      return given
    },
  })
  // `Worker` is typed for strings and URLs; what it gets converts to a string.
  return (policy?.createScriptURL(url) ?? url) as URL
}
