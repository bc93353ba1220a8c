/** Journeys walk at the same time in one world. Of some things there is only one: a rail, for all account holders. */
import pg from 'pg'

/** Whoever changes such a thing, and whoever needs it as it is, waits for the others. */
export async function alone<T>(what: string, act: () => Promise<T>): Promise<T> {
  const client = new pg.Client(process.env.KAIKA_DATABASE_OWNER_URL)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [`journeys ${what}`])
    return await act()
  } finally {
    await client.end()
  }
}
