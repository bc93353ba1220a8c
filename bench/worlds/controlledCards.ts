/** Cards with controls, a document for each account: three limits, a lock, a list of twenty brands, and a most that a purchase may cost. None declines. */
import type { Controls } from '#contract/controls/documents.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, run, sql, transaction } from '#server/core/db.ts'
import { keepDocument } from '#server/controls/documents.ts'
import { lockScopes, pointScope } from '#server/controls/queries.ts'
import { changeAccount } from '#server/identity/identity.ts'
import type { Load } from '../processes/load.ts'

const LOTS = 100

/** Of every document in turn another amount, so that no two accounts have the same. */
const documentOf = (n: number, brandIds: string[]): Controls => ({
  singleMax: 1_000_000_00 - n,
  brands: { mode: 'ONLY', brandIds, words: ['merchant'] },
  lock: { by: 'KIND' },
  limits: [
    { limitId: 'perday', window: 'DAY', amount: 100_000_000_00, refunds: 'KEEP' },
    { limitId: 'perweek', window: 'WEEK', amount: 100_000_000_00, refunds: 'RESTORE' },
    { limitId: 'perhours', window: 'HOURS', hours: 24, count: 100_000, refunds: 'KEEP' },
  ],
})

/** Gives each of these cards, known by the issuer's reference, its account's document. */
export async function controlCards(cards: Load['cards']): Promise<void> {
  const brands = await many(
    db,
    sql<{ brand_id: string }>`SELECT brand_id FROM merchant_brand ORDER BY brand_id LIMIT 20`,
  )
  const brandIds = brands.map(({ brand_id }) => brand_id)
  const found = await many(
    db,
    sql<{ account_id: string; card_ids: string[] }>`
    SELECT account_id, array_agg(card_id) AS card_ids
      FROM card
     WHERE issuer_ref = ANY (${cards.map(({ ref }) => ref)})
     GROUP BY account_id
     ORDER BY account_id`,
  )
  for (let from = 0; from < found.length; from += LOTS)
    await transaction(async (tx) => {
      for (const [at, { account_id, card_ids }] of found.slice(from, from + LOTS).entries()) {
        const controlNo = await keepDocument(tx, account_id, documentOf(from + at, brandIds))
        await run(
          tx,
          sql`UPDATE card SET control_no = ${controlNo} WHERE ${ofAccount(account_id)} AND card_id = ANY (${card_ids})`,
        )
      }
    })
}

/** Gives the account of these cards one limit for all of them. */
export async function limitAccount([card]: Load['cards']): Promise<void> {
  const { account_id: accountId } = (await maybeOne(
    db,
    sql<{ account_id: string }>`SELECT account_id FROM card WHERE issuer_ref = ${card!.ref}`,
  ))!
  await transaction(async (tx) => {
    const scopes = await lockScopes(tx, accountId, 'ACCOUNT', [accountId])
    const limit = { limitId: 'perday', window: 'DAY', amount: 900_000_000_00, refunds: 'KEEP' } as const
    await pointScope(tx, accountId, scopes.get(accountId)!, await keepDocument(tx, accountId, { limits: [limit] }), [])
    await changeAccount(tx, accountId, { hasControls: true })
  })
}
