/**
 * `npm run ha`: a service as in production, in network namespaces, struck by twelve kinds of fault while the network and people are at work; everything that was
 * acknowledged is compared with the books. `--help` names the options.
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

const USAGE = `npm run ha -- [--fault a,b] [--times 5] [--alerts] [--quiet minutes] [--keep]
  --fault   which faults strike, all by default: ${faultNames.join(', ')}
  --times   how often each of them strikes, 5 by default
  --alerts  each fault must fire an alert within a minute
  --quiet   minutes without a fault at the beginning, in which no alert may fire
  --keep    keeps the logs of the service`

type Chosen = { faults: FaultName[]; times: number; keep: boolean; alerts: boolean; quietMinutes: number }

/** An error says what is wrong with the options. */
function chosenIn(args: string[]): Chosen | 'help' | Error {
  try {
    const { values } = parseArgs({
      args,
      options: {
        fault: { type: 'string', default: faultNames.join(',') },
        times: { type: 'string', default: '5' },
        keep: { type: 'boolean', default: false },
        alerts: { type: 'boolean', default: false },
        quiet: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return 'help'
    const chosen = values.fault.split(',')
    const unknown = chosen.find((name) => !(faultNames as string[]).includes(name))
    if (unknown !== undefined) return new Error(`there is no fault ${unknown}`)
    const [times, quietMinutes] = [Number(values.times), Number(values.quiet)]
    if (!Number.isInteger(times) || times < 1) return new Error(`--times is a whole number, not ${values.times}`)
    if (!(quietMinutes >= 0)) return new Error(`--quiet is a number of minutes, not ${values.quiet}`)
    const alerts = values.alerts || quietMinutes > 0
    return { faults: chosen as FaultName[], times, keep: values.keep, alerts, quietMinutes }
  } catch (error) {
    return error as Error
  }
}

const chosen = chosenIn(process.argv.slice(2))
if (chosen === 'help') console.log(USAGE)
else if (chosen instanceof Error) {
  console.error(`${chosen.message}\n\n${USAGE}`)
  process.exitCode = 2
} else {
  const why = missing() ?? (chosen.alerts ? missingPrometheus() : undefined)
  if (why === undefined) process.exitCode = await rehearse(chosen)
  else console.log(`skipped: ${why} (deploy/ha/README.md)`)
}

async function rehearse({ faults: asked, times, keep, alerts, quietMinutes }: Chosen): Promise<number> {
  const left = asked.filter((name) => {
    const without = (faults[name] as Fault).without?.()
    if (without) console.log(`left out: ${faults[name].title}: ${without}`)
    return without === undefined
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-ha-results-'))
  const results = path.join(folder, 'results.json')
  const task: Task = { maker: process.pid, faults: left, times, results, keep, alerts, quietMinutes }
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
