import './proof.ts'
import type { JobTasks, Sweeps } from '../jobs.ts'
import { recogniseAll, seatLots } from '../plans/plans.ts'
import { followPlan, tellEndings } from './endings.ts'

export const tasks: JobTasks = { 'plans.changed': followPlan }

export const sweeps: Sweeps = {
  'subs.recognise': { every: 'hour', work: () => recogniseAll(seatLots) },
  'subs.tellEndings': { every: 'minute', work: tellEndings },
}
