import type { Sweeps } from '../jobs.ts'
import { computeAll, computeRecent } from './compute.ts'

export const sweeps: Sweeps = {
  'grades.computeRecent': { every: 'hour', work: computeRecent },
  'grades.computeAll': { every: 'day', work: computeAll },
}
