/** What core files outside the modules provide. */
import { alarmGauge } from './alarms.ts'
import { forgetWindows } from './worker/callLeases.ts'
import { clockSkewGauge } from './health/clockMonitor.ts'
import type { Module } from './composition.ts'
import { lostLinesGauge } from './log.ts'
import { forgetOldRequests } from './once.ts'
import { releaseAbandonedJobs } from './worker/workerPresence.ts'

export const module = {
  sweeps: {
    'jobs.releaseAbandoned': { every: 'minute', work: releaseAbandonedJobs },
    'rateLimits.forget': { every: 'minute', work: forgetWindows },
    'requests.forget': { every: 'hour', work: async () => void (await forgetOldRequests()) },
  },
  gauges: [lostLinesGauge, clockSkewGauge, alarmGauge],
} satisfies Module
