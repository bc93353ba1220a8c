/** SQL on `key_pass`, which only the owner of the tables writes (bin/operate/rotation/passes.ts). */
import { many, sql, type Database } from '../core/db.ts'

type KeyPass = {
  step: 'FILL' | 'SEAL'
  table_name: string
  total: number
  done: number
  started_at: Date
  updated_at: Date
  finished_at: Date | null
}

/** Those of the last rotation, unfinished ones first. */
export const keyPasses = (on: Database) =>
  many(
    on,
    sql<KeyPass>`
    SELECT step, table_name, total, done, started_at, updated_at, finished_at
      FROM key_pass
     ORDER BY finished_at DESC NULLS FIRST, step, table_name`,
  )
