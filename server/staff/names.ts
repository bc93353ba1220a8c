import { many, sql, type Database, type Tx } from '../core/db.ts'
import { fullName } from './authenticate.ts'

/** What people at the desk are called, by id. */
export async function staffNames(on: Tx | Database, staffIds: readonly string[]): Promise<Map<string, string>> {
  if (!staffIds.length) return new Map()
  const rows = await many(
    on,
    sql<{ staff_id: string; name_cn: string; name_en: string }>`
    SELECT staff_id, name_cn, name_en FROM staff WHERE staff_id = ANY (${[...new Set(staffIds)]}::text[])`,
  )
  return new Map(rows.map((row) => [row.staff_id, fullName(row)]))
}
