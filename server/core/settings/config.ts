import path from 'node:path'
import { dangersIn } from './dangers.ts'
import { edgeOf, type Edge } from './edge.ts'
import { observingFrom, type Observing } from './observing.ts'
import { ConfigProblem, Settings } from './settings.ts'
import type { Secrets } from './storedSecrets.ts'

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
  /** A standby for long reads. */
  replicaUrl: string | undefined
  /** Allows the server to connect as a role that could alter the tables (docs/operate/database.md). */
  unrestrictedDatabase: boolean
  dataDir: string
  simulatorsPort: number
  /** Delay on shutdown between failing readiness and refusing connections: the time a load balancer needs to notice. */
  drainMs: number
  /** Where months of records are written before they are dropped. Every worker writes to the same, unless KAIKA_FILES says that they are elsewhere. */
  archiveDir: string
  /** `KAIKA_DEMO=on`: parts of the outside world may be simulated. Without it this is production, which refuses what is dangerous. */
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
  /** Staff who have no passkey can only add one, and those who have one sign in with it. */
  staffPasskeyRequired: boolean
  edge: Edge
  secrets: Secrets
}

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

type Read<More> = Omit<Config, 'secrets'> & More
/** Reads the settings of adapters, of which this layer knows nothing. */
type ReadMore<More> = (settings: Settings) => More

/**
 * All settings, without the secrets, which may have to be unwrapped (`openSecrets`). Everything that is wrong is in one {@link ConfigProblem}, in production with
 * the dangers that are known by then.
 */
export function readConfig<More extends object = object>(
  env: NodeJS.ProcessEnv = process.env,
  more?: ReadMore<More>,
): Read<More> {
  const settings = new Settings(env)
  const config = readFrom(settings, more)
  settings.requireRight(config.simulated ? [] : dangersIn({ settings: config }))
  return config
}

/** The same with everything that is wrong or dangerous beside it; a setting that is wrong has its default. */
export function inspectConfig<More extends object>(
  env: NodeJS.ProcessEnv,
  more: ReadMore<More>,
): { config: Read<More>; problems: string[] } {
  const settings = new Settings(env)
  const config = readFrom(settings, more)
  return { config, problems: settings.problems(config.simulated ? [] : dangersIn({ settings: config })) }
}

function readFrom<More extends object>(settings: Settings, more?: ReadMore<More>): Read<More> {
  return { ...givenBy(settings), ...(more?.(settings) as More) }
}

export const dataDirFrom = (settings: Settings): string => path.resolve(settings.text('KAIKA_DATA') ?? '.kaika')

/** Only `KAIKA_DEMO=on`, which `npm start` sets, allows simulated parts and the demo world. */
export const isDemo = (settings: Settings): boolean => settings.isOn('KAIKA_DEMO')

function givenBy(settings: Settings): Omit<Config, 'secrets'> {
  const dataDir = dataDirFrom(settings)
  const simulated = isDemo(settings)
  const origin = settings.origin('KAIKA_ORIGIN')
  const trustedProxies = settings.ranges('KAIKA_TRUSTED_PROXIES')
  return {
    ...observingFrom(settings),
    host: settings.text('HOST') ?? '127.0.0.1',
    port: settings.port('PORT', 4000),
    origin,
    networkPort: settings.port('NETWORK_PORT', 4001),
    workerPort: settings.port('WORKER_PORT', 4002),
    jobsAtOnce: settings.count('KAIKA_JOBS_AT_ONCE', 4),
    databaseUrl: settings.required(
      'DATABASE_URL',
      'where the books are; `npm start` sets it for the PostgreSQL that it brings',
    ),
    replicaUrl: settings.text('KAIKA_REPLICA_URL'),
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
    trustedProxies,
    staffAddresses: settings.ranges('KAIKA_STAFF_ADDRESSES'),
    staffPasskeyRequired: settings.oneOf('KAIKA_STAFF_PASSKEY', ['offer', 'require'], 'offer') === 'require',
    edge: edgeOf(settings, { origin, simulated, trustedProxies }),
  }
}
