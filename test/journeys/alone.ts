/** Journeys run concurrently in one world. Some things exist only once: a rail, for all account holders. */
import pg from 'pg'

/** Waits for exclusive use of such a thing, to change it or to rely on it unchanged. */
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
