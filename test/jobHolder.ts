/** A worker process that starts a job and does not finish it until it is killed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '#server/core/db.ts'
import type { JobTasks } from '#server/core/jobs.ts'
import { startWorking } from '#server/core/worker/worker.ts'

const [url, how] = process.argv.slice(2) as [string, 'waits' | 'blocks']
openDb(url)
const work = async (): Promise<void> => {
  process.send!('begun')
  if (how === 'waits') return sleep(60_000)
  await sleep(200) // so that the message is sent
  // Blocks the event loop: no heartbeat, no answer to anyone.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
}
const worker = await startWorking({ 'test.note': work } as JobTasks, {})
while (!worker.isWorking()) await sleep(50)
process.send!('ready')
process.on('disconnect', () => process.exit(0))
