import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret } from 'otpauth'
import { observingFrom, type Observing } from './observing.ts'
import { ConfigProblem, Settings } from './settings.ts'

/** Settings by the operator (README, "Settings"). Read once at start; everything else receives them as an argument. */
export type Config = Observing & {
  host: string
  port: number
  /** The public URL of the console, `https://cards.example`. Undefined: this machine. */
  origin: string | undefined
  /** The port for the network's requests and events, if they have a process of their own. */
  networkPort: number
  /** The port for the probes of a process that only runs jobs. */
  workerPort: number
  /** Jobs that a process runs at once. */
  jobsAtOnce: number
  databaseUrl: string
  /** Allows the server to connect as a role that could alter the tables (docs/operate/database.md). */
  unrestrictedDatabase: boolean
  dataDir: string
  simulatorsPort: number
  /** Delay on shutdown between failing readiness and refusing connections: the time a load balancer needs to notice. */
  drainMs: number
  /** Where months of records are written before they are dropped. Every worker writes to the same, unless KAIKA_FILES says that they are elsewhere. */
  archiveDir: string
  /** Parts of the outside world may be simulated. Only then can the captcha and the shoppers be disabled. */
  simulated: boolean
  captcha: boolean
  /** Checks every answer against the contract: in tests and the demo, not in production, where it would slow customers down. */
  checkAnswers: boolean
  /** The script of a live-chat widget. Its origin is the only other one that scripts may come from. */
  chatScript: string | undefined
  /** Where the console uploads images, if not to our own call. It receives the session's token. */
  uploadUrl: string | undefined
  /** What cards may do while their account owes a reversed top-up. */
  debtPolicy: 'pull' | 'block' | 'spend'
  /** An account's refunds without a purchase above this, within 30 days, wait for staff. In cents. */
  refundReviewCents: number
  /** Maximum connections of a server. */
  maxConnections: number
  /** The same for the network process. */
  networkConnections: number
  /** Proxies in front of the server. X-Forwarded-For is trusted only from them; by default from none. */
  trustedProxies: readonly string[]
  /** Addresses that staff may sign in from. Empty: any. */
  staffAddresses: readonly string[]
  secrets: Secrets
}

/** Base64, 32 bytes each. Generated on first start into the data folder, never defaulted in code. */
export type Secrets = {
  /** Encrypts personal data in the database. */
  fieldKey: string
  /** Keyed hashes for lookups: mobiles, card numbers, security codes. */
  lookupKey: string
  /** Signs messages between the issuer and us. */
  issuerSecret: string
  /** Seeds the simulated chain's deposit addresses; a real one uses a watch-only key (KAIKA_XPUB). */
  chainSeed: string
}
/** The authenticator secret of the demo's staff, base32: derived from the data folder's secrets, so that it needs no storage. */
export const demoAuthenticator = ({ lookupKey }: Pick<Secrets, 'lookupKey'>): string =>
  new Secret({ buffer: hkdfSync('sha256', Buffer.from(lookupKey, 'base64'), '', 'demo staff authenticator', 20) })
    .base32

const secretNames = ['fieldKey', 'lookupKey', 'issuerSecret', 'chainSeed'] as const satisfies (keyof Secrets)[]

const roles = ['decide', 'console', 'worker'] as const
/** What a process does: it answers the card network, it serves the consoles, it runs jobs. */
export type Role = (typeof roles)[number]
export const allRoles: ReadonlySet<Role> = new Set(roles)

/** From `--role=console,worker`; without it, a process does everything. */
export function readRoles(args: readonly string[]): ReadonlySet<Role> {
  const [given = '--role=all', ...more] = args
  const names = /^--role=([a-z,]+)$/.exec(given)?.[1]?.split(',') ?? []
  const known = (names.join() === 'all' ? roles : names) as readonly Role[]
  if (!known.length || more.length || !known.every((name) => allRoles.has(name)))
    throw new ConfigProblem(
      `say --role=all, or some of ${roles.join(', ')}, as in --role=console,worker; not ${args.join(' ')}`,
    )
  return new Set(known)
}

/** The address of a process: those that serve no console have ports of their own. */
export function portOf(config: Omit<Config, 'secrets'>, does: ReadonlySet<Role>): number {
  if (does.has('console')) return config.port
  return does.has('decide') ? config.networkPort : config.workerPort
}

/**
 * All settings, without the secrets, which may have to be unwrapped (`openSecrets`). Everything that is wrong is in one {@link ConfigProblem}. `more`: reads the settings
 * of adapters, of which this layer knows nothing.
 */
export function readConfig<More extends object = object>(
  env: NodeJS.ProcessEnv = process.env,
  more?: (settings: Settings) => More,
): Omit<Config, 'secrets'> & More {
  const settings = new Settings(env)
  const given = givenBy(settings)
  const others = more?.(settings) as More
  settings.requireRight()
  return { ...given, ...others }
}

export const dataDirFrom = (settings: Settings): string => path.resolve(settings.text('KAIKA_DATA') ?? '.kaika')

/** `KAIKA_OUTSIDE=real`: nothing may be simulated. */
export const mayBeSimulated = (settings: Settings): boolean =>
  settings.oneOf('KAIKA_OUTSIDE', ['simulated', 'real'], 'simulated') === 'simulated'

function givenBy(settings: Settings): Omit<Config, 'secrets'> {
  const dataDir = dataDirFrom(settings)
  const simulated = mayBeSimulated(settings)
  for (const name of ['KAIKA_CAPTCHA', 'KAIKA_SHOPPERS'])
    if (!settings.isOn(name, true) && !simulated) settings.wrong(`${name}=off is only for the simulated world`)
  return {
    ...observingFrom(settings),
    host: settings.text('HOST') ?? '127.0.0.1',
    port: settings.port('PORT', 4000),
    origin: settings.origin('KAIKA_ORIGIN'),
    networkPort: settings.port('NETWORK_PORT', 4001),
    workerPort: settings.port('WORKER_PORT', 4002),
    jobsAtOnce: settings.count('KAIKA_JOBS_AT_ONCE', 4),
    databaseUrl: settings.required(
      'DATABASE_URL',
      'where the books are; `npm start` sets it for the PostgreSQL that it brings',
    ),
    unrestrictedDatabase: settings.isOn('KAIKA_UNRESTRICTED_DATABASE'),
    dataDir,
    archiveDir: path.resolve(settings.text('KAIKA_ARCHIVE') ?? path.join(dataDir, 'archive')),
    drainMs: settings.milliseconds('KAIKA_DRAIN_MS', 0, 600_000),
    simulatorsPort: settings.port('SIMULATORS_PORT', 4100),
    simulated,
    captcha: settings.isOn('KAIKA_CAPTCHA', true),
    checkAnswers: settings.isOn('KAIKA_CHECK_ANSWERS', simulated),
    chatScript: settings.address('KAIKA_CHAT_SCRIPT'),
    uploadUrl: settings.address('KAIKA_UPLOAD_URL'),
    debtPolicy: settings.oneOf('KAIKA_DEBT_POLICY', ['pull', 'block', 'spend'], 'pull'),
    refundReviewCents: settings.cents('KAIKA_REFUND_REVIEW_CENTS', 100_00),
    maxConnections: settings.count('KAIKA_MAX_CONNECTIONS', 2000),
    networkConnections: settings.count('KAIKA_NETWORK_CONNECTIONS', 400),
    trustedProxies: settings.ranges('KAIKA_TRUSTED_PROXIES'),
    staffAddresses: settings.ranges('KAIKA_STAFF_ADDRESSES'),
  }
}

export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json')

/** What is in the file of the secrets: the secrets themselves, or, with `wrapped`, what a key service made of them. */
export type StoredSecrets = Secrets & { wrapped?: string }

/** New secrets. They are nowhere until they are stored. */
export const newSecrets = (): Secrets => mapSecrets(() => randomBytes(32).toString('base64'))

/** A record with something for each secret. */
export const mapSecrets = <T>(of: (name: keyof Secrets) => T): Record<keyof Secrets, T> =>
  Object.fromEntries(secretNames.map((name) => [name, of(name)])) as Record<keyof Secrets, T>

/** Stores the secrets, unless another process has just stored its own. With `instead`, in place of those that are there. */
export function storeSecrets(dataDir: string, secrets: StoredSecrets, { instead = false } = {}): void {
  mkdirSync(dataDir, { recursive: true })
  const file = secretsFile(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true })
  if (instead) return renameSync(draft, file)
  try {
    linkSync(draft, file) // unlike rename, this refuses to replace a file that another process has just created
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  rmSync(draft)
  chmodSync(file, 0o600)
}

/** Returns what the file says, or undefined if there is none. */
export function storedSecrets(dataDir: string): StoredSecrets | undefined {
  const file = secretsFile(dataDir)
  if (!existsSync(file)) return undefined
  const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<StoredSecrets>
  const missing = secretNames.filter((name) =>
    found.wrapped ? !found[name] : Buffer.from(found[name] ?? '', 'base64').length !== 32,
  )
  if (missing.length) throw new ConfigProblem(`${file} lacks ${missing.join(', ')}`)
  return found as StoredSecrets
}

/** Reads plain secrets, and creates them first if there are none. Two processes starting simultaneously end up with the same set. */
export function readSecrets(dataDir: string): Secrets {
  let found = storedSecrets(dataDir)
  if (!found) {
    storeSecrets(dataDir, newSecrets())
    found = storedSecrets(dataDir)!
  }
  if (found.wrapped)
    throw new ConfigProblem(`${secretsFile(dataDir)} has keys that are wrapped: set KAIKA_KEYS=${found.wrapped}`)
  return found
}
