import { db } from '../db.ts'
import type { JobTasks } from '../jobs.ts'
import { tell } from './tell.ts'

export const tasks: JobTasks = {
  'notices.tell': (news) => tell(db, news),
}
