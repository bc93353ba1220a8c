import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { breakIns } from '#test/breakIns.ts'
import { freePort, runningPostgres, startPostgres } from './postgres/postgres.ts'
import { asAdmin, copyCluster, onDatabase, templateName } from './postgres/testCluster.ts'

let folder: string
let port: number
let env: NodeJS.ProcessEnv
const begun: ChildProcess[] = []

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kaika-start-'))
  port = await freePort()
  const { DATABASE_URL: _ours, ...rest } = process.env
  const ports = {
    PORT: String(port),
    NETWORK_PORT: String(await freePort()),
    SIMULATORS_PORT: String(await freePort()),
  }
  env = { ...rest, ...ports, KAIKA_DATA: folder, KAIKA_SHOPPERS: 'off' }
  await tellNothing()
})

/** As after an earlier start: the demo world is told at every start of the journeys (bin/journeys.ts), and takes half a minute. */
async function tellNothing(): Promise<void> {
  await copyCluster(postgresDir())
  const { url, stop } = await startPostgres({ dir: postgresDir(), durable: false })
  await asAdmin(url, (client) => client.query(`CREATE DATABASE kaika TEMPLATE ${templateName([])}`))
  await asAdmin(onDatabase(url, 'kaika'), (client) =>
    client.query('INSERT INTO demo_world (began_at, finished_at) VALUES (now(), now())'),
  )
  await stop()
}
after(async () => {
  for (const child of begun.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

type Started = { child: ChildProcess; said: () => string; code: Promise<number | null> }

function begin(command: string, ...options: string[]): Started {
  const child = spawn(command, options, {
    cwd: path.resolve(import.meta.dirname, '..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  begun.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (text += String(more)))
  const code = once(child, 'exit').then(([value]) => value as number | null)
  return { child, said: () => text, code }
}

async function ready(started: Started): Promise<void> {
  let ended = false
  void started.code.then(() => (ended = true))
  while (!started.said().includes('Kaika is ready')) {
    assert.ok(!ended, `it ended before it was ready:\n${started.said()}`)
    await sleep(50)
  }
}

const answers = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )
async function eventually(what: () => Promise<boolean> | boolean, said: string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    if (await what()) return
    await sleep(100)
  }
  assert.fail(said)
}

const postgresDir = (): string => path.join(folder, 'postgres')
async function ask(query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: runningPostgres(postgresDir())! })
  await client.connect()
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

test('npm start stands, tells where and as whom, and a SIGTERM to npm stops everything in order', async () => {
  const start = begin('npm', 'start')
  await ready(start)
  assert.ok(await answers())
  assert.match(start.said(), new RegExp(`Console +http://localhost:${port}\\b`))
  assert.match(start.said(), /13800000001 {2}an account holder with cards/)
  await ask('CREATE TABLE kept AS SELECT 42 AS answer')
  start.child.kill('SIGTERM')
  assert.equal(await start.code, 0, start.said())
  assert.match(start.said(), /Stopped\.\s*$/)
  assert.equal(runningPostgres(postgresDir()), undefined)
})

/** Returns a child of the supervisor by its program; nothing without /proc. */
function childOf(supervisor: number, program: string): number | undefined {
  if (process.platform !== 'linux') return undefined
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.map(Number).find((pid) => {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return Number(parent) === supervisor && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
    } catch {
      return false // it has just ended
    }
  })
}

/** Nice values of the database's processes that serve these connections of one program. */
const nicesOf = async (application: string, of: number): Promise<number[]> => {
  const ports = new Set(portsOf(of))
  const rows = await ask(`SELECT to_json(a) FROM (SELECT pid, client_port AS port FROM pg_stat_activity
                          WHERE application_name = '${application}') a`)
  return (rows as { pid: number; port: number }[]).filter(({ port }) => ports.has(port)).map(({ pid }) => niceOf(pid))
}
const niceOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')[16])
/** Its own ends of its connections. */
function portsOf(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]),
  )
  return readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length > 9 && sockets.has(fields[9]))
    .map((fields) => Number.parseInt(fields[1]!.split(':')[1]!, 16))
}

test(
  'what decides no cards gives way to what does, in the database too',
  { skip: process.platform !== 'linux' },
  async () => {
    const start = begin('bin/dev')
    await ready(start)
    const supervisor = Number(readFileSync(path.join(postgresDir(), 'kaika.supervisor'), 'utf8'))
    const [server, network] = ['--role=console,worker', '--role=decide'].map((role) => childOf(supervisor, role)!)
    const threads = readdirSync(`/proc/${server!}/task`).map(Number)
    assert.deepEqual([...new Set(threads.map(niceOf))], [10])
    assert.equal(niceOf(network!), 0)
    const [calls, decisions] = await Promise.all([nicesOf('kaika', server!), nicesOf('kaika', network!)])
    assert.ok(calls.length > 0 && decisions.length > 0)
    assert.deepEqual([...new Set(calls)], [5])
    assert.deepEqual([...new Set(decisions)], [0])
    start.child.kill('SIGINT')
    assert.equal(await start.code, 0, start.said())
  },
)

test('what dies comes back, and nothing is lost when the supervisor itself is killed', async () => {
  const first = begin('bin/dev')
  await ready(first)
  assert.deepEqual(await ask('SELECT answer FROM kept'), [42])

  const supervisor = Number(readFileSync(path.join(postgresDir(), 'kaika.supervisor'), 'utf8'))
  process.kill(Number(readFileSync(path.join(postgresDir(), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await eventually(() => first.said().includes('PostgreSQL ended'), 'the end of PostgreSQL is told')
  await eventually(() => runningPostgres(postgresDir()) !== undefined, 'PostgreSQL comes back')
  await eventually(answers, 'the server lives on')
  const environOf = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', '\n')
  const server = childOf(supervisor, '--role=console,worker')
  if (server) {
    assert.ok(!environOf(server).includes('KAIKA_DATABASE_OWNER_URL'), 'the server cannot sign in as the owner')
    process.kill(server, 'SIGKILL')
    await eventually(() => first.said().includes('The server was ended by SIGKILL'), 'the end of the server is told')
    await eventually(answers, 'the server comes back')
    const given = environOf(childOf(supervisor, '--role=console,worker')!)
    assert.ok(!given.includes('KAIKA_DATABASE_OWNER_URL'), 'nor can the one that came back')
    assert.deepEqual((await breakIns(/^DATABASE_URL=(.*)$/m.exec(given)![1]!)).through, [])
  }

  const second = begin('bin/dev')
  assert.equal(await second.code, 1)
  assert.match(second.said(), /is Kaika running already\?/)

  process.kill(supervisor, 'SIGKILL')
  await eventually(async () => !(await answers()), 'the server leaves when its supervisor is gone')
  const third = begin('bin/dev')
  await ready(third)
  assert.deepEqual(await ask('SELECT answer FROM kept'), [42])
  third.child.kill('SIGINT')
  assert.equal(await third.code, 0, third.said())
})
