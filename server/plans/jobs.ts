import './proof.ts'
import type { Sweeps } from '../jobs.ts'
import { expirePlans } from './expirePlans.ts'
import { recogniseAll } from './recognise.ts'

export const sweeps: Sweeps = {
  'plans.recognise': { every: 'hour', work: () => recogniseAll() },
  'plans.expire': { every: 'minute', work: expirePlans },
}
