import { run, sql, type Tx } from '#server/core/db.ts'

/** Names and addresses of an account's cards, wherever they are: in the cards, their changes, their log and imported files. */
export async function forgetHolders(tx: Tx, accountId: string): Promise<void> {
  const plain = sql`first_name = NULL, last_name = NULL, street = NULL, city = NULL, state = NULL, zip_code = NULL`
  await run(
    tx,
    sql`UPDATE card SET holder_enc = '', holder_marks = '{}', zip_hash = '', ${plain} WHERE account_id = ${accountId}`,
  )
  await run(tx, sql`UPDATE card_holder_change SET holder_enc = '', ${plain} WHERE account_id = ${accountId}`)
  await run(
    tx,
    sql`
    UPDATE card_log
       SET holders_enc = '', before = NULL, after = NULL
     WHERE account_id = ${accountId} AND type IN ('ADDRESS', 'ADDRESS_DONE')`,
  )
  await run(
    tx,
    sql`UPDATE card_import SET lines_enc = '', lines = NULL, file_name = '' WHERE account_id = ${accountId}`,
  )
}
