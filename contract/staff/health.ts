/** How the service itself is: jobs, those that failed, providers, and how fast decisions are. */
import * as z from 'zod'
import { call, nothing } from '../core/call.ts'
import { requestNo, text, Time, whole } from '../core/fields.ts'

export const FailedJob = z.object({
  jobId: z.string(),
  task: z.string(),
  attempts: z.int(),
  maxAttempts: z.int(),
  /** Its first line, without values. */
  error: z.string(),
  createTime: Time,
  nextTime: Time,
  /** No attempt is left: it waits for somebody. */
  dead: z.boolean(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const serviceHealth = call({
  on: 'GET /api/operator/health',
  title: '系统健康 Service health',
  who: 'staff:health.view',
  perMinute: 120,
  input: nothing,
  output: z.object({
    queues: z.array(
      z.object({ task: z.string(), waiting: z.int(), working: z.int(), failing: z.int(), oldestTime: Time.nullable() }),
    ),
    failed: z.array(FailedJob),
    decisions: z.object({ count: z.int(), p50Ms: z.number(), p99Ms: z.number(), unanswered: z.int() }),
    providers: z.array(z.object({ name: z.string(), waiting: z.int(), oldestTime: Time.nullable() })),
    database: z.object({ connections: z.int(), waiting: z.int() }),
    upMs: z.int(),
  }),
  refusals: [],
})

/** Once more, now. Every job may run twice. */
export const replayJob = call({
  on: 'POST /api/operator/health/replay',
  title: '重放任务 Replay a job',
  who: 'staff:health.make',
  once: true,
  input: z.object({ jobId: whole(1), reason: text(500, 2), requestNo }),
  output: z.object({ jobId: z.string() }),
  refusals: ['not_found'],
})
