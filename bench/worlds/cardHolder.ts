/** An account holder with very many cards, on the demo that runs in this folder. */
import path from 'node:path'
import { runningPostgres } from '#bin/postgres/postgres.ts'
import { compose } from '#server/core/composition.ts'
import { closeDb, db, openDb, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { readSecrets } from '#server/core/settings/storedSecrets.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { composition } from '#server/modules.ts'
import { buyer } from './buyer.ts'
import { newCards, openCards } from './cardWorld.ts'

const EACH_CENTS = 100_00

export async function cardHolder(data: string, cards: number): Promise<void> {
  useSecrets(readSecrets(data))
  useIdentity({ captcha: false, memoryKiB: 64 })
  compose(composition)
  const admin = runningPostgres(path.join(data, 'postgres'))!
  openDb(Object.assign(new URL(admin), { pathname: '/kaika' }).href, { statementTimeoutMs: 600_000 })
  try {
    const { accountId } = await buyer(cards)
    await openCards(accountId, newCards(cards), 'kaika', EACH_CENTS)
    await sql`VACUUM ANALYZE`.execute(db)
  } finally {
    await closeDb()
  }
}
