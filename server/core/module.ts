/** What core files outside the modules provide. */
import { alarmMetrics } from './alarms.ts'
import { forgetWindows } from './worker/callLeases.ts'
import { clockMetrics } from './health/clockMonitor.ts'
import type { Module } from './composition.ts'
import { databaseMetrics } from './database/databaseMetrics.ts'
import { connectionWaits } from './database/measuredPool.ts'
import { lostLines } from './log.ts'
import { callMetrics } from './metrics/callMetrics.ts'
import { decisionMetrics } from './metrics/decisionMetrics.ts'
import { processMetrics } from './metrics/processMetrics.ts'
import { unreadMetrics } from './metrics/serveMetrics.ts'
import { forgetOldRequests } from './once.ts'
import { jobMetrics } from './worker/jobMetrics.ts'
import { releaseAbandonedJobs } from './worker/workerPresence.ts'

export const module = {
  sweeps: {
    'jobs.releaseAbandoned': { every: 'minute', work: releaseAbandonedJobs },
    'rateLimits.forget': { every: 'minute', work: forgetWindows },
    'requests.forget': { every: 'hour', work: async () => void (await forgetOldRequests()) },
  },
  metrics: [
    ...processMetrics,
    ...decisionMetrics,
    ...callMetrics,
    connectionWaits,
    ...jobMetrics,
    alarmMetrics,
    ...databaseMetrics,
    clockMetrics,
    lostLines,
    unreadMetrics,
  ],
} satisfies Module
