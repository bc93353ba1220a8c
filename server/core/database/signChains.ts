import { sql, type Kysely } from 'kysely'
import { signLink, type Link } from '../secrets.ts'

const LOT = 5000

/** The chains of the audit, and the name that each has in its signatures. */
const tables = {
  staff_audit: sql`chain`,
  operate_seal: sql`'operations'`,
} as const

/**
 * Part of migration 0035, and of nothing else: were rows signed again whenever a signature is missing, somebody would only
 * have to take it away. That the hashes follow one another is for the proof of the books to say.
 */
export async function signChains(db: Kysely<unknown>): Promise<void> {
  for (const [name, chain] of Object.entries(tables)) {
    const [table, grows] = [sql.table(name), sql.id(`${name}_only_grows`)]
    await sql`ALTER TABLE ${table} DISABLE TRIGGER ${grows}`.execute(db)
    for (;;) {
      const { rows } = await sql<Link>`
        SELECT ${chain} AS chain, seq::int, hash FROM ${table} WHERE signature IS NULL LIMIT ${LOT}`.execute(db)
      if (!rows.length) break
      const made = rows.map((link) => ({ ...link, hash: '', signature: signLink(link).toString('hex') }))
      await sql`
        UPDATE ${table} AS row SET signature = decode(made.signature, 'hex')
          FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS made (chain text, seq bigint, signature text)
         WHERE row.seq = made.seq AND ${name === 'staff_audit' ? sql`row.chain = made.chain` : sql`true`}`.execute(db)
    }
    await sql`ALTER TABLE ${table} ENABLE TRIGGER ${grows}`.execute(db)
    await sql`ALTER TABLE ${table} ALTER COLUMN signature SET NOT NULL`.execute(db)
  }
}
