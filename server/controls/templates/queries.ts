/** All SQL on control_template. */
import type { Insertable, Selectable } from 'kysely'
import type { ControlTemplate } from '#db/tables.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type TemplateRow = Selectable<ControlTemplate>

/** By name. */
export const templatesOf = (reader: Tx | Database, accountId: string) =>
  many(
    reader,
    sql<TemplateRow>`
    SELECT * FROM control_template WHERE ${ofAccount(accountId)} ORDER BY lower(name), template_id`,
  )

/** Prevents two requests from both adding the fiftieth template or the same name. */
export const lockTemplates = (tx: Tx, accountId: string) =>
  run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`templates ${accountId}`}, 0))`)

type Written = Omit<Insertable<ControlTemplate>, 'cell' | 'created_at' | 'updated_at'>

/** As a whole. */
export async function writeTemplate(tx: Tx, template: Written): Promise<void> {
  const at = now()
  const { account_id, template_id: _, ...rest } = template
  await tx
    .insertInto('control_template')
    .values({ ...template, cell: cellOf(account_id), created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['cell', 'account_id', 'template_id']).doUpdateSet({ ...rest, updated_at: at }),
    )
    .execute()
}

export const deleteTemplate = (tx: Tx, accountId: string, templateId: string) =>
  maybeOne(
    tx,
    sql<Pick<TemplateRow, 'name' | 'control_no'>>`
    DELETE FROM control_template
     WHERE ${ofAccount(accountId)} AND template_id = ${templateId}
 RETURNING name, control_no`,
  )
