import { ofAccount } from '#server/core/database/cells.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { run, sql, type Tx } from '#server/core/db.ts'

/** Points locked cards to a document of controls, or to none. */
export async function pointControls(
  tx: Tx,
  accountId: string,
  cardIds: readonly string[],
  controlNo: number | null,
): Promise<void> {
  await run(
    tx,
    sql`
    UPDATE card
       SET control_no = ${controlNo}::bigint, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${[...cardIds]})`,
  )
  touch(tx, accountId, 'cards')
}
