/**
 * A thousand notices a second, told by two workers: how long each waits. Jobs are queued as a batch of cards queues them, fifty in a statement; the workers run
 * as processes of their own with the settings of a worker that does nothing else.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { hashPassword, mobileOf, openAccount, useIdentity } from '#server/identity/identity.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { works } from './tools/children.ts'
import { percentile, tell, type Told } from './tools/figures.ts'
import { onScratch } from './tools/scratch.ts'

const [ACCOUNTS, A_SECOND, SECONDS, WORKERS, AT_ONCE] = [200, 1000, 20, 2, 16]
const AT_A_TIME = 50

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: true }, async (url) => {
    const accounts = await holders()
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => works({ url, secret, atOnce: AT_ONCE })))
    // Plans made for empty tables are bad.
    await queues(accounts, 2)
    await untilEmpty()
    await sql`VACUUM ANALYZE`.execute(db)
    const lags = watches()
    await queues(accounts, SECONDS)
    const behind = await oldest()
    const emptied = performance.now()
    await untilEmpty()
    const seen = (await lags.stop()).sort((a, b) => a - b)
    for (const worker of workers) await worker.stop()
    return {
      figures: [
        {
          what: 'the oldest waiting job, p95 of the moments',
          value: percentile(seen, 0.95),
          unit: 's',
          reach: { atMost: 2 },
        },
        { what: 'the same, worst moment', value: seen.at(-1)!, unit: 's' },
      ],
      notes: [
        `${A_SECOND} jobs a second for ${SECONDS} s, ${WORKERS} workers with ${AT_ONCE} jobs at once, beside the database on this machine. When the last was queued the oldest had waited ${behind.toFixed(2)} s, and ${((performance.now() - emptied) / 1000).toFixed(1)} s later none was left.`,
      ],
    }
  })
}

/** Account holders who are told in the console alone. */
async function holders(): Promise<string[]> {
  const passwordHash = await hashPassword('Kaika1234')
  const made: string[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const mobile = mobileOf(`138${String(i).padStart(8, '0')}`, '86')
    const { accountId } = await transaction((tx) => openAccount(tx, { mobile, passwordHash }))
    made.push(accountId)
  }
  return made
}

/** Evenly, however long a statement takes. */
async function queues(accounts: readonly string[], seconds: number): Promise<void> {
  const began = performance.now()
  for (let sent = 0; sent < A_SECOND * seconds; sent += AT_A_TIME) {
    const due = began + (sent / A_SECOND) * 1000
    if (due > performance.now()) await sleep(due - performance.now())
    const specs = Array.from({ length: AT_A_TIME }, (_, i) => ({
      identifier: 'notices.tell',
      payload: {
        noticeId: newId('ntp'),
        accountId: accounts[(sent + i) % accounts.length],
        // Shown in the console alone: a text message would measure the provider.
        event: 'refund_posted',
        params: { merchant: 'GitHub', amount: '$100.00', last4: '0917' },
        atMs: nowMs(),
      },
      max_attempts: 25,
    }))
    await sql`
      SELECT graphile_worker.add_jobs(ARRAY(
        SELECT json_populate_recordset(NULL::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(db)
  }
}

/** Seconds since the oldest job that is not done was due. */
const oldest = async (): Promise<number> =>
  (
    await one(
      db,
      sql<{ s: number }>`
      SELECT coalesce(extract(epoch FROM clock_timestamp() - min(run_at)), 0)::float8 AS s
        FROM graphile_worker._private_jobs WHERE attempts < max_attempts`,
    )
  ).s

async function untilEmpty(): Promise<void> {
  while ((await oldest()) > 0) await sleep(100)
}

function watches(): { stop(): Promise<number[]> } {
  const seen: number[] = []
  let over = false
  const watching = (async () => {
    for (; !over; await sleep(200)) seen.push(await oldest())
  })()
  return {
    async stop() {
      over = true
      await watching
      return seen
    },
  }
}

if (import.meta.main) tell(await bench())
