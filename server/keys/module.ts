import * as contract from '#contract/keys/keys.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { db, many, sql } from '../core/db.ts'
import { keysOfServers } from '../core/health/keyPresence.ts'

type KeyPass = {
  step: 'FILL' | 'SEAL'
  table_name: string
  total: number
  done: number
  started_at: Date
  updated_at: Date
  finished_at: Date | null
}

/** Those of the last rotation, unfinished ones first. Only the owner of the tables writes them (bin/operate/rotation/passes.ts). */
const keyPasses = () =>
  many(
    db,
    sql<KeyPass>`
    SELECT step, table_name, total, done, started_at, updated_at, finished_at
      FROM key_pass
     ORDER BY finished_at DESC NULLS FIRST, step, table_name`,
  )

const answers = {
  async keyRotation() {
    const [keys, passes] = await Promise.all([keysOfServers(), keyPasses()])
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
  },
} satisfies Answers<typeof contract>

export const module = { calls: [answered(contract, answers)] } satisfies Module
