import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { withCluster, type Cluster } from './cluster.ts'
import type { Verdict } from './gate.ts'
import { nothingLostOrDoubled, settled, whatIsWrong } from './healing.ts'
import { bustle, gather, type Crowd } from './people.ts'

/** Lives through every fault of this file; after each one, everything ever acknowledged to it is checked. */
let crowd: Crowd
const cluster: Cluster = withCluster(async () => {
  crowd = await gather(cluster)
})

/** People are active before, during and after the fault, and the servers recover without help. */
async function survives(fault: () => Promise<unknown>): Promise<void> {
  const people = bustle(cluster, crowd)
  assert.ok(await people.sees(10))
  await fault()
  assert.ok(await people.sees(15), 'life goes on')
  await people.stop()
  await nothingLostOrDoubled(cluster, crowd)
}

async function endPostgres(signal: NodeJS.Signals): Promise<void> {
  process.kill(cluster.postgres.pid, signal)
  await cluster.postgres.ended
}

test('PostgreSQL is killed and started again', () =>
  survives(async () => {
    await endPostgres('SIGKILL')
    await sleep(500)
    await cluster.startPostgres()
  }))

test('PostgreSQL stops at once, without a word to anybody', () =>
  survives(async () => {
    await endPostgres('SIGQUIT')
    await cluster.startPostgres()
  }))

test('control: where a commit does not wait for the disk, what was acknowledged is lost, and the books do not notice', async () => {
  const strangers = await gather(cluster, 1)
  await nothingLostOrDoubled(cluster, strangers)
  // The non-durable settings are PostgreSQL's own, and only for the duration of this test.
  const careless = ['synchronous_commit = off', "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"]
  for (const setting of careless) await cluster.asAdmin(`ALTER SYSTEM SET ${setting}`)
  await cluster.asAdmin('SELECT pg_reload_conf()')
  for (const { back } of cluster.servers) back.cut()
  await sleep(200)
  try {
    const people = bustle(cluster, strangers, { inputs: { load: 1 } })
    assert.ok(await people.sees(10))
    await endPostgres('SIGKILL')
    await cluster.startPostgres()
    await people.stop()
    const wrong = await whatIsWrong(cluster, strangers)
    assert.ok(
      wrong.some((line) => line.startsWith('acknowledged and not there: order LOAD')),
      wrong.join('; '),
    )
    assert.deepEqual(
      wrong.filter((line) => line.startsWith('the books')),
      [],
    )
  } finally {
    await cluster.asAdmin('ALTER SYSTEM RESET ALL')
    await cluster.asAdmin('SELECT pg_reload_conf()')
  }
})

test('all connections are cut, again and again', () =>
  survives(async () => {
    for (let times = 0; times < 8; times++) {
      await cluster.asAdmin(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
      await sleep(250)
    }
  }))

test('nobody is let in to the database for a while', () =>
  survives(async () => {
    await Promise.all(cluster.servers.map(({ back }) => back.refuse()))
    await sleep(2500)
    await Promise.all(cluster.servers.map(({ back }) => back.listen()))
  }))

test('control: whoever is turned away and does not ask again never knows', async () => {
  const strangers = await gather(cluster, 1)
  const people = bustle(cluster, strangers, { inputs: { load: 1 }, manner: { asksAgain: false, sameNumber: true } })
  assert.ok(await people.sees(3))
  await Promise.all(cluster.servers.map(({ back }) => back.refuse()))
  await people.stop()
  await Promise.all(cluster.servers.map(({ back }) => back.listen()))
  const wrong = await whatIsWrong(cluster, strangers)
  assert.ok(
    wrong.some((line) => line.startsWith('never answered')),
    wrong.join('; '),
  )
})

/** PostgreSQL sends COMMIT, but the confirmation is lost. */
const deafToCommit = (share: number) => {
  const heard = { lost: 0 }
  const judge = (reply: Buffer): Verdict =>
    reply.includes('COMMIT\0') && Math.random() < share ? (heard.lost++, 'cut') : 'pass'
  for (const { back } of cluster.servers) back.judge = judge
  return heard
}

test('PostgreSQL commits and the server does not hear of it', async () => {
  const heard = deafToCommit(0.2)
  try {
    const people = bustle(cluster, crowd)
    while (heard.lost < 8) assert.ok(await people.sees(5))
    deafToCommit(0)
    await people.stop()
  } finally {
    deafToCommit(0)
  }
  await nothingLostOrDoubled(cluster, crowd)
})

test('control: without the key of a request, asking what became of it does it again', async () => {
  const strangers = await gather(cluster, 1)
  await cluster.asAdmin('ALTER TABLE request_key DROP CONSTRAINT request_key_pkey')
  try {
    const heard = deafToCommit(0.2)
    const people = bustle(cluster, strangers, { inputs: { load: 1 } })
    while (heard.lost < 5) await sleep(20)
    deafToCommit(0)
    await people.stop()
    await settled(cluster, strangers)
    const wrong = await whatIsWrong(cluster, strangers)
    assert.ok(
      wrong.some((line) => line.startsWith('there and not acknowledged: order LOAD')),
      wrong.join('; '),
    )
  } finally {
    deafToCommit(0)
    await cluster.asAdmin('TRUNCATE request_key')
    await cluster.asAdmin(
      'ALTER TABLE request_key ADD CONSTRAINT request_key_pkey PRIMARY KEY (account_id, route, request_no)',
    )
  }
})

test('the way to the database is gone without a word: nothing is refused, and nothing comes', () =>
  survives(async () => cluster.servers[0].back.fallSilent()))
