import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DAY, MINUTE } from '#server/core/clock.ts'
import { db, many, one, sql } from '#server/core/db.ts'
import { timeOfId } from '#server/core/ids.ts'
import { unseal } from '#server/core/secrets.ts'
import { demoAuthenticator, readSecrets } from '#server/core/settings/storedSecrets.ts'
import { prove } from '#server/ledger/ledger.ts'
import { composition } from '#server/modules.ts'
import { signingKey } from '#server/outside/signatures.ts'
import { settled } from '#db/seed/finance.ts'
import { workOff } from '#db/seed/jobs.ts'
import { looksIn, people } from '#db/seed/people.ts'
import { setStage, type Stage } from '#db/seed/stage.ts'
import { securityCode } from '#simulators/cardNumbers.ts'
import type { PurchaseAnswer } from '#simulators/network/authorizations.ts'
import { openStore } from '#simulators/store.ts'
import { migrateDatabase } from '../operate/migrateDatabase.ts'
import { asAdmin, asServer, dropDatabase, onDatabase } from '../postgres/testCluster.ts'
import { readTemplate, storyOf } from './demoTemplate.ts'
import { loadTemplate } from './loadTemplate.ts'
import { shiftFrom } from './shiftDates.ts'

const admin = process.env['KAIKA_TEST_POSTGRES']!
const template = readTemplate()

test('the template is of the story that npm run seed tells', () => {
  assert.equal(
    template.story,
    storyOf(),
    'the story has changed: bin/node bin/start/takeTemplate.ts tells it and writes db/demoWorld.br, which is committed',
  )
})

test('dates and ids move by whole days, months by months, and accounts keep their ids', () => {
  const from = Date.parse('2026-11-27T04:33:00Z')
  const shift = shiftFrom(from, from + 36 * DAY + 5000)
  assert.equal(
    shift.text('{"at":"2026-11-27T04:33:12.278Z","day":"2026-12-01"}'),
    '{"at":"2027-01-02T04:33:12.278Z","day":"2027-01-06"}',
  )
  assert.equal(
    shift.text('of 2026-12, 1788069840000 ms, 4000001224949750'),
    'of 2027-02, 1791180240000 ms, 4000001224949750',
  )
  assert.equal(shift.text('usr_01M15WQWNPT0WSZC83G97Y46RM'), 'usr_01M15WQWNPT0WSZC83G97Y46RM')
  const [id, moved] = ['crd_01M15WQWNPT0WSZC83G97Y46RM', shift.text('crd_01M15WQWNPT0WSZC83G97Y46RM')]
  assert.equal(timeOfId(moved) - timeOfId(id), 36 * DAY)
  assert.equal(moved.slice(-16), id.slice(-16))
  assert.equal(shift.month('2026-11'), '2027-01')
  assert.equal(shift.month('2026-11-01'), '2027-01-01')
})

test('what marks an authorization by its id moves with it', async () => {
  const name = 'kaika_loaded_marks'
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kaika-loaded-'))
  const ownerUrl = onDatabase(admin, name)
  const { columns, rows } = template.tables['auth']!
  const newest = rows.map((row) => BigInt(row[columns.indexOf('auth_id')]!)).reduce((a, b) => (a > b ? a : b))
  const marked = { columns: ['one', 'auth_id'], rows: [['true', String(newest)]] }
  await asAdmin(admin, (client) => client.query(`CREATE DATABASE ${name}`))
  try {
    await migrateDatabase({ ownerUrl, url: asServer(ownerUrl) })
    await loadTemplate(
      { ...template, tables: { ...template.tables, decline_notice_mark: marked } },
      { ownerUrl, dataDir, secrets: readSecrets(dataDir), toMs: template.endMs + 45 * DAY },
    )
    await asAdmin(ownerUrl, async (client) => {
      const found = await client.query(
        'SELECT auth_id = (SELECT max(auth_id) FROM auth) AS moved FROM decline_notice_mark',
      )
      assert.deepEqual(found.rows, [{ moved: true }])
    })
  } finally {
    await dropDatabase(admin, name)
    rmSync(dataDir, { recursive: true })
  }
})

for (const days of [0, 45])
  describe(`the demo world ${days} days after it was told`, () => {
    const name = `kaika_loaded_${days}`
    const dataDir = mkdtempSync(path.join(tmpdir(), 'kaika-loaded-'))
    const toMs = template.endMs + days * DAY + 5 * 60_000
    const ownerUrl = onDatabase(admin, name)
    let stage: Stage
    before(async () => {
      await asAdmin(admin, (client) => client.query(`CREATE DATABASE ${name}`))
      const urls = { ownerUrl, url: asServer(ownerUrl) }
      await migrateDatabase(urls, template.migration)
      await loadTemplate(template, { ownerUrl, dataDir, secrets: readSecrets(dataDir), toMs })
      await migrateDatabase(urls)
      process.env['KAIKA_DATA'] = dataDir
      stage = await setStage(urls.url)
      await stage.moveTo(toMs)
    })
    after(async () => {
      await stage.clear()
      await dropDatabase(admin, name)
      rmSync(dataDir, { recursive: true })
    })

    test('its books hold, and the issuer agrees with them', async () => {
      assert.deepEqual(await prove(), [])
      await settled()
    })

    test('it ends a moment ago, and nothing in it is later', async () => {
      const { last } = await one(db, sql<{ last: Date }>`SELECT max(occurred_at) AS last FROM auth`)
      const agoMs = toMs - last.getTime()
      assert.ok(agoMs > 0 && agoMs < DAY, `${agoMs} ms`)
    })

    test('the sweeps tell nobody of what was declined in it', async () => {
      const { declined } = await one(
        db,
        sql<{ declined: number }>`SELECT count(*) AS declined FROM auth WHERE status = 'DECLINED'`,
      )
      assert.ok(declined > 20)
      const told = async () => (await one(db, sql<{ told: number }>`SELECT count(*) AS told FROM decline_notice`)).told
      const before = await told() // in the story, its own sweeps
      for (const minute of [0, 1, 20]) {
        await stage.moveTo(toMs + minute * MINUTE)
        await composition.sweeps['trades.tellDeclines']!.work()
      }
      assert.equal(await told(), before)
      await stage.moveTo(toMs)
    })

    test('people sign in, and staff with the authenticator of this data folder', async () => {
      await looksIn(people.buyer)
      const staff = await many(
        db,
        sql<{ id: string; secret: Buffer }>`SELECT staff_id AS id, secret_enc AS secret FROM staff`,
      )
      assert.ok(staff.length >= 12)
      for (const { id, secret } of staff) assert.equal(unseal(id, secret), demoAuthenticator(readSecrets(dataDir)))
    })

    test('its cards are charged, and a purchase from before the move is cleared', async () => {
      const store = openStore(path.join(dataDir, 'simulators.sqlite'))
      const card = store.maybeOne<{ pan: string; exp_month: number; exp_year: number; address: string }>(`
        SELECT pan, exp_month, exp_year, address FROM cards WHERE state = 'ACTIVE' AND pan IN
          (SELECT pan FROM authorizations WHERE status = 'PENDING') ORDER BY created_at DESC LIMIT 1`)!
      const open = store.maybeOne<{ ref: string; approved: number }>(
        `SELECT ref, approved FROM authorizations WHERE status = 'PENDING' AND approved > 0 ORDER BY created_at DESC LIMIT 1`,
      )!
      store.close()
      const cvc = securityCode(signingKey(readSecrets(dataDir).issuerSecret), card.pan, [card.exp_month, card.exp_year])
      const { zipCode } = JSON.parse(card.address) as { zipCode: string }
      const paying = { cardNumber: card.pan, expMonth: card.exp_month, expYear: card.exp_year, cvc, zipCode }
      const bought = await stage.outside<PurchaseAnswer>('/network/purchases', {
        ...paying,
        merchantId: 'mer_openai',
        amountCents: 123,
      })
      assert.equal(bought.reason, undefined)
      await stage.outside(`/network/authorizations/${open.ref}/clear`, { amountCents: open.approved })
      await workOff()
      const { posted } = await one(
        db,
        sql<{
          posted: number
        }>`SELECT count(*) AS posted FROM webhook_inbox WHERE state = 'DONE' AND body ->> 'authRef' = ${open.ref}`,
      )
      assert.equal(posted, 1)
      assert.deepEqual(await prove(), [])
    })
  })
