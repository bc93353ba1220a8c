/** `bin/kaika check`: looks at everything that a server needs before one is started, and tells everything that is wrong in one list. */
import { lookup, resolveMx } from 'node:dns/promises'
import { statfsSync } from 'node:fs'
import { nowMs } from '#server/core/clock.ts'
import { inspectConfig } from '#server/core/settings/config.ts'
import { outsideSettings } from '#server/outside/choose.ts'
import { lookAtAddress } from './address.ts'
import { lookAtDatabase, lookAtOwner } from './database.ts'
import { lookAtMachine, lookAtPorts, lookAtRoom } from './machine.ts'
import { lookAtMail, lookAtOutside } from './outside.ts'
import { lookAtReplica } from './replica.ts'
import { lookAtSecrets } from './secretsFile.ts'
import type { Around, Found, Seen } from './seen.ts'

const real: Around = {
  lookup,
  resolveMx,
  nowMs,
  freeBytes(folder) {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
}
const looks: readonly (readonly [about: string, look: (seen: Seen) => Promise<Found>])[] = [
  ['secrets and key service', lookAtSecrets],
  ['database, its rights, its tables and its clock', lookAtDatabase],
  ['owner of the tables', lookAtOwner],
  ['standby for exports', lookAtReplica],
  ['outside parts', lookAtOutside],
  ['mail', lookAtMail],
  ['public address', lookAtAddress],
  ['disk', lookAtRoom],
  ['ports', lookAtPorts],
  ['this machine', lookAtMachine],
]

/** Everything that is wrong, and what was not looked at. */
export async function inspect(
  env: NodeJS.ProcessEnv,
  around: Around = real,
): Promise<{ wrong: string[]; skipped: string[] }> {
  const { config, problems } = inspectConfig(env, outsideSettings)
  const found = await Promise.all(
    looks.map(async ([about, look]) => {
      // Whatever happens in one look, the others tell what they have found.
      const failed = (error: Error): Found => ({ wrong: [`${about}: ${error.message}`] })
      return { about, ...(await look({ env, config, problems, around }).catch(failed)) }
    }),
  )
  return {
    wrong: [...new Set([...problems, ...found.flatMap((one) => one.wrong)])],
    skipped: found.flatMap(({ about, skipped }) => (skipped ? `${about}: ${skipped}` : [])),
  }
}

/** Prints the list. Returns the exit code. */
export async function check(): Promise<number> {
  const { wrong, skipped } = await inspect(process.env)
  console.log(wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong:`)
  for (const one of wrong) console.log(`- ${one}`)
  console.log(`looked at: ${['settings', ...looks.map(([about]) => about)].join('; ')}`)
  for (const one of skipped) console.log(`not looked at: ${one}`)
  return wrong.length === 0 ? 0 : 1
}
