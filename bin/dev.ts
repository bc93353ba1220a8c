/** `npm start`: starts everything that Kaika needs in order, keeps it alive, and stops it in reverse order. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { readConfig, type Config } from '#server/core/settings/config.ts'
import { demoAuthenticator } from '#server/core/settings/storedSecrets.ts'
import { outsideSettings } from '#server/outside/choose.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import {
  addIssuerRanges,
  dataDir,
  demoWorld,
  isNewFolder,
  issuerSettings,
  keepDatabase,
  prepareDatabase,
  simulatedIssuers,
  type DemoDatabase,
} from './demoDatabase.ts'
import { keep, loadChild, startChild, type Kept, type Loading, type Running } from './supervise.ts'
import { buildWeb } from './web.ts'

const root = path.resolve(import.meta.dirname, '..')
const inCheckout = (file: string): string => path.join(root, file)
const say = (line: string): void => console.log(line)
const started = performance.now()

/** In start order; a promise while the part is starting. */
const parts: Promise<Kept>[] = []
let leaving: Promise<void> | undefined
let toldAt = 0

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}) // the reader of our output has exited; continue
process.on('SIGTERM', leave)
process.on('SIGINT', leave)
process.on('SIGHUP', leave)
process.on('disconnect', leave) // the test that started us has exited

try {
  if (process.env.KAIKA_DEMO === 'off') throw new Error('npm start is the demo: production starts with bin/kaika serve')
  process.env.KAIKA_DEMO = 'on'
  await start()
} catch (error) {
  if (!leaving) {
    console.error(`\nKaika did not start: ${(error as Error).message}`)
    await stopAll()
    process.exit(1)
  }
}

async function start(): Promise<void> {
  const issuers = simulatedIssuers(process.env)
  const read = (databaseUrl: string) =>
    readConfig(
      {
        ...process.env,
        ...{ DATABASE_URL: databaseUrl, KAIKA_DATA: dataDir },
        // Its secrets come from those of the data folder, which may not be there yet.
        ...issuerSettings(issuers, { port: 4000, simulatorsPort: 4100 }, ''),
      },
      outsideSettings,
    )
  read(process.env.DATABASE_URL ?? 'postgres://embedded') // before anything is begun
  const [simulators, server] = [
    program('simulators', 'simulators/main.ts'),
    program('server', 'server/main.ts', ['--role=console,worker']),
  ]
  // Cards are decided in a process of their own, so that decisions continue whatever happens to the console. On a new machine no module is compiled yet: it
  // loads what the server has compiled.
  const network = program('network', 'server/main.ts', ['--role=decide'], isNewFolder() ? server.loaded : undefined)
  const building = buildWeb({ quickly: true })
  building.catch(() => {}) // awaited below; until then a rejection must not end the process
  const database = await part(keepDatabase(say))
  const settings = read(database.url)
  const config = { ...settings, secrets: await openSecrets(settings) }
  const env = {
    PORT: String(config.port),
    NETWORK_PORT: String(config.networkPort),
    SIMULATORS_PORT: String(config.simulatorsPort),
    DATABASE_URL: database.url,
    KAIKA_DATABASE_OWNER_URL: undefined, // only for this process: servers have no use for it
    KAIKA_DATA: dataDir,
    ...issuerSettings(issuers, config, config.secrets.issuerSecret),
  }
  await prepareDatabase(database, say, config.secrets)
  // Before the server starts: its worker would run the seed's jobs now instead of at their simulated time.
  if ((await demoWorld(database.url)) === 'none') await seed(env)
  await addIssuerRanges(database.ownerUrl, issuers)
  if ((await building) === 'built') say('Built the consoles.')
  const { metricsPort } = config
  await Promise.all([
    simulators.run(env),
    network.run({ ...env, ...(metricsPort && { METRICS_PORT: String(metricsPort + 1) }) }),
    server.run(env),
  ])
  announce(config, database)
  process.send?.({ ready: true })
}

type Program = { loaded: Promise<void>; run(env: NodeJS.ProcessEnv): Promise<Kept> }

/** Loads a program now, or after another one; `run` starts it with its settings and keeps it alive. */
function program(name: string, file: string, args: string[] = [], after?: Promise<void>): Program {
  const script = inCheckout(file)
  const load = (): Loading => loadChild(name, script, args)
  const loading = after ? after.then(load) : Promise.resolve(load())
  let first: Promise<Loading> | undefined = loading
  const start = async (env: NodeJS.ProcessEnv): Promise<Running> => {
    const loaded = await first
    first = undefined // it begins once
    return loaded ? loaded.begin(env) : startChild(name, script, env, args)
  }
  return { loaded: loading.then(({ done }) => done), run: (env) => part(keep(`The ${name}`, () => start(env), say)) }
}

/** Starts nothing new during shutdown. */
async function part<K extends Kept>(starting: Promise<K>): Promise<K> {
  parts.push(starting)
  const kept = await starting
  if (leaving) throw new Error('told to stop')
  return kept
}

async function seed(env: NodeJS.ProcessEnv): Promise<void> {
  say('Telling the demo world: three months in half a minute, once …')
  const child = spawn(process.execPath, [inCheckout('bin/seed.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  parts.push(Promise.resolve({ stop: async () => kill(), kill }))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('the demo world could not be told (see above)')
}

function announce(config: Config, { url, embedded }: DemoDatabase): void {
  // By name, because browsers keep passkeys for names only; it listens on the address all the same.
  const name = config.host === '127.0.0.1' ? 'localhost' : config.host
  const at = (port: number): string => config.origin ?? `http://${name}:${port}`
  const shown = Object.assign(new URL(url), { password: '' }).href
  const onOff = (name: string): string => (process.env[name] === 'off' ? 'off' : 'on')
  say(`
Kaika is ready (${((performance.now() - started) / 1000).toFixed(1)} s).

  Console              ${at(config.port)}
  Reference            ${at(config.port)}/api/docs
  The outside world    http://127.0.0.1:${config.simulatorsPort}

Sign in with the password Kaika-demo-1 as
  13800000001  an account holder with cards
  13800000002  one with sub-accounts
  13800000003  a sub-account of the latter
  13800000004  one with an empty wallet
  13800000005  one shut down for its decline rate

The staff’s desk      ${at(config.port)}/operator
  support support2 finance1…4 risk1 risk2 product content auditor admin, the same password,
  authenticator ${demoAuthenticator(config.secrets)} (its codes: http://127.0.0.1:${config.simulatorsPort}/authenticator)

Settings
  PORT=${config.port}  NETWORK_PORT=${config.networkPort}  SIMULATORS_PORT=${config.simulatorsPort}  KAIKA_CAPTCHA=${onOff('KAIKA_CAPTCHA')}  KAIKA_SHOPPERS=${onOff('KAIKA_SHOPPERS')}  METRICS_PORT=${config.metricsPort ?? 'off'}  KAIKA_DEBT_POLICY=${config.debtPolicy}
  KAIKA_DATA=${path.relative(process.cwd(), dataDir) || '.'}
  DATABASE_URL=${shown}${embedded ? '  (embedded)' : ''}
`)
}

/** The first signal stops everything in order; a second one forces it, unless it is npm forwarding the Ctrl-C that we have already received. */
function leave(): void {
  if (leaving) {
    if (performance.now() - toldAt < 500) return
    for (const starting of parts) void starting.then((kept) => kept.kill()).catch(() => {})
    return
  }
  toldAt = performance.now()
  say('Stopping: finishing what is at work …')
  leaving = stopAll().then(() => {
    say('Stopped.')
    process.exit(0)
  })
}

async function stopAll(): Promise<void> {
  for (const starting of [...parts].reverse()) await starting.then((kept) => kept.stop()).catch(() => {})
}
