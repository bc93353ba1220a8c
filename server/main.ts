import { flushCompileCache } from 'node:module'
import { buildApp } from './app.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { closeDb, isLost, openDb, pool } from './db.ts'
import { useIdentity } from './identity/identity.ts'
import { startWorking } from './jobs.ts'
import { tellFault } from './log.ts'
import { serveMetrics } from './metrics.ts'
import { sweeps, tasks } from './modules.ts'
import { useOutside } from './outside/outside.ts'
import { outsideOf } from './outside/choose.ts'
import { useChat } from './notices/notices.ts'
import { useSecrets } from './secrets.ts'

// Node would print all that it holds: the parameters of a query, the key that was taken.
process.on('uncaughtException', (error) => {
  if (error instanceof ConfigProblem) process.stderr.write(`${error.message}\n`)
  else tellFault('ended by a fault', error)
  process.exit(1)
})
// When its connection goes, the job worker drops promises that nobody waits for. The database comes back; so must we not go.
process.on('unhandledRejection', (error) => {
  if (!isLost(error)) throw error
})

const config = readConfig()
useSecrets(config.secrets)
useIdentity({ captcha: config.captcha })
useOutside(outsideOf(config))
useChat(config.chatScript)
openDb(config.databaseUrl)
await pool.query('SELECT 1')

const app = await buildApp(config, { logs: process.env['KAIKA_LOGS'] === 'on' })
await app.listen({ host: config.host, port: config.port })
const metrics = config.metricsPort === undefined ? undefined : await serveMetrics('127.0.0.1', config.metricsPort)
const worker = await startWorking(tasks, sweeps)
// What starting took and nobody needs again: a sixth of what the process holds. Some 100 ms, once, before the first request.
globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
process.send?.({ ready: true })
flushCompileCache() // also for the start after a death

let stopping: Promise<void> | undefined
/** Stop taking requests, finish those at work, finish the jobs at work, close. */
const stop = (): Promise<void> =>
  (stopping ??= (async () => {
    metrics?.close()
    await app.close()
    await worker.stop()
    await closeDb()
    process.exit(0)
  })())
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
process.on('disconnect', () => void stop()) // whoever started us is gone
