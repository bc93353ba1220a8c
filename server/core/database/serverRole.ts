/**
 * The server connects to the database as its own role, which owns nothing and has the rights in `db/grants.ts`
 * (docs/decisions/0054-the-server-owns-no-table.md). The tables belong to the migrating role.
 */
import type { ClientBase } from 'pg'
import pg from 'pg'
import { grants, ownersFunctions } from '#db/grants.ts'
import { ConfigProblem } from '../settings/settings.ts'
import { db, one, sql } from '../db.ts'

const NOT_PERMITTED = '42501'
/** The role's name where we create it: in the embedded PostgreSQL and in tests. */
export const SERVER_ROLE = 'kaika_server'

/** The trigger's function of tables that an engine wants to be changeable (bin/postgres/distribute.ts): it refuses what the grants do not allow. */
export const GUARD = 'refuse_without_right'

const nameOf = (url: string): string => decodeURIComponent(new URL(url).username)

/** The same database with other credentials. */
export const asRole = (url: string, username: string, password: string): string =>
  Object.assign(new URL(url), { username: encodeURIComponent(username), password: encodeURIComponent(password) }).href

/** Creates the role of `serverUrl` with its password if it does not exist; with `renew`, updates an existing one. */
export async function makeServerRole(
  client: ClientBase,
  serverUrl: string,
  { renew = false }: { renew?: boolean } = {},
): Promise<void> {
  const name = nameOf(serverUrl)
  const { rowCount: known } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (known && !renew) return
  const password = pg.escapeLiteral(decodeURIComponent(new URL(serverUrl).password))
  const rights = known ? 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS' : ''
  await client
    .query(`${known ? 'ALTER' : 'CREATE'} ROLE ${pg.escapeIdentifier(name)} LOGIN ${rights} PASSWORD ${password}`)
    .catch((error: pg.DatabaseError) => {
      if (error.code !== NOT_PERMITTED) throw error
      throw new Error(`there is no role ${name}, and the owner may not create it: see docs/operate/database.md`)
    })
}

/**
 * Grants the role of `serverUrl` what `db/grants.ts` lists and revokes everything else, in one transaction, so that running servers never lack a right. If this
 * role itself migrates, it owns the tables, and there is nothing to grant.
 */
export async function grantToServer(client: ClientBase, serverUrl: string): Promise<void> {
  const name = nameOf(serverUrl)
  const { rows } = await client.query<{ owner: boolean; database: string }>(
    'SELECT current_user = $1 AS owner, current_database() AS database',
    [name],
  )
  if (rows[0]!.owner) return
  const [role, database] = [name, rows[0]!.database].map((id) => pg.escapeIdentifier(id)) as [string, string]
  const lines = Object.entries(grants).map(
    ([table, rights]) => `GRANT ${['SELECT', rights].filter(Boolean).join(', ')} ON public.${table} TO ${role}`,
  )
  const guarded = await client.query<{ table: string }>(
    `SELECT relname AS table
       FROM pg_trigger
       JOIN pg_class ON pg_class.oid = tgrelid
       JOIN pg_proc ON pg_proc.oid = tgfoid
      WHERE proname = $1 AND relname = ANY ($2)`,
    [GUARD, Object.keys(grants)],
  )
  await client.query(
    [
      // Databases older than PostgreSQL 15 let everyone create tables, and all versions let everyone create temporary ones.
      `REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
      `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`,
      `REVOKE ALL ON ALL TABLES IN SCHEMA public, graphile_worker FROM ${role}`,
      `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
      `GRANT USAGE ON SCHEMA public, graphile_worker TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
      `GRANT SELECT ON public.kysely_migration TO ${role}`,
      ...lines,
      ...guarded.rows.map(({ table }) => `GRANT UPDATE ON public.${table} TO ${role}`),
      ...ownersFunctions.map((signature) => `GRANT EXECUTE ON FUNCTION public.${signature} TO ${role}`),
      `GRANT SELECT ON ALL TABLES IN SCHEMA graphile_worker TO ${role}`,
      `GRANT INSERT, UPDATE, DELETE ON ${QUEUE} TO ${role}`,
      SEEN_BY_ALL,
    ].join(';\n'),
  )
}

const QUEUE = ['jobs', 'job_queues', 'tasks', 'known_crontabs']
  .map((name) => `graphile_worker._private_${name}`)
  .join(', ')

/** The job queue hides its rows from all but their owner. The grants decide who may do what. */
const SEEN_BY_ALL = `
  DO $$
  DECLARE hidden regclass;
  BEGIN
    FOR hidden IN
      SELECT oid FROM pg_class
       WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity
         AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid)
    LOOP
      EXECUTE format('CREATE POLICY as_granted ON %s USING (true)', hidden);
    END LOOP;
  END $$`

/** In the demo, a server that could rewrite its own history does not start, unless the operator has allowed it. Production never allows it. */
export async function requireRestrictedRole({
  unrestrictedDatabase,
}: {
  unrestrictedDatabase: boolean
}): Promise<void> {
  const { role, excess } = await excessRights()
  if (!excess.length) return
  const line = `DATABASE_URL connects as ${role}, which ${excess.join(', ')}: this server could change its tables and its history`
  if (!unrestrictedDatabase)
    throw new ConfigProblem(
      `${line}. Give it a role of its own (docs/operate/database.md), or set KAIKA_UNRESTRICTED_DATABASE=on`,
    )
  process.stderr.write(`${line} (KAIKA_UNRESTRICTED_DATABASE=on)\n`)
}

/** Describes the rights of our connections' role beyond `db/grants.ts`; empty if there are none. */
export const excessRights = (): Promise<{ role: string; excess: string[] }> =>
  one(
    db,
    sql<{ role: string; excess: string[] }>`
    SELECT rolname AS role,
           CASE WHEN rolsuper THEN ARRAY['is a superuser'] ELSE array_remove(ARRAY[
             CASE WHEN rolcreaterole THEN 'may create roles' END,
             CASE WHEN rolcreatedb THEN 'may create databases' END,
             CASE WHEN rolreplication THEN 'may replicate' END,
             CASE WHEN rolbypassrls THEN 'bypasses row security' END,
             CASE WHEN EXISTS (SELECT FROM pg_class
                                WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
                                  AND pg_has_role(relowner, 'MEMBER')) THEN 'owns tables' END,
             CASE WHEN has_schema_privilege('public', 'CREATE') OR has_database_privilege(current_database(), 'CREATE')
                  THEN 'may create tables' END,
             CASE WHEN EXISTS (SELECT FROM pg_roles AS mighty
                                WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
                                  AND pg_has_role(mighty.oid, 'MEMBER')) THEN 'reaches files of the database''s machine' END
           ], NULL) END AS excess
      FROM pg_roles
     WHERE rolname = current_user`,
  )
