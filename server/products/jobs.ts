import type { Sweeps } from '../jobs.ts'
import { putScheduled } from './changes.ts'

export const sweeps: Sweeps = { 'products.putScheduled': { every: 'minute', work: putScheduled } }
