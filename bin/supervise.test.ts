import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { keep, loadChild, startChild, type Running } from './supervise.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kaika-supervise-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, body: string): Promise<string> {
  const file = path.join(folder, `${name}.ts`)
  await writeFile(file, body)
  return file
}
const STEADY = `process.on('SIGTERM', () => process.exit(0)); process.on('disconnect', () => process.exit(0)); process.send?.({ ready: true })`

test('what dies is started again and said in one line', async () => {
  const file = await program('steady', STEADY)
  const lives: Running[] = []
  const said: string[] = []
  const kept = await keep(
    'The server',
    async () => {
      const running = await startChild('server', file, {})
      lives.push(running)
      return running
    },
    (line) => said.push(line),
  )
  lives[0]!.kill()
  for (let waited = 0; lives.length < 2 && waited < 10_000; waited += 20) await sleep(20)
  assert.equal(lives.length, 2)
  assert.deepEqual(said, ['The server was ended by SIGKILL: starting it again in 0.4 s'])
  await kept.stop()
  assert.equal(await lives[1]!.ended, 'ended with code 0')
})

test('what cannot be started the first time is an error, not a loop', async () => {
  const file = await program('broken', 'process.exit(3)')
  await assert.rejects(
    keep(
      'The server',
      () => startChild('server', file, {}),
      () => {},
    ),
    /server ended with code 3 before it was ready/,
  )
})

test('the pause grows while it keeps dying', async () => {
  const pauses: string[] = []
  let starts = 0
  const start = async (): Promise<Running> => {
    if (++starts > 1) throw new Error('still broken')
    return { ended: Promise.resolve('ended'), stop: async () => {}, kill: () => {} }
  }
  const kept = await keep('It', start, (line) => pauses.push(/again in ([\d.]+)/.exec(line)?.[1] ?? line))
  for (let waited = 0; pauses.length < 4 && waited < 10_000; waited += 20) await sleep(20)
  await kept.stop()
  assert.deepEqual(pauses.slice(0, 4), ['0.4', 'It: still broken', '0.8', 'It: still broken'])
})

test('a program that is loaded begins with the settings that it is given, and not before', async () => {
  const written = path.join(folder, 'written')
  const file = await program(
    'settings',
    `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.WRITES_TO, process.env.GIVEN); ${STEADY}`,
  )
  const loading = loadChild('server', file)
  await loading.done
  const running = await loading.begin({ WRITES_TO: written, GIVEN: 'now' })
  assert.equal(await readFile(written, 'utf8'), 'now')
  await running.stop()
  assert.equal(await running.ended, 'ended with code 0')
})

test('the threads of a program that was loaded first begin at once', async () => {
  const written = path.join(folder, 'said-by-thread')
  const thread = await program(
    'thread',
    `import { parentPort } from 'node:worker_threads'; parentPort.postMessage('done')`,
  )
  const file = await program(
    'threaded',
    `import { writeFileSync } from 'node:fs'
     import { Worker } from 'node:worker_threads'
     process.on('SIGTERM', () => process.exit(0))
     new Worker(${JSON.stringify(thread)}).on('message', (said) => {
       writeFileSync(process.env.WRITES_TO, said)
       process.send({ ready: true })
     })`,
  )
  const running = await loadChild('server', file).begin({ WRITES_TO: written })
  assert.equal(await readFile(written, 'utf8'), 'done')
  await running.stop()
})

test('a program that ended while it waited is an error when it is to begin', async () => {
  const loading = loadChild('server', await program('broken', 'process.exit(3)'))
  await assert.rejects(loading.begin({}), /server ended with code 3 before it was ready/)
})
