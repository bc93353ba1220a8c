/** The start of production: it refuses with everything that is dangerous, in one list (docs/operate/production.md#dangers). */
import { statSync } from 'node:fs'
import { hasRangesOf } from './cards/cards.ts'
import { excessRights } from './core/database/serverRole.ts'
import { db, maybeOne, sql } from './core/db.ts'
import { DEMO_PASSWORD, dangersIn, type Facts } from './core/settings/dangers.ts'
import { problemOf } from './core/settings/settings.ts'
import { keysByName, secretsFile, type Secrets } from './core/settings/storedSecrets.ts'
import { offsetNow } from './simulatedClock.ts'
import { staffWithPassword } from './staff/staff.ts'

type Known = Pick<Facts, 'settings' | 'secrets'> & { staff: boolean }

export const secretsFacts = (dataDir: string, secrets: Secrets): NonNullable<Facts['secrets']> => {
  const file = secretsFile(dataDir)
  return { file, mode: statSync(file).mode, keys: keysByName(secrets) }
}

/** What the database says of itself, over the pool. With `staff`, also whose password is published, which costs twenty milliseconds a person. */
export async function databaseFacts({ staff }: { staff: boolean }): Promise<NonNullable<Facts['database']>> {
  const [told, offset, ranges, { role, excess }, demoStaff] = await Promise.all([
    maybeOne(db, sql<{ one: boolean }>`SELECT one FROM demo_world`),
    offsetNow(db),
    hasRangesOf(db, 'simulated'),
    excessRights(),
    staff ? staffWithPassword(DEMO_PASSWORD) : [],
  ])
  const demo = [
    ...(told ? ['the people of the demo: begin with an empty one'] : []),
    ...(offset > 0 ? ['a clock that was moved: begin with an empty one'] : []),
    ...(ranges ? ['card ranges of the simulated issuer: bin/kaika migrate removes those without cards'] : []),
  ]
  return { demo, role, excess, demoStaff }
}

/** Before anything is begun. If something is dangerous already, the database is asked too, so that the list is complete. */
export async function refuseKnownDangers(known: Known): Promise<void> {
  if (dangersIn(known).length > 0) refuseAll({ ...known, database: await databaseFacts(known).catch(() => undefined) })
}

/** Once the database is there. */
export async function refuseDangers(known: Known): Promise<void> {
  refuseAll({ ...known, database: await databaseFacts(known) })
}

function refuseAll({ settings, secrets, database }: Known & { database: Facts['database'] }): void {
  const found = dangersIn({ settings, ...(secrets && { secrets }), ...(database && { database }) })
  if (found.length > 0) throw problemOf(found, 'dangers that production does not start with')
}
