/** `npm test`. With names of test files: only these. The last line is always `N passed, N failed`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from './postgres.ts'
import { runTestFiles } from './testFiles.ts'

const named = process.argv.slice(2)
const folder = await mkdtemp(path.join(tmpdir(), 'kaika-check-'))
const postgres = await startPostgres({ dir: path.join(folder, 'postgres'), durable: false })
process.env.KAIKA_TEST_POSTGRES = postgres.url
try {
  const { passed, failed } = await runTestFiles(named.filter((file) => file.endsWith('.test.ts')))
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
