/** An account holder who opens cards in batches: verified, with money, and on a plan that allows so many cards in a batch. The largest plan on sale allows 200. */
import { elementKeys, pagesOf } from '#contract/core/permissions.ts'
import type { Actor } from '#server/core/actor.ts'
import { ahead, DAY, now } from '#server/core/clock.ts'
import { sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { hashPassword, mobileOf, openAccount } from '#server/identity/identity.ts'
import { credit, debit, platform, post, wallet } from '#server/ledger/ledger.ts'
import { giveSubscription } from '#server/plans/plans.ts'

export const BUYER = { mobile: '13977777777', password: 'Kaika-bench-1' }

export async function buyer(atOnce: number): Promise<Actor> {
  const passwordHash = await hashPassword(BUYER.password)
  return transaction(async (tx) => {
    await sql`UPDATE plan_terms SET batch_max = greatest(batch_max, ${atOnce}) WHERE code = 'PARTNER'`.execute(tx)
    const { accountId, loginId } = await openAccount(tx, { mobile: mobileOf(BUYER.mobile, '86'), passwordHash })
    const period = { startsAt: now(), expiresAt: ahead(365 * DAY) }
    await giveSubscription(tx, accountId, { code: 'PARTNER', source: 'STAFF', ...period })
    await sql`UPDATE account SET identity = 'PASSED', identity_type = 'PERSON' WHERE account_id = ${accountId}`.execute(
      tx,
    )
    const lines = [debit(platform('1020', 'bank'), 1e9), credit(wallet(accountId), 1e9)]
    await post(tx, { kind: 'TOPUP_WIRE', accountId, biz: { type: 'bench', id: accountId }, lines })
    return {
      kind: 'parent',
      accountId,
      loginId,
      sessionId: newId('ses'),
      subUid: undefined,
      name: 'Bench',
      may: new Set(elementKeys),
      pages: pagesOf('parent'),
      standing: 'ACTIVE',
      from: { lang: 'en', ip: '127.0.0.1', device: 'bench' },
    }
  })
}
