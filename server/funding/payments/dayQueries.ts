import { now } from '#server/core/clock.ts'
import { many, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { ProviderId, ProviderPayment } from '#server/outside/outside.ts'

/** When the list of which day was last read through. */
export const daysRead = async (reader: Database, provider: ProviderId): Promise<Map<string, Date>> =>
  new Map(
    (
      await many(
        reader,
        sql<{ day: string; at: Date }>`
        SELECT day::text AS day, read_at AS at FROM provider_day WHERE provider = ${provider} ORDER BY provider_day.day DESC LIMIT 7`,
      )
    ).map(({ day, at }) => [day, at]),
  )

export const keepDay = (tx: Tx, provider: ProviderId, day: string, listed: readonly ProviderPayment[]) =>
  run(
    tx,
    sql`
    INSERT INTO provider_day (provider, day, payments, units, read_at)
    VALUES (${provider}, ${day}, ${listed.length}, ${listed.reduce((sum, { amount }) => sum + amount, 0)}, ${now()})
    ON CONFLICT (provider, day) DO UPDATE
       SET payments = excluded.payments, units = excluded.units, read_at = excluded.read_at`,
  )
