/**
 * A start where nothing is simulated: every adapter is the real one, pointed at its vendor's own wire, on a migrated database without a row. A range is added at
 * the desk, and a card of it is opened and charged.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeSimulatedRanges } from '#bin/operate/migrateDatabase.ts'
import { freePort } from '#bin/postgres/postgres.ts'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { MALLOC, NODE_OPTIONS } from '#bin/supervise.ts'
import { openCard } from '#contract/cards/cards.ts'
import { addRange, changeRange, offeredRanges } from '#contract/cards/desk/ranges.ts'
import { listRails } from '#contract/funding/desk/rails.ts'
import { rechargeInfo } from '#contract/funding/funding.ts'
import { enrolStaff, showEnrolment } from '#contract/staff/enrolment.ts'
import { db, many, one, sql, transaction } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { newSecrets, storeSecrets } from '#server/core/settings/storedSecrets.ts'
import { passOnPaper } from '#server/identity/identity.ts'
import { prove } from '#server/ledger/ledger.ts'
import { wrapSecrets } from '#server/outside/keys/openSecrets.ts'
import { codeAt } from '#server/staff/staff.ts'
import { watchOnlyKey } from '#server/outside/depositAddress.ts'
import { securityCode } from '#simulators/cardNumbers.ts'
import { startKeyServices } from '#simulators/keyServices/start.ts'
import { lithicCard } from '#simulators/lithic/cards.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import type { Account } from '#simulators/payments/merchants.ts'
import { lithicRanges } from '#simulators/ranges.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { owner } from '../database.ts'
import { cardNumbersIn, cardNumbersInColumns, filesWith } from '../dump.ts'
import { cardholder } from '../fixtures/identity.ts'
import { newRange, productChecker, productMaker, reason } from '../fixtures/products.ts'
import { approves, newStaff, staffToken } from '../fixtures/staff.ts'
import { ask, granted, hangUp } from '../http/app.ts'
import { someRequestNo } from '../http/inputs/actors.ts'
import { runKaika } from '../operate/production.ts'
import { environmentOf } from '../realRails.ts'
import { newAccount, signedIn, withWorld } from '../world.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'kaika-real-'))
const loaded = path.join(folder, 'loaded')
/** Writes down every module that the process loads. */
const WATCH = `import { registerHooks } from 'node:module'
import { appendFileSync } from 'node:fs'
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(loaded)}, url + '\\n'); return next(url, context) } })`

/** Takes mail without a password. */
async function mailServer(): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {}).write('220 test\r\n')
    socket.on('data', (data) => void socket.write(/^QUIT/i.test(data.toString()) ? '221 bye\r\n' : '250 ok\r\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('with everything real', () => {
  const database = withWorld()
  let simulators: Simulators
  let keyServices: Awaited<ReturnType<typeof startKeyServices>>
  let mail: net.Server
  let server: ChildProcess
  let url: string
  let env: Record<string, string>
  let said = ''
  /** Of the card: only the issuer and its holder know it. */
  let cardNumber: string

  const start = async (more: Record<string, string> = {}): Promise<{ child: ChildProcess; first: string }> => {
    const watch = `--import=data:text/javascript,${encodeURIComponent(WATCH)}`
    const child = spawn(process.execPath, [...NODE_OPTIONS, watch, path.join(root, 'server/main.ts')], {
      env: { ...MALLOC, PATH: process.env['PATH']!, ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (piece) => (said += String(piece)))
    const ended = once(child, 'close').then(([code]) => `ended with ${String(code)}`)
    return { child, first: await Promise.race([once(child, 'message').then(() => 'ready'), ended]) }
  }
  const outsideCall = async <T>(to: string, input?: object): Promise<T> => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
    const response = await fetch(simulators.url + to, input && post)
    const answer = (await response.json()) as T
    assert.ok(response.ok, `${to}: ${JSON.stringify(answer)}`)
    return answer
  }
  async function until<T>(what: string, question: () => Promise<T | undefined>): Promise<T> {
    for (let waited = 0; waited < 30_000; waited += 100) {
      const answer = await question()
      if (answer !== undefined) return answer
      await sleep(100)
    }
    throw new Error(`${what}\n${said}`)
  }

  before(async () => {
    await removeSimulatedRanges(database.ownerUrl)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const secrets = newSecrets() // those of other tests are examples, which production refuses
    useSecrets(secrets)
    const { issuerSecret } = secrets
    const twilio = { accountSid: `AC${'0a'.repeat(16)}`, authToken: 'token' }
    const s3 = { region: 'eu-central-1', bucket: 'kaika-archive', keyId: 'AKID', secret: 'secret' }
    simulators = await startSimulators({
      ...{ serverUrl: url, secret: issuerSecret, blockMs: 3_600_000, deadlineMs: 10_000 },
      vendors: { twilio, s3 },
    })
    const kms = { region: 'eu-central-1', key: 'alias/kaika', keyId: 'AKID', secret: 'the secret' }
    keyServices = await startKeyServices({ kms: { ...kms, url: 'http://127.0.0.1:0' } })
    mail = await mailServer()
    const dataDir = path.join(folder, 'data')
    storeSecrets(dataDir, secrets)
    await wrapSecrets({ dataDir, keys: { kind: 'kms', ...kms, url: `${keyServices.url}/kms` } })
    const lithic = lithicSecrets(issuerSecret)
    env = {
      ...{ DATABASE_URL: database.url, KAIKA_DATA: dataDir, PORT: String(port), KAIKA_ORIGIN: 'https://cards.example' },
      KAIKA_HOSTS: 'cards.example,127.0.0.1', // this test has no proxy in front of it
      ...{ KAIKA_KEYS: 'kms', KAIKA_KMS_URL: `${keyServices.url}/kms`, KAIKA_KMS_REGION: kms.region },
      ...{ KAIKA_KMS_KEY: kms.key, KAIKA_KMS_KEY_ID: kms.keyId, KAIKA_KMS_KEY_SECRET: kms.secret },
      ...{ KAIKA_ISSUERS: 'lithic', LITHIC_URL: `${simulators.url}/lithic`, LITHIC_API_KEY: lithic.apiKey },
      ...{ LITHIC_ASA_SECRET: lithic.asaSecret, LITHIC_WEBHOOK_SECRET: lithic.webhookSecret },
      ...{ KAIKA_RAILS: 'wechat,alipay', KAIKA_UNIONPAY: 'off' },
      ...{ KAIKA_RATES: 'ecb', KAIKA_RATES_URL: `${simulators.url}/ecb/stats/eurofxref/eurofxref-daily.xml` },
      ...{ KAIKA_CHAIN_URL: simulators.url, KAIKA_XPUB: watchOnlyKey(Buffer.alloc(32, 5)) },
      ...{ KAIKA_SMS: 'twilio', KAIKA_TWILIO_URL: `${simulators.url}/twilio`, KAIKA_TWILIO_FROM: '+15005550006' },
      ...{ KAIKA_TWILIO_ACCOUNT: twilio.accountSid, KAIKA_TWILIO_TOKEN: twilio.authToken },
      KAIKA_SMTP_URL: `smtp://127.0.0.1:${(mail.address() as net.AddressInfo).port}`,
      KAIKA_MAIL_FROM: 'Kaika <mail@cards.example>',
      ...{ KAIKA_FILES: 's3', KAIKA_S3_URL: `${simulators.url}/s3`, KAIKA_S3_REGION: s3.region },
      ...{ KAIKA_S3_BUCKET: s3.bucket, KAIKA_S3_KEY_ID: s3.keyId, KAIKA_S3_KEY_SECRET: s3.secret },
    }
    for (const name of ['wechat', 'alipay'])
      Object.assign(env, environmentOf(await outsideCall<Account>(`/${name}/account`), folder))
  })
  after(async () => {
    server?.kill('SIGTERM')
    if (server && server.exitCode === null) await once(server, 'exit')
    hangUp()
    await simulators.stop()
    await keyServices.stop()
    mail.close()
    rmSync(folder, { recursive: true })
  })

  test('a database of the demo is refused', async () => {
    await sql`INSERT INTO demo_world (began_at) VALUES (now())`.execute(db)
    const { first } = await start()
    assert.equal(first, 'ended with 1')
    assert.match(said, /^DATABASE_URL leads to a database with the people of the demo/)
    await sql`DELETE FROM demo_world`.execute(owner)
  })

  test('it starts, and has nobody and nothing of the demo', async () => {
    said = ''
    const started = await start()
    server = started.child
    assert.equal(started.first, 'ready', said)
    assert.equal(said, '', 'every account is known')
    for (const table of ['demo_world', 'simulated_clock', 'account', 'staff', 'card', 'card_range', 'range_price'])
      assert.deepEqual(await many(db, sql`SELECT * FROM ${sql.table(table)}`), [], table)
    const modules = readFileSync(loaded, 'utf8').split('\n')
    assert.ok(modules.some((name) => name.endsWith('/server/outside/issuers/lithic/lithic.ts')))
    assert.deepEqual(
      modules.filter((name) => /\/(simulators|db\/seed|test)\//.test(name)),
      [],
    )
  })

  test('a range is added at the desk, and a card of it is opened, loaded and charged', async () => {
    const [maker, checker] = [await productMaker(), await productChecker()]
    const desk = await staffToken(maker)
    const { issuers } = await granted<{ issuers: { issuerId: string; ranges: { programRef: string }[] }[] }>(
      url,
      offeredRanges,
      {},
      desk,
    )
    const [range] = lithicRanges
    assert.deepEqual(
      issuers.map(({ issuerId, ranges }) => [issuerId, ranges.map(({ programRef }) => programRef).sort()]),
      [['lithic', lithicRanges.map(({ programRef }) => programRef).sort()]],
    )
    const vid = 'REAL-VISA-US-1'
    const { approvalId } = await granted<{ approvalId: string }>(
      url,
      addRange,
      { issuerId: 'lithic', programRef: range!.programRef, vid, ...newRange, reason },
      desk,
    )
    await approves(checker, approvalId)
    await granted(url, changeRange, { vid, change: { status: 'ON' }, reason, requestNo: someRequestNo() }, desk)

    const ana = await newAccount({ balanceCents: 200_00 })
    await transaction((tx) => passOnPaper(tx, ana.accountId, { realName: '林梅', idNo: 'E1', cardholder }))
    const { token } = await signedIn(ana)
    const input = { vid, rechargeAmount: 100_00, ...cardholder, requestNo: someRequestNo() }
    const madeUp = await ask(url, openCard, { ...input, firstName: 'Made', requestNo: someRequestNo() }, token)
    assert.equal((madeUp.data as { reason: string }).reason, 'HOLDER_UNVERIFIED')
    const { cardId } = await granted<{ cardId: string }>(url, openCard, input, token)
    const { issuer_ref: ref } = await until('the card was not made', async () => {
      const card = await one(
        db,
        sql<{ status: string; issuer_ref: string }>`SELECT status, issuer_ref FROM card WHERE card_id = ${cardId}`,
      )
      return card.status === 'ACTIVE' ? card : undefined
    })
    const { pan, exp_month: expMonth, exp_year: expYear } = lithicCard(simulators.world, ref)
    cardNumber = pan
    const cvc = securityCode(simulators.world.key, pan, [expMonth, expYear])
    const bought = await outsideCall<{ approved: boolean; reason?: string }>('/network/purchases', {
      ...{ cardNumber, expMonth, expYear, cvc, merchantId: 'mer_google_ads', amountCents: 30_00 },
    })
    assert.equal(bought.approved, true, bought.reason)
    const [charge] = await many(
      db,
      sql<{ amount_cents: number; status: string }>`SELECT amount_cents, status FROM auth`,
    )
    assert.deepEqual(charge, { amount_cents: 30_00, status: 'PENDING' })
    assert.deepEqual(await prove(), [])
  })

  test('the first two people at the desk are added by the operator, and sign in by their links', async () => {
    await sql`DELETE FROM staff_session`.execute(owner)
    await sql`TRUNCATE staff CASCADE`.execute(owner)
    const kaika = (...words: string[]) => runKaika(['staff', ...words], env)
    const linksIn = (out: string): string[] => [...out.matchAll(/#\/enrol\/([\w-]{43})$/gm)].map(([, link]) => link!)
    const { code, out, err } = await kaika('first', 'feng', '冯远', 'Feng Yuan', 'zheng', '郑正', 'Zheng Zheng')
    assert.equal(code, 0, err)
    assert.match(out, /^feng\n {2}https:\/\/cards\.example\/operator\/#\/enrol\//)
    const links = linksIn(out)
    assert.equal(links.length, 2)
    for (const [at, link] of links.entries()) {
      const { secret } = await granted<{ secret: string }>(url, showEnrolment, { link })
      const input = { link, password: 'four quiet herons', code: codeAt(secret) }
      const { staff } = await granted<{ staff: { name: string; roles: { role: string }[] } }>(url, enrolStaff, input)
      assert.equal(staff.name, ['冯远 Feng Yuan', '郑正 Zheng Zheng'][at])
      assert.deepEqual(
        staff.roles.map(({ role }) => role),
        ['ADMIN'],
      )
    }
    const refusals: [words: string[], code: number, says: RegExp][] = [
      [['first', 'li', '李', 'Li', 'wang', '王', 'Wang'], 1, /there are staff already/],
      [['add', 'feng', 'ADMIN', '冯远', 'Feng'], 1, /feng is there already: bin\/kaika staff renew/],
      [['add', 'li', 'BOSS', '李', 'Li'], 2, /BOSS is no role: SUPPORT/],
      [['add', 'Li', 'ADMIN', '李', 'Li'], 2, /Li is no login/],
      [['first', 'li', '李', 'Li', 'li', '李', 'Li'], 2, /two people, with a login each/],
      [['renew', 'nobody'], 1, /nobody at the desk is called nobody/],
      [[], 2, /say first, add or renew/],
    ]
    for (const [words, expected, says] of refusals) {
      const ran = await kaika(...words)
      assert.equal(ran.code, expected, ran.err)
      assert.match(ran.err, says)
      assert.equal(ran.out, '')
    }
    const [added, renewed] = [
      await kaika('add', 'li', 'FIN_MAKER,TREASURY', '李静', 'Li Jing'),
      await kaika('renew', 'zheng'),
    ]
    assert.deepEqual([linksIn(added.out).length, linksIn(renewed.out).length], [1, 1], added.err + renewed.err)
    const deeds = await many(
      db,
      sql<{ target: string; content_en: string }>`
      SELECT target, content_en FROM staff_audit WHERE action = 'STAFF' AND staff_id IS NULL ORDER BY seq`,
    )
    assert.deepEqual(
      deeds.map(({ target, content_en }) => `${target}: ${content_en}`),
      [
        'feng: Feng Yuan was added by the operator',
        'zheng: Zheng Zheng was added by the operator',
        'li: Li Jing was added by the operator',
        'zheng: The operator renewed the link of 郑正 Zheng Zheng',
      ],
    )
  })

  test('a rail that is off is shown neither to account holders nor at the desk', async () => {
    const ana = await signedIn(await newAccount())
    const info = (rail: string) =>
      granted<{ offered: boolean; enabled: boolean }>(url, rechargeInfo, { rail }, ana.token)
    const { offered, enabled } = await info('UNIONPAY')
    assert.deepEqual([offered, enabled], [false, false])
    assert.equal((await info('ONLINE_WECHAT')).offered, true)
    const desk = await staffToken(await newStaff(['TREASURY']))
    const { list } = await granted<{ list: { rail: string }[] }>(url, listRails, {}, desk)
    assert.deepEqual(
      list.map(({ rail }) => rail),
      ['ONLINE_WECHAT', 'ONLINE_ALIPAY', 'USDT_TRC20', 'USD_WIRE'],
    )
    const told = await fetch(`${url}/payments/events/UNIONPAY`, { method: 'POST', body: '{}' })
    assert.equal(told.status, 404)
  })
  test('no table, file or log has a number of a card', async () => {
    const kept = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file).includes(cardNumber))
    assert.deepEqual(await cardNumbersInColumns(), [])
    assert.deepEqual(await filesWith(cardNumber), [])
    assert.deepEqual(cardNumbersIn(said), [])
    assert.deepEqual(kept(), [])
    // Each of these finds one.
    await sql`UPDATE card SET remark = ${cardNumber}`.execute(owner)
    writeFileSync(path.join(folder, 'canary'), `of ${cardNumber}`)
    assert.deepEqual(await cardNumbersInColumns(), [`public.card.remark: ${cardNumber}`])
    if (testWorkers.length === 0) assert.ok((await filesWith(cardNumber)).some((file) => file.startsWith('base/')))
    assert.deepEqual(cardNumbersIn(`{"msg":"${cardNumber}"}`), [cardNumber])
    assert.deepEqual(kept(), [path.join(folder, 'canary')])
  })
})
