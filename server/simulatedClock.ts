/**
 * In the simulated outside world, the clock can be moved forward, and the server's moves with it: expiring cards and month ends can then be tried by hand. The
 * offset is in the database, so that all processes and the next start agree.
 */
import type { FastifyInstance } from 'fastify'
import { machineMs, setClock } from './core/clock.ts'
import { db, maybeOne, one, sql, transaction, type Database, type Tx } from './core/db.ts'
import { BadSignature, signingKey, verify } from './outside/signatures.ts'

const FOLLOW_MS = 1000
/** By then every process follows, and sweeps see the new time. */
const SWEEP_AFTER_MS = 2 * FOLLOW_MS

export const offsetNow = async (on: Database): Promise<number> =>
  (await maybeOne(on, sql<{ offset_ms: number }>`SELECT offset_ms FROM simulated_clock`))?.offset_ms ?? 0

/** Never backwards. Returns the offset now in force. */
const moveTo = (tx: Tx, offsetMs: number) =>
  one(
    tx,
    sql<{ offset_ms: number }>`
    INSERT INTO simulated_clock AS clock (offset_ms) VALUES (${offsetMs})
        ON CONFLICT (one) DO UPDATE SET offset_ms = greatest(clock.offset_ms, excluded.offset_ms)
    RETURNING offset_ms`,
  )

let offset = 0
function follow(offsetMs: number): void {
  if (offsetMs === offset) return
  offset = offsetMs
  setClock(() => machineMs() + offset)
}

/** Follows the offset until stopped; the first value is known when this returns. */
export async function followSimulatedClock(): Promise<{ stop(): void }> {
  follow(await offsetNow(db))
  const timer = setInterval(() => {
    offsetNow(db).then(follow, () => {}) // the database is unreachable: the clock keeps its offset
  }, FOLLOW_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** The simulators move the clock here. `sweeps`: run immediately, so that deadlines that passed take effect. */
export function simulatedClockRoute(app: FastifyInstance, secret: string, sweeps: readonly string[]): void {
  const key = signingKey(secret)
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers() // the signature covers the received bytes
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1000 }, (_, body, done) => done(null, body))
    scope.post('/simulated/clock', async (request, reply) => {
      const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
      try {
        verify(key, request.headers, body, Date.now())
      } catch (error) {
        if (error instanceof BadSignature) return reply.code(401).send({ error: 'signature' })
        throw error
      }
      const { offsetMs } = JSON.parse(body.toString()) as { offsetMs: unknown }
      if (!Number.isSafeInteger(offsetMs) || Number(offsetMs) < 0) return reply.code(400).send({ error: 'offsetMs' })
      const moved = await transaction(async (tx) => {
        const { offset_ms } = await moveTo(tx, Number(offsetMs))
        if (offset_ms !== offset) await sweepSoon(tx, sweeps)
        return offset_ms
      })
      follow(moved)
      return { offsetMs: moved }
    })
  })
}

/** Sweeps wait for their minute, hour or day on the machine's clock, which has not moved. */
const sweepSoon = (tx: Tx, sweeps: readonly string[]) =>
  sql`
    SELECT graphile_worker.add_job(
             name, '{}'::json, job_key => 'moved ' || name,
             run_at => clock_timestamp() + make_interval(secs => ${SWEEP_AFTER_MS / 1000}), max_attempts => 2)
      FROM unnest(${sweeps}::text[]) AS name`.execute(tx)
