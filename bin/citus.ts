/** `npm run citus`: the server's tests, or the named ones, on a coordinator and two workers with Citus, where it is installed. */
import { globSync } from 'node:fs'
import path from 'node:path'
import { programsWithCitus, temporaryCitus } from './postgres/citus.ts'
import { runTestFiles } from './testFiles.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
const programs = programsWithCitus()
if (!programs) {
  console.log('skipped: Citus is not installed (deploy/citus/README.md)')
} else {
  const { coordinator, workers, stop } = await temporaryCitus(programs)
  process.env.KAIKA_TEST_POSTGRES = coordinator
  process.env.KAIKA_TEST_WORKERS = workers.join(' ')
  try {
    const named = process.argv.slice(2)
    const files = named.length > 0 ? named : globSync('{server,test}/**/*.test.ts').sort()
    const { passed, failed } = await runTestFiles(files, { quiet: named.length === 0 })
    console.log(`${passed} passed, ${failed} failed on a coordinator and ${workers.length} workers`)
    process.exitCode = failed > 0 ? 1 : 0
  } finally {
    await stop()
  }
}
