/** The health of the service: jobs, failed jobs, providers, and decision latency. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { requestNo, text, Time, whole } from '../core/fields.ts'

export const FailedJob = z.object({
  jobId: z.string(),
  task: z.string(),
  attempts: z.int(),
  maxAttempts: z.int(),
  /** The first line of the error, without values. */
  error: z.string(),
  createTime: Time,
  nextTime: Time,
  /** No attempts left: it waits for a person. */
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
      z.object({
        task: z.string(),
        waiting: z.int(),
        working: z.int(),
        failing: z.int(),
        oldestTime: z.nullable(Time),
      }),
    ),
    failed: z.array(FailedJob),
    decisions: z.object({ count: z.int(), p50Ms: z.number(), p99Ms: z.number(), unanswered: z.int() }),
    providers: z.array(z.object({ name: z.string(), waiting: z.int(), oldestTime: z.nullable(Time) })),
    /** Text messages of the last 24 hours, as their gateway reported. */
    texts: z.object({ delivered: z.int(), failed: z.int() }),
    database: z.object({ connections: z.int(), waiting: z.int() }),
    upMs: z.int(),
  }),
  refusals: [],
})

/** Runs the job once more, now. Every job may run twice. */
export const replayJob = call({
  on: 'POST /api/operator/health/replay',
  title: '重放任务 Replay a job',
  who: 'staff:health.make',
  once: true,
  input: z.object({ jobId: whole(1), reason: text(500, 2), requestNo }),
  output: z.object({ jobId: z.string() }),
  refusals: ['not_found'],
})
