/**
 * `npm run ha`: a service as in production, in network namespaces, struck by twelve kinds of fault while the network and people are at work; everything that was
 * acknowledged is compared with the books. `--fault isolate,kill` chooses kinds, `--times 5` how often each, `--keep` keeps the logs. `--alerts` also
 * requires that each fault fires an alert within a minute, and `--quiet 10` that none fires in ten minutes without a fault.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { faultNames, faults, type Fault, type FaultName } from './faults.ts'
import type { Results, Task } from './inside.ts'
import { missing } from './missing.ts'
import { makeNetwork, removeNetwork } from './network.ts'
import { missingPrometheus } from './prometheus.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: faultNames.join(',') },
    times: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
    alerts: { type: 'boolean', default: false },
    quiet: { type: 'string', default: '0' },
  },
})
const chosen = values.fault.split(',')
const unknown = chosen.find((name) => !(faultNames as string[]).includes(name))
if (unknown !== undefined)
  throw new Error(`--fault has some of ${faultNames.join(', ')}, separated by commas, not ${unknown}`)
const times = Number(values.times)
if (!Number.isInteger(times) || times < 1) throw new Error(`--times is a whole number, not ${values.times}`)

const quietMinutes = Number(values.quiet)
if (!(quietMinutes >= 0)) throw new Error(`--quiet is a number of minutes, not ${values.quiet}`)
const alerts = values.alerts || quietMinutes > 0

const why = missing() ?? (alerts ? missingPrometheus() : undefined)
if (why === undefined) process.exitCode = await rehearse()
else console.log(`skipped: ${why} (deploy/ha/README.md)`)

async function rehearse(): Promise<number> {
  const left = (chosen as FaultName[]).filter((name) => {
    const without = (faults[name] as Fault).without?.()
    if (without) console.log(`left out: ${faults[name].title}: ${without}`)
    return without === undefined
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-ha-results-'))
  const results = path.join(folder, 'results.json')
  const task: Task = { maker: process.pid, faults: left, times, results, keep: values.keep, alerts, quietMinutes }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the rehearsal ends, and is then cleared away
  makeNetwork(process.pid)
  try {
    const inside = path.join(import.meta.dirname, 'inside.ts')
    const space = `kaika-ha-${process.pid}-world`
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', inside, JSON.stringify(task)]
    const child = spawn('ip', ['netns', 'exec', space, ...node], { stdio: ['ignore', 'inherit', 'inherit'] })
    await once(child, 'exit')
    const done = JSON.parse(readFileSync(results, 'utf8')) as Results
    return report(done)
  } finally {
    removeNetwork(process.pid)
    rmSync(folder, { recursive: true })
  }
}
