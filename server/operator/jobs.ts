import type { JobTasks } from '../jobs.ts'
import { proveNow } from './books/prove.ts'

export const tasks: JobTasks = { 'operator.prove': proveNow }
