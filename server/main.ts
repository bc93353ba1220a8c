import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './http/app.ts'
import { listenForChanges } from './changes/changes.ts'
import { useDebtPolicy } from './cards/cards.ts'
import { compareClocks, watchClock } from './core/health/clockMonitor.ts'
import { awaitComparison } from './core/clock.ts'
import { compose } from './core/composition.ts'
import { portOf, readConfig, readRoles } from './core/settings/config.ts'
import { relyingPartyOf } from './core/settings/relyingParty.ts'
import { requireSecrets } from './core/settings/storedSecrets.ts'
import { ConfigProblem } from './core/settings/settings.ts'
import { closeDb, isBusy, openDb } from './core/db.ts'
import { ChangeSender } from './core/changes/sender.ts'
import { sendBy } from './core/changes/touch.ts'
import { shareKeys } from './core/health/keyPresence.ts'
import { shareDecisionFigures } from './core/health/decisionFigures.ts'
import { useIdentity } from './identity/identity.ts'
import { ReadinessProbe } from './core/health/readiness.ts'
import { isWorkersOwn, startWorking, type Worker } from './core/worker/worker.ts'
import { outliveReaders, tellFault } from './core/log.ts'
import { useBackupStamp } from './core/database/databaseMetrics.ts'
import { giveWay } from './core/database/giveWay.ts'
import { useReplica } from './core/database/replica.ts'
import { serveMetrics } from './core/metrics/serveMetrics.ts'
import { startTracing, stopTracing } from './core/tracing/tracing.ts'
import { composition } from './modules.ts'
import { followSecrets } from './outside/keys/followSecrets.ts'
import { openSecrets } from './outside/keys/openSecrets.ts'
import { outside, useOutside } from './outside/outside.ts'
import { checkedParts, checkOutside } from './outside/checkOutside.ts'
import { outsideOf, outsideSettings } from './outside/choose.ts'
import { useChat } from './notices/notices.ts'
import { useSecrets } from './core/secrets.ts'
import { archivesOf, useArchive } from './retention/retention.ts'
import { requireRestrictedRole } from './core/database/serverRole.ts'
import { useStaffAddresses, useStaffPasskeys } from './staff/staff.ts'
import { refuseDangers, refuseKnownDangers, secretsFacts } from './production.ts'
import { followSimulatedClock } from './simulatedClock.ts'
import { useRefundReview } from './trades/trades.ts'

// Node would print everything in the error: query parameters, the duplicate key.
process.on('uncaughtException', (error) => {
  if (error instanceof ConfigProblem) process.stderr.write(`${error.message}\n`)
  else tellFault('ended by a fault', error)
  process.exit(1)
})
// When its connection is lost, the job worker leaves promises unhandled. The database comes back, so the process must not exit.
process.on('unhandledRejection', (error) => {
  if (isBusy(error)) return
  if (!isWorkersOwn(error)) throw error
  tellFault('worker failed', error)
})

/** For requests; each job that runs has one more. */
const CONNECTIONS = 12

/** Streams of changes may use this share of a server's connections; the others are for calls. */
const STREAMS = 0.8

outliveReaders()
awaitComparison()
compose(composition)
const settings = readConfig(process.env, outsideSettings)
if (!settings.simulated) requireSecrets(settings.dataDir)
const config = { ...settings, secrets: await openSecrets(settings) }
const does = readRoles(process.argv.slice(2))
if (!does.has('decide')) giveWay()
const port = portOf(config, does)
const maxConnections = does.has('console') ? config.maxConnections : config.networkConnections
useSecrets(config.secrets)
followSecrets(settings, useSecrets)
useIdentity({
  captcha: config.captcha,
  relyingParty: relyingPartyOf(config),
  ...(config.uploadUrl && { uploadUrl: config.uploadUrl }),
})
openDb(config.databaseUrl, { connections: CONNECTIONS + (does.has('worker') ? config.jobsAtOnce : 0) })
const known = config.simulated
  ? undefined
  : { settings: config, secrets: secretsFacts(config.dataDir, config.secrets), staff: does.has('console') }
if (known) await refuseKnownDangers(known)
await useReplica(config.replicaUrl)
useOutside(outsideOf(config))
useChat(config.chatScript)
useStaffAddresses(config.staffAddresses)
useStaffPasskeys({ required: config.staffPasskeyRequired })
useBackupStamp(config.backupStamp)
await startTracing(config.traces)
useDebtPolicy(config.debtPolicy)
useRefundReview(config.refundReviewCents)
const archives = archivesOf(config)
if (does.has('worker'))
  await checkOutside([...checkedParts(outside), { setting: 'KAIKA_FILES', check: () => archives.check() }])
useArchive(archives)

const sender = new ChangeSender(config.databaseUrl)
sendBy((touched) => sender.send(touched))
let stopListening: (() => Promise<void>) | undefined

let stopping: Promise<void> | undefined
const told = new AbortController()
/** Fails readiness, refuses new requests, finishes running requests and jobs, then closes. */
const stop = (): Promise<void> =>
  (stopping ??= (async () => {
    told.abort()
    readiness.leave()
    if (readiness.started) await sleep(config.drainMs)
    metrics?.close()
    await app.close()
    await worker?.stop()
    await stopListening?.()
    await sender.close()
    await readiness.close()
    await useReplica(undefined)
    await closeDb()
    await stopTracing()
    process.exit(0)
  })())

const readiness = new ReadinessProbe({ requireStandby: config.edge.requireStandby })
const app = await buildApp(
  {
    ...config,
    port,
    maxConnections,
    frames: [...outside.issuers.values()].flatMap(
      ({ revealOrigin, frame }) => revealOrigin ?? (frame ? ["'self'"] : []),
    ),
  },
  { logs: process.env['KAIKA_LOGS'] === 'on', does, readiness },
)
await app.listen({ host: config.host, port })
const { metricsHost, metricsPort } = config
const metrics =
  metricsPort === undefined ? undefined : await serveMetrics(metricsHost, metricsPort, { database: does.has('worker') })
let worker: Worker | undefined
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
process.on('disconnect', () => void stop()) // the process that started us is gone

// Until then requests are answered with "busy", as always without the database, and the server is not ready.
if (does.has('worker')) readiness.worker = { isWorking: () => worker?.isWorking() ?? false }
await readiness.databaseIsThere(told.signal)
if (!told.signal.aborted) await work()

async function work(): Promise<void> {
  await untilAnswered(() => (known ? refuseDangers(known) : requireRestrictedRole(config)))
  if (!known) await untilAnswered(followSimulatedClock)
  // From here on cards are decided, which does not wait for the rest of the start.
  await untilAnswered(compareClocks)
  await watchClock()
  if (does.has('console'))
    stopListening = await listenForChanges(config.databaseUrl, { most: Math.floor(maxConnections * STREAMS) })
  readiness.started = true
  shareKeys()
  if (does.has('decide')) shareDecisionFigures()
  if (does.has('worker'))
    worker = await startWorking(composition.jobs, composition.sweeps, { concurrency: config.jobsAtOnce })
  process.send?.({ ready: true })
  // Garbage from the start: a sixth of the process's memory. Takes about 100 ms, once.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  flushCompileCache() // also for the start after a crash
}

/** The database was available a moment ago, and may be gone again. */
async function untilAnswered<T>(question: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await question()
    } catch (error) {
      if (!isBusy(error) || told.signal.aborted) throw error
      await readiness.databaseIsThere(told.signal)
    }
}
