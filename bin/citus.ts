/**
 * `npm run citus`: the server's tests and the journeys of money, or the named files, on a coordinator and two workers with Citus, where it is installed. The
 * journeys are walked on a Kaika whose demo world was told on the spread database.
 */
import { globSync } from 'node:fs'
import path from 'node:path'
import { runJourneys } from './journeys.ts'
import { programsWithCitus, temporaryCitus } from './postgres/citus.ts'
import { testOn } from './postgres/testCluster.ts'
import { runTestFiles } from './testFiles.ts'

/** Top-ups by every rail, opening and loading cards, purchases and their settlement, plans, withdrawals of commission and of the balance of a closed account. */
const MONEY_JOURNEYS = [
  'test/journeys/funding/topUp.journey.ts',
  'test/journeys/funding/usdt.journey.ts',
  'test/journeys/funding/wire.journey.ts',
  'test/journeys/funding/desk.journey.ts',
  'test/journeys/cards/cards.journey.ts',
  'test/journeys/cards/batches.journey.ts',
  'test/journeys/plans.journey.ts',
  'test/journeys/referrals.journey.ts',
  'test/journeys/identity/closing.journey.ts',
]

process.chdir(path.resolve(import.meta.dirname, '..'))
const programs = programsWithCitus()
if (!programs) {
  console.log('skipped: Citus is not installed (deploy/citus/README.md)')
} else {
  const { coordinator, workers, stop } = await temporaryCitus(programs)
  testOn(coordinator, workers)
  try {
    const named = process.argv.slice(2)
    const files = named.length > 0 ? named : [...globSync('{server,test}/**/*.test.ts').sort(), ...MONEY_JOURNEYS]
    const quiet = named.length === 0
    const tests = await runTestFiles(
      files.filter((file) => file.endsWith('.test.ts')),
      { quiet },
    )
    const journeys = await runJourneys(
      files.filter((file) => file.endsWith('.journey.ts')),
      { quiet },
    )
    const [passed, failed] = [tests.passed + journeys.passed, tests.failed + journeys.failed]
    console.log(`${passed} passed, ${failed} failed on a coordinator and ${workers.length} workers`)
    process.exitCode = failed > 0 ? 1 : 0
  } finally {
    await stop()
  }
}
