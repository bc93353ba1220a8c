import { ago, DAY } from '../clock.ts'
import { db } from '../db.ts'
import type { Sweeps } from '../jobs.ts'
import { forgetSignIns } from './queries.ts'
import { sealOperations } from './seals.ts'

export const sweeps: Sweeps = {
  'audit.seal': {
    every: 'minute',
    work: async () => {
      while (await sealOperations());
    },
  },
  'audit.forget': { every: 'day', work: async () => void (await forgetSignIns(db, ago(730 * DAY))) },
}
