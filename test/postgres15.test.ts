/** Kaika on an external PostgreSQL, 15 or newer: tested on the versions that Debian has installed here. */
import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { unprivileged } from '#bin/postgres/postgresPrograms.ts'
import { temporaryPostgres } from '#bin/postgres/temporaryPostgres.ts'
import { compose } from '#server/core/composition.ts'
import { closeDb, db, openDb, sql } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { composition } from '#server/modules.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { migrated } from './database.ts'
import { hangUp } from './http/app.ts'
import { behaveAsOne } from './http/behaveAsOne.ts'
import { startServers } from './http/servers.ts'
import { FIELD_KEY, LOOKUP_KEY } from './world.ts'

const installed = globSync('/usr/lib/postgresql/*/bin').filter((bin) => existsSync(`${bin}/initdb`))

for (const bin of installed) {
  describe(`on PostgreSQL ${bin.split('/')[4]}`, () => {
    let stop: () => Promise<void>
    let url: string

    before(async () => {
      const programs = { initdb: `${bin}/initdb`, postgres: `${bin}/postgres`, runAs: unprivileged() }
      const postgres = await temporaryPostgres({ programs })
      stop = postgres.stop
      url = await migrated(postgres.url)
      openDb(url)
      compose(composition)
    })
    after(async () => {
      await closeDb()
      await stop()
    })

    test('it is that version, and everything has been migrated', async () => {
      const { rows } = await sql<{
        major: number
      }>`SELECT current_setting('server_version_num')::int / 10000 AS major`.execute(db)
      assert.equal(rows[0]?.major, Number(bin.split('/')[4]))
      assert.deepEqual(await db.selectFrom('demo_world').selectAll().execute(), [])
    })

    test('a job is left in the transaction that makes it, and is gone with it', async () => {
      const tx = await db.startTransaction().execute()
      await later(tx, 'notices.tell' as never, {} as never)
      await tx.rollback().execute()
      const { rows } = await sql<{ jobs: number }>`SELECT count(*)::int AS jobs FROM graphile_worker.jobs`.execute(db)
      assert.equal(rows[0]?.jobs, 0)
    })

    test('two servers that are given it as DATABASE_URL behave as one', async (t) => {
      useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
      useIdentity({ captcha: false, memoryKiB: 64 })
      const servers = await startServers(url)
      try {
        t.diagnostic(await behaveAsOne(servers))
      } finally {
        hangUp()
        await servers.stop()
      }
    })
  })
}
