/** The standby on which exports are read (docs/operate/database.md#a-standby-for-exports). */
import pg from 'pg'
import { MINUTE } from '#server/core/clock.ts'
import type { Found, Seen } from './seen.ts'

/** What the longest export may take. */
const EXPORT_MS = 15 * MINUTE

type State = { cluster: string; follows: boolean; feedback: boolean; delayMs: number }

export async function lookAtReplica({ config: { databaseUrl, replicaUrl } }: Seen): Promise<Found> {
  if (replicaUrl === undefined) return { wrong: [] }
  if (!URL.canParse(replicaUrl))
    return { wrong: ['KAIKA_REPLICA_URL is not an address like postgres://kaika_server@standby/kaika'] }
  const home = await stateOf(databaseUrl).catch(() => undefined)
  try {
    return { wrong: problemsOf(await stateOf(replicaUrl), home) }
  } catch (error) {
    return { wrong: [`KAIKA_REPLICA_URL leads to no database that answers: ${(error as Error).message}`] }
  }
}

function problemsOf({ cluster, follows, feedback, delayMs }: State, home: State | undefined): string[] {
  if (home && home.cluster !== cluster)
    return ['KAIKA_REPLICA_URL leads to no copy of the database of DATABASE_URL, so exports never use it']
  if (!follows) return ['KAIKA_REPLICA_URL leads to a database that streams from no other, so exports never use it']
  return feedback || delayMs === -1 || delayMs >= EXPORT_MS
    ? []
    : [
        'hot_standby_feedback is off at KAIKA_REPLICA_URL, and max_standby_streaming_delay less than 15 minutes: long exports would be broken off there',
      ]
}

async function stateOf(url: string): Promise<State> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<State>(`
      SELECT (SELECT system_identifier::text FROM pg_control_system()) || ' ' || current_database() AS cluster,
             pg_is_in_recovery() AND EXISTS (SELECT FROM pg_stat_wal_receiver) AS follows,
             current_setting('hot_standby_feedback') = 'on' AS feedback,
             (SELECT setting::int FROM pg_settings WHERE name = 'max_standby_streaming_delay') AS "delayMs"`)
    return rows[0]!
  } finally {
    await client.end().catch(() => {})
  }
}
