/** What `bin/kaika check` says of databases and of the roles that reach them. */
import { describe } from 'node:test'
import { asAdmin, asServer, onDatabase } from '#bin/postgres/testCluster.ts'
import { asRole } from '#server/core/database/serverRole.ts'
import { DEMO_PASSWORD } from '#server/core/settings/dangers.ts'
import { hashPassword } from '#server/identity/identity.ts'
import { freshDatabase } from '../database.ts'
import { withInstallation, type Mistake, type Mistakes } from './installation.ts'

describe('bin/kaika check', () => {
  const here = withInstallation()
  const undo = (text: string) => () => here.run(text)
  /** A setting of the database, which every new connection has. */
  const setting = (name: string, value: string): NonNullable<Mistake['plant']> => {
    const alter = (what: string) => asAdmin(here.postgres.url, (client) => client.query(`ALTER DATABASE kaika ${what}`))
    return async () => {
      await alter(`SET ${name} = ${value}`)
      return () => alter(`RESET ${name}`)
    }
  }
  const staff = (loginName: string, hash: string) =>
    here.run(
      `INSERT INTO staff (staff_id, login_name, name_cn, name_en, password_hash, secret_enc, roles, created_at, updated_at)
       VALUES ('stf_' || $1, $1, $1, $1, $2, '', '{ADMIN}', now(), now())`,
      [loginName, hash],
    )

  const mistakes: Mistakes = {
    'a database that is not there': () => ({
      env: { DATABASE_URL: 'postgres://kaika_server:x@127.0.0.1:9/kaika' },
      says: [/^DATABASE_URL leads to no database that answers: .*ECONNREFUSED/],
    }),
    'a wrong password of the database': () => ({
      env: { DATABASE_URL: asRole(here.ownerUrl, 'kaika_server', 'wrong') },
      says: [/^DATABASE_URL leads to no database that answers: password authentication failed/],
    }),
    'another name of the database': () => ({
      env: { DATABASE_URL: onDatabase(asServer(here.ownerUrl), 'kaiko') },
      says: [/^DATABASE_URL leads to no database that answers: database "kaiko" does not exist/],
    }),
    'an empty database of another encoding': () => ({
      plant: async () => {
        await asAdmin(here.postgres.url, (client) =>
          client.query(`CREATE DATABASE bare ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`),
        )
        return () => asAdmin(here.postgres.url, (client) => client.query('DROP DATABASE bare WITH (FORCE)'))
      },
      env: {
        DATABASE_URL: onDatabase(asServer(here.ownerUrl), 'bare'),
        KAIKA_DATABASE_OWNER_URL: onDatabase(here.ownerUrl, 'bare'),
      },
      says: [/^the database has the encoding SQL_ASCII/, /^the database has no tables/],
    }),
    'a database that forgets': async () => {
      const careless = await freshDatabase()
      return {
        plant: async () => () => careless.close(),
        env: { DATABASE_URL: careless.url, KAIKA_DATABASE_OWNER_URL: '' },
        says: [
          /^fsync is off/,
          /^full_page_writes is off/,
          /^synchronous_commit is off/,
          /card ranges of the simulated issuer/,
        ],
      }
    },
    'another isolation': () => ({
      plant: setting('default_transaction_isolation', `'repeatable read'`),
      says: [/^default_transaction_isolation is repeatable read/],
    }),
    'a database that is read only': () => ({
      plant: setting('default_transaction_read_only', 'on'),
      says: [/^default_transaction_read_only is on/],
    }),
    'other texts': () => ({
      plant: setting('standard_conforming_strings', 'off'),
      says: [/^standard_conforming_strings is off/],
    }),
    'hidden damage': () => ({ plant: setting('zero_damaged_pages', 'on'), says: [/^zero_damaged_pages is on/] }),
    'a mighty role': () => ({
      env: { DATABASE_URL: here.ownerUrl },
      says: [/^DATABASE_URL connects as kaika, which is a superuser/],
    }),
    'a right that is missing': () => ({
      plant: async () => {
        await here.run('REVOKE INSERT ON staff_audit FROM kaika_server')
        return undo('GRANT INSERT ON staff_audit TO kaika_server')
      },
      says: [/^DATABASE_URL connects as a role that lacks INSERT on staff_audit: run bin\/kaika migrate/],
    }),
    'a migration that is missing': () => ({
      plant: async () => {
        await here.run(`UPDATE kysely_migration SET name = '0000_gone' WHERE name = '0013_usage_indexes'`)
        return undo(`UPDATE kysely_migration SET name = '0013_usage_indexes' WHERE name = '0000_gone'`)
      },
      says: [
        /^the database lacks the migrations 0013_usage_indexes/,
        /^the database was migrated by a newer version \(0000_gone\)/,
      ],
    }),
    'people of the demo': () => ({
      plant: async () => {
        await here.run('INSERT INTO demo_world (began_at) VALUES (now())')
        return undo('DELETE FROM demo_world')
      },
      says: [/a database with the people of the demo/],
    }),
    'a clock that was moved': () => ({
      plant: async () => {
        await here.run('INSERT INTO simulated_clock (offset_ms) VALUES (1)')
        return undo('DELETE FROM simulated_clock')
      },
      says: [/a database with a clock that was moved/],
    }),
    'a published password, and one administrator': () => ({
      plant: async () => {
        await staff('li', await hashPassword(DEMO_PASSWORD))
        return undo('DELETE FROM staff')
      },
      says: [/^Staff have the published password of the demo: li\./, /^the desk has 1 administrator, and changes/],
    }),
    'a database over the network without TLS': () => ({
      env: { DATABASE_URL: asServer(here.ownerUrl).replace('@127.0.0.1', '@0.0.0.0') },
      says: [/^DATABASE_URL connects to 0\.0\.0\.0 without verified TLS/],
    }),
    'a wrong clock': () => ({
      plant: async (t) => {
        const real = Date.now
        t.mock.method(Date, 'now', () => real() + 3_600_000)
      },
      says: [/^this machine's clock is 3600 seconds ahead of the database's/],
    }),
    'one role for both': () => ({
      env: { KAIKA_DATABASE_OWNER_URL: asServer(here.ownerUrl) },
      says: [/^KAIKA_DATABASE_OWNER_URL has the role of DATABASE_URL/],
    }),
    'an owner elsewhere': () => ({
      env: { KAIKA_DATABASE_OWNER_URL: onDatabase(here.env['KAIKA_DATABASE_OWNER_URL']!, 'postgres') },
      says: [/^KAIKA_DATABASE_OWNER_URL leads to another database/],
    }),
    'an owner who owns nothing': () => ({
      plant: async () => {
        await here.run(`CREATE ROLE poor LOGIN PASSWORD 'poor'`)
        return undo('DROP ROLE poor')
      },
      env: { KAIKA_DATABASE_OWNER_URL: asRole(here.ownerUrl, 'poor', 'poor') },
      says: [/^KAIKA_DATABASE_OWNER_URL connects as a role that does not own \d+ of the tables/],
    }),
    'an owner without a password': () => ({
      env: { KAIKA_DATABASE_OWNER_URL: asRole(here.ownerUrl, 'kaika_owner', 'wrong') },
      says: [/^KAIKA_DATABASE_OWNER_URL leads to no database that answers: password/],
    }),
  }
  here.names(mistakes)
})
