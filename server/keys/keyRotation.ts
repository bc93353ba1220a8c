import type * as contract from '#contract/keys/keys.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { keysOfServers } from '../core/health/keyPresence.ts'
import { keyPasses } from './queries.ts'

export const keyRotation: Answer<typeof contract.keyRotation> = async () => {
  const [keys, passes] = await Promise.all([keysOfServers(), keyPasses(db)])
  return {
    keys,
    passes: passes.map(({ step, table_name, total, done, started_at, updated_at, finished_at }) => {
      const seconds = (updated_at.getTime() - started_at.getTime()) / 1000
      return {
        ...{ step, table: table_name, done, left: finished_at ? 0 : Math.max(0, total - done) },
        perSecond: seconds > 0 ? Math.round((done / seconds) * 10) / 10 : 0,
        startTime: started_at.getTime(),
        updateTime: updated_at.getTime(),
        finishTime: finished_at?.getTime() ?? null,
      }
    }),
  }
}
