import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret } from 'otpauth'
import { isRange } from './addresses.ts'

/** Settings by the operator (README, "Settings"). Read once at start; everything else receives them as an argument. */
export type Config = {
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
  /** The loopback port that Prometheus scrapes. Undefined: none. */
  metricsPort: number | undefined
  /** Delay on shutdown between failing readiness and refusing connections: the time a load balancer needs to notice. */
  drainMs: number
  /** Where months of records are written before they are dropped. Every worker writes to the same. */
  archiveDir: string
  /** The outside world is simulated. Only then can the captcha and the shoppers be disabled. */
  simulated: boolean
  captcha: boolean
  /** Checks every answer against the contract: in tests and the demo, not in production, where it would slow customers down. */
  checkAnswers: boolean
  /** TronGrid: base address and key. */
  chain: { url: string; key: string | undefined; xpub: string | undefined }
  /** An SMTP server and the sender's address. Without one, mail goes to the simulated inbox. */
  mail: { url: string; from: string } | undefined
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

export class ConfigProblem extends Error {}

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
export function portOf(config: Config, does: ReadonlySet<Role>): number {
  if (does.has('console')) return config.port
  return does.has('decide') ? config.networkPort : config.workerPort
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const dataDir = path.resolve(env['KAIKA_DATA'] ?? '.kaika')
  const simulated = env['KAIKA_OUTSIDE'] !== 'real'
  const simulatorsPort = portFrom(env, 'SIMULATORS_PORT', 4100)
  if (!simulated && env['KAIKA_CAPTCHA'] === 'off')
    throw new ConfigProblem('KAIKA_CAPTCHA=off is only for the simulated world')
  if (!simulated && env['KAIKA_SHOPPERS'] === 'off')
    throw new ConfigProblem('KAIKA_SHOPPERS=off is only for the simulated world')
  const databaseUrl = env['DATABASE_URL']
  if (!databaseUrl)
    throw new ConfigProblem('DATABASE_URL is not set; `npm start` sets it for the PostgreSQL that it brings')
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: portFrom(env, 'PORT', 4000),
    origin: originFrom(env['KAIKA_ORIGIN']),
    networkPort: portFrom(env, 'NETWORK_PORT', 4001),
    workerPort: portFrom(env, 'WORKER_PORT', 4002),
    jobsAtOnce: countFrom(env, 'KAIKA_JOBS_AT_ONCE', 4),
    databaseUrl,
    unrestrictedDatabase: env['KAIKA_UNRESTRICTED_DATABASE'] === 'on',
    dataDir,
    archiveDir: path.resolve(env['KAIKA_ARCHIVE'] ?? path.join(dataDir, 'archive')),
    metricsPort: env['METRICS_PORT'] ? portFrom(env, 'METRICS_PORT', 0) : undefined,
    drainMs: drainFrom(env['KAIKA_DRAIN_MS']),
    simulatorsPort,
    simulated,
    captcha: env['KAIKA_CAPTCHA'] !== 'off',
    checkAnswers: env['KAIKA_CHECK_ANSWERS'] ? env['KAIKA_CHECK_ANSWERS'] === 'on' : simulated,
    chain: {
      url: env['KAIKA_CHAIN_URL'] ?? `http://127.0.0.1:${simulatorsPort}`,
      key: env['KAIKA_CHAIN_KEY'],
      xpub: env['KAIKA_XPUB'],
    },
    mail: mailFrom(env),
    chatScript: addressFrom(env, 'KAIKA_CHAT_SCRIPT'),
    uploadUrl: addressFrom(env, 'KAIKA_UPLOAD_URL'),
    debtPolicy: debtPolicyFrom(env['KAIKA_DEBT_POLICY']),
    refundReviewCents: centsFrom(env, 'KAIKA_REFUND_REVIEW_CENTS', 100_00),
    maxConnections: countFrom(env, 'KAIKA_MAX_CONNECTIONS', 2000),
    networkConnections: countFrom(env, 'KAIKA_NETWORK_CONNECTIONS', 400),
    trustedProxies: rangesFrom(env, 'KAIKA_TRUSTED_PROXIES'),
    staffAddresses: rangesFrom(env, 'KAIKA_STAFF_ADDRESSES'),
    secrets: readSecrets(dataDir),
  }
}

/** Parses comma-separated addresses and CIDR ranges. A misspelt range must not become an empty list. */
function rangesFrom(env: NodeJS.ProcessEnv, name: string): string[] {
  const ranges = (env[name] ?? '')
    .split(',')
    .map((range) => range.trim())
    .filter(Boolean)
  const wrong = ranges.find((range) => !isRange(range))
  if (wrong !== undefined)
    throw new ConfigProblem(`${name} has an entry that is neither an address nor a range: ${wrong}`)
  return ranges
}

function mailFrom(env: NodeJS.ProcessEnv): Config['mail'] {
  const url = env['KAIKA_SMTP_URL']
  if (!url) return undefined
  if (!/^smtps?:\/\//.test(url)) throw new ConfigProblem('KAIKA_SMTP_URL begins with smtp:// or smtps://')
  return { url, from: env['KAIKA_MAIL_FROM'] ?? 'Kaika <no-reply@localhost>' }
}

/** A full https URL, or one on this machine: its content runs in every browser, or it receives people's documents. */
function addressFrom(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const url = env[name]
  if (!url) return undefined
  if (!/^(https:\/\/[^\s;,'"]+|http:\/\/127\.0\.0\.1:\d+\/[^\s;,'"]*)$/.test(url))
    throw new ConfigProblem(`${name} is not an https:// address`)
  return url
}

/** A URL without a path, as a browser writes an origin. */
function originFrom(given: string | undefined): string | undefined {
  if (!given) return undefined
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== given)
    throw new ConfigProblem(`KAIKA_ORIGIN is not an address like https://cards.example: ${given}`)
  return url.origin
}

function debtPolicyFrom(chosen = 'pull'): Config['debtPolicy'] {
  if (chosen === 'pull' || chosen === 'block' || chosen === 'spend') return chosen
  throw new ConfigProblem(`KAIKA_DEBT_POLICY is pull, block or spend, not ${chosen}`)
}

function centsFrom(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const cents = Number(env[name] || otherwise)
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new ConfigProblem(`${name} is not an amount in cents: ${env[name]}`)
  return cents
}

function countFrom(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const count = Number(env[name] || otherwise)
  if (!Number.isSafeInteger(count) || count < 1) throw new ConfigProblem(`${name} is not a number: ${env[name]}`)
  return count
}

function drainFrom(given = '0'): number {
  const ms = Number(given)
  if (!/^\d+$/.test(given) || ms > 600_000)
    throw new ConfigProblem(`KAIKA_DRAIN_MS is not a number of milliseconds up to 600000: ${given}`)
  return ms
}

function portFrom(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const port = Number(env[name] ?? otherwise)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigProblem(`${name} is not a port: ${env[name]}`)
  return port
}

/** Reads the secrets and creates them first if there are none. Two processes starting simultaneously end up with the same set. */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const draft = `${file}.${process.pid}`
    const made = Object.fromEntries(secretNames.map((name) => [name, randomBytes(32).toString('base64')]))
    writeFileSync(draft, JSON.stringify(made, null, 2), { mode: 0o600, flush: true })
    try {
      linkSync(draft, file) // unlike rename, this refuses to replace a file that another process has just created
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    rmSync(draft)
    chmodSync(file, 0o600)
  }
  const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>
  const missing = secretNames.filter((name) => Buffer.from(found[name] ?? '', 'base64').length !== 32)
  if (missing.length) throw new ConfigProblem(`${file} lacks ${missing.join(', ')}`)
  return found as Secrets
}
