import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export type Count = { passed: number; failed: number }

/** Runs test files side by side, each in a process of its own. `quiet` prints failures only. */
export async function runTestFiles(files: string[], { quiet = false, concurrency = 3 } = {}): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const count: Count = { passed: 0, failed: 0 }
  const running = run({ files: files.map((file) => path.resolve(file)), concurrency, execArgv: ['--disable-warning=ExperimentalWarning'] })
  running.on('test:summary', ({ file, counts }) => {
    if (file) return
    count.passed = counts.passed
    count.failed = counts.tests - counts.passed - counts.skipped - counts.todo
  })
  const report = new spec()
  let told = ''
  for await (const text of running.compose(report)) if (quiet) told += text
  else process.stdout.write(text as string)
  if (quiet && count.failed > 0) process.stdout.write(told)
  return count
}
