import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import pg from 'pg'
import { withCluster, type Cluster, type Server } from './cluster.ts'
import { bothAnswer, nothingLostOrDoubled, whatIsWrong } from './healing.ts'
import { bustle, gather, type Crowd, type Flight } from './people.ts'

/** Lives through every fault of this file; after each one, everything ever acknowledged to it is checked. */
let crowd: Crowd
const cluster: Cluster = withCluster(async () => {
  crowd = await gather(cluster)
})

test('without any fault, two servers on one database do everything once', async () => {
  const people = bustle(cluster, crowd)
  assert.ok(await people.sees(20))
  await people.stop()
  await nothingLostOrDoubled(cluster, crowd)
})

test('a server is killed: the other goes on, and so does the next one', async () => {
  const people = bustle(cluster, crowd)
  const [killed] = cluster.servers
  assert.ok(await people.sees(10))
  await killed.end('SIGKILL')
  assert.ok(await people.sees(15), 'the other one goes on')
  await killed.start()
  assert.ok(await people.sees(10))
  await people.stop()
  await nothingLostOrDoubled(cluster, crowd)
})

test('control: whoever does not ask again after a kill does not know what happened', async () => {
  const strangers = await gather(cluster, 1)
  const people = bustle(cluster, strangers, { inputs: { load: 1 }, manner: { asksAgain: false, sameNumber: true } })
  assert.ok(await people.sees(5))
  const [killed] = cluster.servers
  await signalled(killed, strangers, 'SIGKILL')
  await people.stop()
  await killed.start()
  const wrong = await whatIsWrong(cluster, strangers)
  assert.ok(
    wrong.some((line) => line.startsWith('never answered')),
    wrong.join('; '),
  )
})

/** Locks the wallets from outside, so that requests stay in progress until the lock is released. */
async function holding<T>(held: Crowd, work: (letGo: () => Promise<void>) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('BEGIN')
    const accounts = held.people.map(({ accountId }) => accountId)
    await client.query(
      `SELECT FROM ledger_account WHERE code = '2010' AND account_id = ANY ($1) ORDER BY la_id FOR UPDATE`,
      [accounts],
    )
    return await work(async () => void (await client.query('ROLLBACK')))
  } finally {
    await client.end()
  }
}

/** Sends the signal while requests are in progress, and returns which of them were answered. */
async function signalled(
  server: Server,
  among: Crowd,
  signal: NodeJS.Signals,
): Promise<{ flights: Flight[]; code: number | null }> {
  return holding(among, async (letGo) => {
    const flying = (): Flight[] =>
      [...among.flying].filter(({ to, sinceMs }) => to === server && sinceMs < Date.now() - 300)
    for (let waited = 0; flying().length < 2 && waited < 20_000; waited += 20) await sleep(20)
    const flights = flying()
    const ended = server.end(signal)
    await sleep(200)
    await letGo()
    return { flights, code: await ended }
  })
}

test('SIGTERM under load: what was accepted is answered, and the process ends in order', async () => {
  const people = bustle(cluster, crowd)
  const [leaving] = cluster.servers
  assert.ok(await people.sees(10))
  const { flights, code } = await signalled(leaving, crowd, 'SIGTERM')
  assert.equal(code, 0, leaving.said)
  assert.ok(flights.length > 0)
  assert.deepEqual(
    flights.filter(({ answered }) => answered !== true),
    [],
  )
  assert.ok(await people.sees(10), 'the other one goes on')
  await leaving.start()
  await people.stop()
  await nothingLostOrDoubled(cluster, crowd)
})

test('control: a kill in place of SIGTERM leaves accepted requests without an answer', async () => {
  const people = bustle(cluster, crowd)
  const [killed] = cluster.servers
  const { flights } = await signalled(killed, crowd, 'SIGKILL')
  await killed.start()
  await people.stop()
  assert.ok(flights.some(({ answered }) => answered === false))
})

/** Returns how many transactions of a server are open and idle. */
async function heldBy({ back }: Server): Promise<number> {
  const [row] = await cluster.asAdmin<{ held: number }>(`
    SELECT count(*)::int AS held
      FROM pg_stat_activity
     WHERE state LIKE 'idle in transaction%' AND client_port IN (${[0, ...back.ports()].join(', ')})`)
  return row!.held
}

test('a server that freezes with locks in its hands loses them, and thaws unharmed', async () => {
  const people = bustle(cluster, crowd, { hands: 12 })
  const [frozen] = cluster.servers
  for (let held = 0; held === 0;) {
    frozen.process.kill('SIGSTOP')
    await sleep(30) // its earlier requests are answered by then
    held = await heldBy(frozen)
    if (held) break
    frozen.process.kill('SIGCONT')
    await sleep(25)
  }
  assert.ok(await people.sees(20), 'the other one goes on')
  for (let waited = 0; (await heldBy(frozen)) > 0; waited += 100) {
    assert.ok(waited < 20_000, 'the database takes its locks away')
    await sleep(100)
  }
  frozen.process.kill('SIGCONT')
  await bothAnswer(cluster)
  assert.ok(await people.sees(10))
  await people.stop()
  await nothingLostOrDoubled(cluster, crowd)
})

test('control: locks that no time-out takes away stop everybody', async () => {
  const strangers = await gather(cluster, 1)
  const people = bustle(cluster, strangers, { inputs: { load: 1 } })
  assert.ok(await people.sees(3))
  await holding(strangers, async (letGo) => {
    await people.sees(8, 1000) // requests that had just started
    assert.equal(await people.sees(1, 5000), false)
    await letGo()
  })
  assert.ok(await people.sees(3))
  await people.stop()
})

test('replies to people and to the network are lost after the commit', async () => {
  const gates = [...cluster.servers.map(({ front }) => front), cluster.network]
  let lost = 0
  for (const gate of gates) gate.judge = () => (Math.random() < 0.2 ? (lost++, 'cut') : 'pass')
  const people = bustle(cluster, crowd)
  while (lost < 10) assert.ok(await people.sees(5))
  for (const gate of gates) gate.judge = () => 'pass'
  await people.stop()
  await nothingLostOrDoubled(cluster, crowd)
})

test('control: whoever takes a new number to ask again gets it twice', async () => {
  const strangers = await gather(cluster, 1)
  for (const { front } of cluster.servers) front.judge = () => (Math.random() < 0.3 ? 'cut' : 'pass')
  const people = bustle(cluster, strangers, { inputs: { load: 1 }, manner: { asksAgain: true, sameNumber: false } })
  const went = await people.sees(20)
  for (const { front } of cluster.servers) front.judge = () => 'pass'
  await people.stop()
  assert.ok(went)
  const wrong = await whatIsWrong(cluster, strangers)
  assert.ok(
    wrong.some((line) => line.startsWith('there and not acknowledged: order LOAD')),
    wrong.join('; '),
  )
})
