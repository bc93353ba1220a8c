/** What production refuses to start with (docs/operate/production.md#dangers): found in the settings, the secrets and the database, and told in one list. */

/** The password of everyone in the demo world. The README prints it. */
export const DEMO_PASSWORD = 'Kaika-demo-1'

export type Facts = {
  settings: {
    origin: string | undefined
    captcha: boolean
    trustedProxies: readonly string[]
    databaseUrl: string
    /** What of the outside world is simulated, as sentences that begin with the setting. */
    simulatedParts?: readonly string[]
  }
  secrets?: {
    file: string
    /** The permissions of the file. */
    mode: number
    /** Base64 by name. */
    keys: Readonly<Record<string, string>>
  }
  database?: {
    /** What it has of the demo world, in words. */
    demo: readonly string[]
    role: string
    /** What its role may do beyond its grants, in words. */
    excess: readonly string[]
    /** Login names of staff with the published password. */
    demoStaff: readonly string[]
  }
}

/** Each row says what is wrong and what to do, once for each finding, and begins with what has to be changed. */
export const dangers = {
  simulatedParts: ({ settings }) => settings.simulatedParts ?? [],

  captchaOff: ({ settings }) =>
    settings.captcha ? [] : ['KAIKA_CAPTCHA is off, so anyone can have messages sent at our cost: unset it'],

  plainOrigin({ settings: { origin } }) {
    if (origin?.startsWith('https:')) return []
    return [
      origin
        ? `KAIKA_ORIGIN is a plain address, and passwords would be readable on the way: ${origin}`
        : 'KAIKA_ORIGIN is missing: the public address of the console, https://cards.example',
    ]
  },

  everyProxy: ({ settings }) =>
    settings.trustedProxies
      .filter(coversTheInternet)
      .map((range) => `KAIKA_TRUSTED_PROXIES has ${range}, so strangers could choose the address that is logged`),

  plainDatabase({ settings: { databaseUrl } }) {
    const host = databaseUrl && hostReachedPlainly(databaseUrl)
    return host ? [`DATABASE_URL connects to ${host} without verified TLS: add sslmode=verify-full`] : []
  },

  knownSecrets({ secrets }) {
    if (!secrets) return []
    const { file, keys } = secrets
    const names = Object.keys(keys)
    return [
      ...names.filter((name) => isExample(keys[name]!)).map((name) => `${file} has an example as ${name}`),
      ...names
        .filter((name, at) => names.findIndex((other) => keys[other] === keys[name]) < at)
        .map((name) => `${file} has the same key twice, the second time as ${name}`),
    ].map((found) => `${found}: make new ones with bin/kaika make-secrets, in an empty KAIKA_DATA`)
  },

  readableSecrets: ({ secrets }) =>
    secrets && secrets.mode & 0o077
      ? [`${secrets.file} can be read or changed by others (mode ${(secrets.mode & 0o777).toString(8)}): chmod 600`]
      : [],

  demoDatabase: ({ database }) =>
    (database?.demo ?? []).map((found) => `DATABASE_URL leads to a database with ${found}`),

  mightyRole: ({ database }) =>
    database?.excess.length
      ? [
          `DATABASE_URL connects as ${database.role}, which ${database.excess.join(', ')}: this server could change its tables and its history. ` +
            'Give it a role of its own (docs/operate/database.md)',
        ]
      : [],

  demoPasswords: ({ database }) =>
    database?.demoStaff.length
      ? [
          `Staff have the published password of the demo: ${database.demoStaff.join(', ')}. Renew each with bin/kaika staff renew`,
        ]
      : [],
} satisfies Record<string, (facts: Facts) => readonly string[]>

/** All findings, in the order of the table. */
export const dangersIn = (facts: Facts): string[] => Object.values(dangers).flatMap((row) => row(facts))

/** Wider than any network of one's own, also than 10.0.0.0/8. */
function coversTheInternet(range: string): boolean {
  const [address = '', bits] = range.split('/')
  return bits !== undefined && Number(bits) < (address.includes(':') ? 16 : 8)
}

/** All bytes equal or counting up, as in examples and in tests. */
function isExample(key: string): boolean {
  const bytes = Buffer.from(key, 'base64')
  return [0, 1].some((step) => bytes.every((byte, at) => byte === ((bytes[0]! + step * at) & 0xff)))
}

/** The host that this connection reaches over a network where others can read along or answer instead. */
function hostReachedPlainly(databaseUrl: string): string | undefined {
  if (!URL.canParse(databaseUrl)) return undefined
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)) return undefined
  return searchParams.get('sslmode') === 'verify-full' ? undefined : host
}
