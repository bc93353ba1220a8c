/** Inputs for withdrawing from several cards, and for replacing one. A card can be replaced once, so each request has its own. */
import { db, sql } from '#server/core/db.ts'
import { opened, someRequestNo } from './actors.ts'
import type { Asker, InputRecipe } from './fixtures.ts'

/** One more card of the member, also after another call has taken their verification. */
async function oneMore({ served, member }: Asker): Promise<string> {
  const { accountId } = member.person
  const { rows } = await sql<{ identity: string }>`
    SELECT identity FROM account WHERE account_id = ${accountId}`.execute(db)
  const become = (identity: string) =>
    sql`UPDATE account SET identity = ${identity} WHERE account_id = ${accountId}`.execute(db)
  await become('PASSED')
  try {
    return (await opened(served, member, 1))[0]!
  } finally {
    await become(rows[0]!.identity)
  }
}

export const replaceInputs = {
  priceReplacement: ({ has }) => ({ cardId: has.steady, reason: 'EXPIRING' }),
  replaceCard: async (asker) => ({ cardId: await oneMore(asker), reason: 'LOST', requestNo: someRequestNo() }),
  replacementsOfCard: ({ has }) => ({ cardId: has.steady }),
  priceWithdrawals: ({ has }) => ({ cardIds: has.steady }),
  withdrawFromCards: ({ has }) => ({ cardIds: has.steady, leave: 1000, requestNo: someRequestNo() }),
  cardRebinds: ({ has }) => ({ cardId: has.steady }),
} as const satisfies Record<string, InputRecipe>
