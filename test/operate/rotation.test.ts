/** Keys are rotated while two servers work: no request fails, everything is sealed with the new key, and what was sealed opens. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import * as cards from '#contract/cards/cards.ts'
import * as holders from '#contract/cards/holders.ts'
import { keyRotation } from '#contract/keys/keys.ts'
import * as identity from '#contract/identity/identity.ts'
import { addKeys, fill, removeFormer, sealRows, useNext, type Rotation } from '#bin/operate/rotation/rotateKeys.ts'
import { passingTexts, tableNames, tableOf } from '#bin/operate/rotation/sealedTables.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, many, one, sql } from '#server/core/db.ts'
import { wireDeskAnswers } from '#server/funding/module.ts'
import { keyIds } from '#server/core/secrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { readSecrets, storeSecrets } from '#server/core/settings/storedSecrets.ts'
import { prove } from '#server/ledger/ledger.ts'
import { outside, simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { verifyStaffAudit } from '#server/staff/chain/verify.ts'
import { poster, postSigned } from '#simulators/network/post.ts'
import { owner } from '../database.ts'
import { goesLive } from '../fixtures/risk.ts'
import { newStaff, signsInAtDesk } from '../fixtures/staff.ts'
import { announces, csvOf, imports, linesSeen, newBusiness, newRef } from '../fixtures/wires.ts'
import { granted, hangUp } from '../http/app.ts'
import { aCardInput, plasticOf, someRequestNo, type Plastic } from '../http/inputs/actors.ts'
import { purchaseOf } from '../http/purchases.ts'
import { startServers, type Servers } from '../http/servers.ts'
import { newAccount, PASSWORD, signIn, withWorld, type Person } from '../world.ts'
import { assertSame, deleteSealedRows, insertSealedRow, openEverything } from './sealedRows.ts'
import { until } from '../install/until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const HOLDERS = 12
/** What a server or a worker has to do comes soon. */
const PATIENCE_S = 40

type Shown = z.infer<typeof keyRotation.output>
type Shopper = { person: Person; token: string; cardId: string; plastic: Plastic }

describe('a rotation of keys', () => {
  const database = withWorld({ connections: 12 })
  let servers: Servers
  before(async () => {
    // While no worker runs, which would back-test the rules at the same time.
    await goesLive({ limits: { hourMaxCount: 100_000 }, rules: [] })
    servers = await startServers(database.url)
  })
  after(async () => {
    hangUp()
    await servers?.stop()
  })

  const rotation = (more: Partial<Rotation> = {}): Rotation => ({
    on: owner,
    secrets: {
      read: () => Promise.resolve(readSecrets(servers.dataDir)),
      replace: (secrets) => Promise.resolve(storeSecrets(servers.dataDir, secrets, { instead: true })),
    },
    issuers: outside.issuers,
    gently: { pauseMs: 1 },
    patience: { forMs: 20_000, everyMs: 200 },
    settledMs: 2_000,
    say: () => {},
    ...more,
  })
  const at = (n: number): string => servers.urls[n % 2]!

  async function shops(n: number): Promise<Shopper> {
    const person = await newAccount({ balanceCents: 5_000_00, plan: 'PRO' })
    const { access_token: token } = await signIn(person)
    const input = aCardInput({ rechargeAmount: 900_00, firstName: 'Quillon', lastName: 'Abernathy' })
    const { cardId } = await granted<{ cardId: string }>(at(n), cards.openCard, input, token)
    await until('the card is active', async () => (await statusOf(n, cardId, token)) === 'ACTIVE', PATIENCE_S)
    return { person, token, cardId, plastic: await plasticOf(cardId) }
  }
  const signsIn = async ({ mobile }: Person, n: number): Promise<string> =>
    (await granted<{ access_token: string }>(at(n), identity.signIn, { username: mobile, password: PASSWORD }))
      .access_token
  const statusOf = async (n: number, cardId: string, token: string): Promise<string> =>
    (await granted<{ card: { status: string } }>(at(n), cards.showCard, { cardId }, token)).card.status
  const foundBy = async (n: number, { token }: Shopper, holder: string): Promise<string[]> =>
    (await granted<{ data: { cardId: string }[] }>(at(n), cards.listCards, { holder }, token)).data.map(
      ({ cardId }) => cardId,
    )

  /** The number, after a code to the own phone. */
  async function reveals({ person, token, cardId }: Shopper): Promise<string> {
    await granted(at(0), cards.askCardCode, { scene: 'REVEAL' }, token)
    const code = await until(
      'the code arrives',
      async () => {
        const inbox = await fetch(`${servers.simulatorsUrl}/sms/inbox?mobile=${person.mobile}`)
        return ((await inbox.json()) as { code?: string }[])[0]?.code
      },
      PATIENCE_S,
    )
    const { ticket } = await granted<{ ticket: string }>(at(1), cards.checkCardCode, { code, scene: 'REVEAL' }, token)
    const input = { cardId, reveal: 1, ticket }
    return (await granted<{ card: { number: string } }>(at(0), cards.showCard, input, token)).card.number
  }

  /** Why a purchase is declined, if it is. */
  async function declined({ plastic }: Shopper): Promise<string> {
    const posts = poster(at(0))
    const request = purchaseOf(plastic, 1)
    const signed = { key: servers.key, id: request.ref, body: JSON.stringify(request), nowMs: nowMs() }
    const { body } = await postSigned(posts, '/issuer/simulated/authorizations', signed, 20_000)
    posts.close()
    return (JSON.parse(body.toString()) as { reason?: string }).reason ?? ''
  }
  const otherCvc = ({ plastic }: Shopper): string => (plastic.cvc === '000' ? '001' : '000')

  /** Requests without a pause, until stopped. */
  function load(shoppers: readonly Shopper[], visitors: readonly Person[]) {
    const failed: string[] = []
    let [sent, stopped] = [0, false]
    const posts = servers.urls.map((url) => poster(url))
    const buys = async ({ plastic }: Shopper, n: number): Promise<void> => {
      const request = purchaseOf(plastic, 1, `mer_${n % 50}`)
      const signed = { key: servers.key, id: request.ref, body: JSON.stringify(request), nowMs: nowMs() }
      const { status, body } = await postSigned(posts[n % 2]!, '/issuer/simulated/authorizations', signed, 20_000)
      if (status !== 200 || !(JSON.parse(body.toString()) as { approved: boolean }).approved)
        throw new Error(`purchase: ${status} ${body.toString()}`)
    }
    const looks = async (shopper: Shopper, n: number): Promise<void> =>
      assert.deepEqual(await foundBy(n, shopper, 'quil'), [shopper.cardId])
    const works = async (turn: (n: number) => Promise<void>): Promise<void> => {
      for (let n = 0; !stopped; n++) {
        sent++
        await turn(n).catch((error: unknown) => failed.push(String(error)))
      }
    }
    const all = [
      ...shoppers.map((shopper, i) =>
        works(async (n) => {
          await buys(shopper, n + i)
          await sleep(30)
        }),
      ),
      works(async (n) => {
        await looks(shoppers[n % HOLDERS]!, n)
        await sleep(20)
      }),
      works(async (n) => {
        await signsIn(visitors[n % visitors.length]!, n)
        await sleep(1_500) // sixty a minute from one address
      }),
      works(async (n) => {
        const { cardId, token } = shoppers[n % HOLDERS]!
        const input = { cardId, amount: 10_00, requestNo: someRequestNo() }
        await granted(at(n), cards.loadCard, input, token)
        await sleep(500)
      }),
      works(async (n) => {
        await shops(n)
        await sleep(2_000)
      }),
    ]
    const began = performance.now()
    return async () => {
      stopped = true
      await Promise.all(all)
      for (const post of posts) post.close()
      return { failed, sent, perSecond: Math.round((sent * 1000) / (performance.now() - began)) }
    }
  }

  /** The command in the middle of its work, ended as a power cut ends it. */
  async function sealsAndDies(): Promise<void> {
    const command = spawn(process.execPath, [path.join(root, 'bin/operate/kaika.ts'), 'rotate-keys', 'seal'], {
      cwd: root,
      env: {
        ...{ PATH: process.env['PATH'], KAIKA_DATA: servers.dataDir, KAIKA_DEMO: 'on', KAIKA_CAPTCHA: 'off' },
        ...{ DATABASE_URL: database.url, KAIKA_DATABASE_OWNER_URL: database.ownerUrl },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(command, 'exit')
    const done = async () =>
      (await one(db, sql<{ n: number }>`SELECT coalesce(sum(done), 0)::int AS n FROM key_pass WHERE step = 'SEAL'`)).n
    await until('the command works', async () => command.exitCode !== null || (await done()) > 0, PATIENCE_S)
    command.kill('SIGKILL')
    await ended
  }

  test('all the time requests are answered, and nothing is left of the old keys', async (t) => {
    const issuerSecret = servers.key.export().toString('base64')
    useOutside(simulatedOutside({ simulatorsUrl: servers.simulatorsUrl, secret: issuerSecret }))
    const shoppers: Shopper[] = []
    for (let n = 0; n < HOLDERS; n++) shoppers.push(await shops(n))
    const [ana] = shoppers as [Shopper]
    const { cardId } = ana
    await granted(
      at(0),
      holders.editAddress,
      { cardId, ...aCardInput({ firstName: 'Quillon', lastName: 'Okonkwo' }), requestNo: someRequestNo() },
      ana.token,
    )
    const colleague = await newStaff(['ADMIN'])
    const { topupId } = await announces(await newBusiness(), { payerName: 'Thornbury Haberdashers' })
    const teller = await newStaff(['FIN_MAKER'])
    await imports(teller, csvOf([{ ref: newRef(), payer: 'Ottoline Featherstone', details: 'marmalade' }]))
    for (const table of tableNames)
      if (
        !['card', 'login', 'card_number', 'staff', 'forecast', 'bank_line', 'request_key', 'card_log'].includes(table)
      )
        await insertSealedRow(table, ana.person.accountId)
    const sealedBefore = await openEverything()
    assert.deepEqual(sealedBefore.keys, new Set([1]))

    const stop = load(shoppers, await Promise.all([1, 2, 3].map(() => newAccount())))
    t.after(stop)
    await assert.rejects(fill(rotation()), isProblem(/add them first/))
    await addKeys(rotation())
    await assert.rejects(addKeys(rotation()), isProblem(/there are keys already/))
    await assert.rejects(useNext(rotation()), isProblem(/is not filled for look-up key 2 yet/))
    await fill(rotation())
    await useNext(rotation())
    await assert.rejects(removeFormer(rotation()), isProblem(/still needed: .*login\.mobile_enc/))
    await sealsAndDies()
    const half = await many(db, sql<{ table: string }>`SELECT table_name AS table FROM key_pass WHERE step = 'SEAL'`)
    assert.ok(half.length > 0 && half.length < tableNames.length, `${half.length} passes had begun`)
    await sealRows(rotation())
    await until('what waits has the new key', async () => (await waiting()) === 0, PATIENCE_S)
    await removeFormer(rotation())
    const { failed, sent, perSecond } = await stop()
    t.diagnostic(`${sent} requests, ${perSecond} a second`)
    assert.deepEqual(failed.slice(0, 5), [])
    assert.equal(failed.length, 0)

    assert.deepEqual(keyIds(), { field: { current: 2, known: [2] }, lookup: { current: 2, known: [2] } })
    const sealedAfter = await openEverything()
    assert.deepEqual(sealedAfter.keys, new Set([2]))
    const columns = tableNames.flatMap((table) => Object.keys(tableOf(table).sealed).map((name) => `${table}.${name}`))
    assert.deepEqual(
      columns.filter((name) => !sealedAfter.tables.has(name)),
      [],
    )
    assertSame(sealedBefore.texts, sealedAfter.texts)
    for (const table of ['card_number', 'login_by_mobile'])
      assert.deepEqual(await many(db, sql`SELECT DISTINCT key_id FROM ${sql.table(table)}`), [{ key_id: 2 }])

    for (const n of [0, 1]) {
      await signsIn(ana.person, n)
      assert.deepEqual(await foundBy(n, ana, 'oko'), [cardId])
      assert.deepEqual(await foundBy(n, shoppers[1]!, 'aber'), [shoppers[1]!.cardId])
    }
    assert.deepEqual(
      (await linesSeen(teller, 'otto')).map(({ payer }) => payer),
      ['Ottoline Featherstone'],
    )
    const forecasts = await wireDeskAnswers.deskForecasts(teller, { keyword: 'haber', pageNo: 1, pageSize: 20 })
    assert.deepEqual(
      forecasts.data.map((one) => one.topupId),
      [topupId],
    )
    const shopper = shoppers[2]!
    assert.equal(await reveals(shopper), shopper.plastic.cardNumber)
    assert.equal(await declined(shopper), '')
    assert.equal(
      await declined({ ...shopper, plastic: { ...shopper.plastic, cvc: otherCvc(shopper) } }),
      'CVC_MISMATCH',
    )
    const { access_token: desk } = await signsInAtDesk(colleague)
    const shown = await granted<Shown>(at(1), keyRotation, {}, desk)
    assert.deepEqual(shown.keys, [{ servers: 2, fieldKey: 2, fieldKeys: [2], lookupKey: 2, lookupKeys: [2] }])
    assert.deepEqual(
      shown.passes.filter(({ left, finishTime }) => left > 0 || finishTime === null),
      [],
    )
    assert.equal(shown.passes.filter(({ step }) => step === 'SEAL').length, tableNames.length)
    assert.ok(shown.passes.some(({ table, done }) => table === 'card' && done >= HOLDERS))
    assert.deepEqual((await verifyStaffAudit(colleague, {})).breaks, [])
    await deleteSealedRows(ana.person.accountId)
    assert.deepEqual(await prove(), [])
  })

  const waiting = async (): Promise<number> => {
    let rows = 0
    for (const { from, text, where } of passingTexts) {
      const old = sql.raw(`${where} AND length(${text}) > 28 AND get_byte(decode(${text}, 'base64'), 0) = 1`)
      rows += (await one(owner, sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.raw(from)} WHERE ${old}`)).n
    }
    return rows
  }
})

const isProblem = (like: RegExp) => (error: unknown) => error instanceof ConfigProblem && like.test(error.message)
