import { THREE_D_WINDOW_MS } from '../../contract/threeD.ts'
import { ago } from '../clock.ts'
import { db } from '../db.ts'
import type { Sweeps } from '../jobs.ts'
import { forgetCodes } from './queries.ts'

export const sweeps: Sweeps = {
  'threeD.forget': { every: 'minute', work: async () => void (await forgetCodes(db, ago(THREE_D_WINDOW_MS))) },
}
