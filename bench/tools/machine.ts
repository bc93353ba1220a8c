import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { findPrograms } from '#bin/postgres/postgresPrograms.ts'

/** The conditions that figures depend on. The load shows whether others used the machine at the same time. */
export const machine = (): [what: string, value: string][] => [
  ['Date', new Date().toISOString().slice(0, 10)],
  ['Processor', `${os.availableParallelism()} cores, ${os.cpus()[0]?.model.trim() ?? process.arch}`],
  ['Memory', `${Math.round(os.totalmem() / 2 ** 30)} GB`],
  ['System', `${os.type()} ${os.release()}`],
  ['Node', process.version.slice(1)],
  ['PostgreSQL', execFileSync(findPrograms().postgres, ['--version'], { encoding: 'utf8' }).replace(/^\D+/, '').trim()],
  [
    'Load before',
    os
      .loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
  ],
]
