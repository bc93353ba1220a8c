import { spawn } from 'node:child_process'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export type Count = { passed: number; failed: number }
export type Took = { file: string; s: number }

/** For whoever wonders where the minutes went, or has just added one. */
export function tellSlowest(took: readonly Took[]): void {
  const slowest = [...took].sort((a, b) => b.s - a.s).slice(0, 12)
  console.log('  the slowest:')
  for (const { file, s } of slowest) console.log(`  ${s.toFixed(1).padStart(7)} s  ${file}`)
}

/** A file that hangs is reported as a failure by name, and does not block the run. The longest takes three minutes on a quiet machine, and nine beside other work. */
const FILE_MS = 12 * 60_000

/**
 * Runs test files in parallel, each in a process of its own. `quiet` prints only failures and ends a file that hangs; without it someone is watching, and a
 * thousand walks may take their hour.
 */
export async function runTestFiles(files: string[], { quiet = false, concurrency = 4 } = {}): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const running = run({
    files: files.map((file) => path.resolve(file)),
    concurrency,
    timeout: quiet ? FILE_MS : Infinity,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const count: Count = { passed: 0, failed: 0 }
  const took: Took[] = []
  running.on('test:summary', ({ file, counts, duration_ms: ms }) => {
    if (file) return void took.push({ file: path.relative('.', file), s: ms / 1000 })
    count.passed = counts.passed
    count.failed = counts.tests - counts.passed - counts.skipped - counts.todo
  })
  // A suite that throws while it is being defined has no failing tests, and the summary counts only tests.
  let brokenSuites = 0
  running.on('test:fail', ({ details: { type, error } }) => {
    if (type === 'suite' && (error as { failureType?: string }).failureType !== 'subtestsFailed') brokenSuites++
  })
  if (quiet) {
    await tellFailures(running)
    tellSlowest(took)
  } else for await (const text of running.compose(new spec())) process.stdout.write(text as string)
  count.failed += brokenSuites
  return count
}

async function tellFailures(running: ReturnType<typeof run>): Promise<void> {
  const noise = new Map<string, string>()
  for await (const { type, data } of running) {
    if (type === 'test:stderr' || type === 'test:stdout')
      noise.set(data.file, ((noise.get(data.file) ?? '') + data.message).slice(-4000))
    if (type !== 'test:fail') continue
    const { error } = data.details
    const cause = (error.cause ?? error) as Error
    const only = (error as { failureType?: string }).failureType
    if (only === 'subtestsFailed') continue
    const file = path.relative('.', data.file ?? '')
    console.log(`✖ ${file}: ${data.name}\n${indented(cause.stack ?? String(cause))}`)
    const said = noise.get(data.file ?? '')
    if (said && only === 'testCodeFailure' && data.nesting === 0 && data.name.endsWith('.ts'))
      console.log(indented(said))
  }
}

const indented = (text: string): string => text.replace(/^/gm, '    ')

/** Runs a check that is a separate program: one passed or one failed. */
export async function runProgram(script: string, options: string[]): Promise<Count> {
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code === 0) return { passed: 1, failed: 0 }
  process.stdout.write(said)
  return { passed: 0, failed: 1 }
}
