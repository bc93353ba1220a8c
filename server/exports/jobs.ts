import type { Sweeps } from '../jobs.ts'
import { forgetOldFiles } from './queries.ts'

export const sweeps: Sweeps = {
  /** Full numbers that nobody fetched: encrypted, and still nothing to keep. */
  'exports.forget': { every: 'minute', work: async () => void (await forgetOldFiles()) },
}
