/**
 * Card numbers, security codes, passwords, tokens, codes, mobiles and the content of pictures reach only the people they are meant for: they are not in the log
 * of a server that logs, in its metrics and traces, in the database, or in a refusal.
 */
import assert from 'node:assert/strict'
import { browserKey } from '../browserKey.ts'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Call } from '#contract/core/call.ts'
import { revealMobile, searchAccounts, showAccount } from '#contract/accounts/accounts.ts'
import * as cards from '#contract/cards/cards.ts'
import * as funding from '#contract/funding/funding.ts'
import * as identity from '#contract/identity/identity.ts'
import * as notices from '#contract/notices/notices.ts'
import * as staff from '#contract/staff/staff.ts'
import { uploadPaper } from '#contract/identity/verification.ts'
import { HOUR, nowMs, SECOND } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { codeAt } from '#server/staff/staff.ts'
import { newStaff } from '../fixtures/staff.ts'
import { fund, newMobile, withWorld } from '../world.ts'
import { owner } from '../database.ts'
import { freePort } from '#bin/postgres/postgres.ts'
import { startCollector } from '../operate/collector.ts'
import { ask, granted, hangUp, requestOf, send } from './app.ts'
import { aCardInput } from './inputs/actors.ts'
import { FileOf } from './multipart.ts'
import { startServers, type Servers } from './servers.ts'

const PASSWORD = 'Canary-Pass-9x'

describe('what is secret', () => {
  const database = withWorld({ connections: 4 })
  let servers: Servers
  let url: string
  let metricsUrl: string
  let collector: Awaited<ReturnType<typeof startCollector>>
  /** Every secret that must not be found anywhere, by kind. */
  const canaries = new Map<string, string>()
  /** Complete answers other than successes. */
  const refusals: string[] = []

  before(async () => {
    collector = await startCollector()
    const metricsPort = await freePort()
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
    const env = { METRICS_PORT: String(metricsPort), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    servers = await startServers(database.url, { count: 1, logs: true, env })
    url = servers.urls[0]!
  })
  after(async () => {
    hangUp()
    await servers?.stop()
    collector?.stop()
  })

  const inbox = async (mobile: string): Promise<string> => {
    for (let waited = 0; waited < 20_000; waited += 100) {
      const messages = (await (await fetch(`${servers.simulatorsUrl}/sms/inbox?mobile=${mobile}`)).json()) as {
        code?: string
      }[]
      const code = messages[0]?.code
      if (code && ![...canaries.values()].includes(code)) return code
      await sleep(100)
    }
    return assert.fail('no text came')
  }
  const refused = async (row: Call, input: object, token?: string): Promise<void> => {
    const { text } = await send(url, requestOf(row, { ...input }, token))
    assert.doesNotMatch(text, /^\{"code":200,/, row.on)
    refusals.push(text)
  }

  test('a life in which every secret is used, rightly and wrongly', async () => {
    const mobile = newMobile()
    canaries.set('mobile', mobile)
    await granted(url, identity.signUpCode, { mobile })
    const code = await inbox(mobile)
    canaries.set('code to sign up', code).set('password', PASSWORD)
    const form = { mobile, code, password: PASSWORD, confirmPassword: PASSWORD, agree: 1 }
    await refused(identity.signUp, { ...form, confirmPassword: 'Canary-Other-9x' })
    const up = await granted<{ userId: string; access_token: string; refresh_token: string }>(
      url,
      identity.signUp,
      form,
    )
    const session = await granted<{ access_token: string; refresh_token: string; password: string }>(
      url,
      identity.signIn,
      { username: mobile, password: PASSWORD, autoLogin: 1, rememberKey: browserKey().rememberKey },
    )
    const fresh = await granted<{ access_token: string; refresh_token: string }>(url, identity.refresh, {
      grant_type: 'refresh_token',
      refresh_token: session.refresh_token,
    })
    canaries.set('first access token', up.access_token).set('first refresh token', up.refresh_token)
    canaries
      .set('access token', session.access_token)
      .set('refresh token', session.refresh_token)
      .set('remembered', session.password)
    canaries.set('fresh access token', fresh.access_token).set('fresh refresh token', fresh.refresh_token)
    canaries.set('wrong password', 'Canary-Wrong-9x').set('other password', 'Canary-Other-9x')
    await refused(identity.signIn, { username: mobile, password: 'Canary-Wrong-9x' })
    await refused(identity.refresh, { grant_type: 'refresh_token', refresh_token: up.access_token })

    const token = fresh.access_token
    const { rows } = await sql<{
      account_id: string
    }>`SELECT account_id FROM account WHERE user_no = ${up.userId}`.execute(db)
    await fund(rows[0]!.account_id, 500_00)
    const { cardId } = await granted<{ cardId: string }>(url, cards.openCard, aCardInput(), token)
    for (let tries = 0; tries < 100; tries++) {
      const { card } = await granted<{ card: { status: string } }>(url, cards.showCard, { cardId }, token)
      if (card.status === 'ACTIVE') break
      await sleep(100)
    }
    await granted(url, cards.askCardCode, { scene: 'REVEAL' }, token)
    const stepUp = await inbox(mobile)
    const { ticket } = await granted<{ ticket: string }>(
      url,
      cards.checkCardCode,
      { code: stepUp, scene: 'REVEAL' },
      token,
    )
    canaries.set('code to reveal', stepUp).set('ticket', ticket)
    const { card } = await granted<{ card: { number: string; cvc: string; expMonth: number; expYear: number } }>(
      url,
      cards.showCard,
      { cardId, reveal: 1, ticket },
      token,
    )
    assert.match(card.number, /^\d{16}$/)
    canaries.set('card number', card.number).set('security code', `${card.number} ${card.cvc}`)

    const buy = (change: object): Promise<Response> =>
      fetch(`${servers.simulatorsUrl}/network/purchases`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          cardNumber: card.number,
          cvc: card.cvc,
          expMonth: card.expMonth,
          expYear: card.expYear,
          merchantId,
          amountCents: 500,
          ...change,
        }),
      })
    const [{ merchantId }] = (await (await fetch(`${servers.simulatorsUrl}/merchants`)).json()) as [
      { merchantId: string },
    ]
    assert.equal(((await (await buy({})).json()) as { approved: boolean }).approved, true)
    await buy({ cvc: String((Number(card.cvc) + 1) % 1000).padStart(3, '0') })
    await buy({ amountCents: 9_000_00 })
    await buy({ expYear: card.expYear + 1 })

    // Secrets in the wrong fields.
    await refused(cards.showCard, { cardId: card.number, ticket }, token)
    await refused(cards.loadCard, { cardId, amount: card.number }, token)
    await refused(identity.userInfo, {}, PASSWORD)
    await refused(funding.rechargeStatus, { orderNo: token }, token)
    for (const path of [
      `/api/user/info?access_token=${token}`,
      `/api/nothing?password=${PASSWORD}`,
      `/api/user/captcha?key=x&access_token=${token}`,
    ])
      refusals.push((await send(url, { method: 'GET', path, headers: {} })).text)
  })

  test('one of the staff comes in, and guesses first', async () => {
    const { loginName, password, secret } = await newStaff()
    canaries.set('password of the staff', password).set('secret of an authenticator', secret)
    const [wrong, code] = [codeAt(secret, nowMs() - HOUR), codeAt(secret)]
    canaries.set('wrong code of an authenticator', wrong).set('code of an authenticator', code)
    const door = { username: loginName, password, code }
    await refused(staff.staffSignIn, { ...door, code: wrong })
    await refused(staff.staffSignIn, { ...door, password: 'Canary-Desk-9x' })
    canaries.set('wrong password of the staff', 'Canary-Desk-9x')
    const next = codeAt(secret, nowMs() + 30 * SECOND) // each is valid for one attempt
    const { access_token: desk } = await granted<{ access_token: string }>(url, staff.staffSignIn, {
      ...door,
      code: next,
    })
    canaries.set('token of the staff', desk).set('next code of an authenticator', next)
    await refused(staff.staffSignIn, { ...door, code: next })
    const mobile = canaries.get('mobile')!
    const { list } = await granted<{ list: { accountId: string; mobile: string }[] }>(
      url,
      searchAccounts,
      { keyword: mobile },
      desk,
    )
    assert.ok(!list[0]!.mobile.includes(mobile.slice(3, 7)))
    const { accountId } = list[0]!
    const { logins } = await granted<{ logins: [{ loginId: string }] }>(url, showAccount, { accountId }, desk)
    const input = { accountId, loginId: logins[0].loginId, reason: 'they called' }
    const seen = await granted<{ mobile: string }>(url, revealMobile, input, desk)
    assert.ok(seen.mobile.endsWith(mobile))
    await refused(identity.userInfo, {}, desk)
    await refused(searchAccounts, { keyword: mobile }, canaries.get('fresh access token'))
  })

  test('a picture is sent in, and one that is none', async () => {
    const [inside, none] = ['Canary-Exif-31.2304N', 'Canary-Text-9x']
    canaries.set('what a picture carries', inside).set('what is no picture', none)
    const token = canaries.get('fresh access token')!
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f766e' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: inside } })
      .toBuffer()
    assert.ok(bytes.includes(inside))
    await granted(url, uploadPaper, { file: new FileOf(bytes, 'card.jpg') }, token)
    await refused(uploadPaper, { file: new FileOf(Buffer.from(`GIF89a ${none}`), 'card.gif') }, token)
    await refused(uploadPaper, { file: new FileOf(bytes, 'card.jpg') }, canaries.get('token of the staff'))
  })

  test('a fault is told with a reference, and its place only in the log', async () => {
    await sql`ALTER TABLE notice RENAME TO notice_gone`.execute(owner)
    const token = canaries.get('fresh access token')!
    const answer = await ask<{ reference: string }>(url, notices.personalNotices, {}, token)
    await sql`ALTER TABLE notice_gone RENAME TO notice`.execute(owner)
    assert.equal(answer.code, 500)
    assert.deepEqual(Object.keys(answer.data).sort(), ['reason', 'reference'])
    refusals.push(JSON.stringify(answer))
    await until(() => servers.said().includes(answer.data.reference))
    assert.match(servers.said(), /"code":"42P01".*"at":\["[\w/.-]+\.[jt]s:\d+:\d+"/)
  })

  test('nor is the row in the log that the database would not take', async () => {
    await sql`ALTER TABLE login_log ADD CONSTRAINT never CHECK (false) NOT VALID`.execute(owner)
    const door = { username: canaries.get('mobile')!, password: 'Canary-Fault-9x' }
    canaries.set('password of a fault', door.password)
    const answer = await ask<{ reference: string }>(url, identity.signIn, door)
    await sql`ALTER TABLE login_log DROP CONSTRAINT never`.execute(owner)
    assert.equal(answer.code, 500)
    refusals.push(JSON.stringify(answer))
    await until(() => servers.said().includes(answer.data.reference))
    assert.match(servers.said(), /"code":"23514","table":"login_log_\w+","constraint":"never"/)
  })

  test('no log has any of it', () => {
    const log = servers.said()
    assert.ok(log.split('\n').length > 20, 'the server logs')
    assert.ok(log.includes(notices.personalNotices.path))
    assert.deepEqual(found(log), [])
    assert.doesNotMatch(log, /cvc\W{1,6}\d{3}\b|Bearer [\w-]{20}|\$argon2|access_token=/i)
  })

  test('a line of the log leads to its request and to its trace, and a trace through the whole of a request', async () => {
    type Line = { msg: string; reqId?: string; traceId?: string; reference?: string; res?: { statusCode: number } }
    const lines = servers
      .said()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? (JSON.parse(line) as Line) : []))
    const ofRequests = lines.filter(({ msg }) => /^(incoming request|request completed|fault)$/.test(msg))
    assert.ok(ofRequests.length > 40)
    assert.deepEqual(
      ofRequests.filter(({ reqId }) => !reqId),
      [],
    )
    const fault = lines.find(({ msg }) => msg === 'fault')!
    assert.equal(fault.reference, fault.reqId)

    const spans = () => collector.spans
    const named = (name: string) => spans().find((span) => span.name === name)
    await until(() => ['openCard', 'cards.askIssuer', 'POST 127.0.0.1', 'personalNotices'].every((name) => named(name)))
    const opened = named('openCard')!
    assert.ok(
      lines.some(({ reqId, traceId }) => reqId === opened.attributes['kaika.request_id'] && traceId === opened.trace),
    )
    const inTrace = new Set(spans().flatMap(({ trace, name }) => (trace === opened.trace ? name : [])))
    for (const part of ['transaction', 'COMMIT', 'INSERT card_order', 'cards.askIssuer', 'POST 127.0.0.1'])
      assert.ok(inTrace.has(part), `${part} is in ${[...inTrace].join(', ')}`)
    assert.ok(spans().some(({ name, failed }) => name === 'personalNotices' && failed))
    assert.ok(named('decide'), 'the first set of decisions is traced')
  })

  test('nor have its metrics and traces', async () => {
    const metrics = await (await fetch(metricsUrl)).text()
    for (const series of [
      /^kaika_requests_total\{call="signIn",status="refused"\} [1-9]/m,
      /^kaika_requests_total\{call="personalNotices",status="5xx"\} 1$/m,
      /^kaika_sign_ins_total\{by="STAFF",outcome="failed"\} [1-9]/m,
      /^kaika_messages_total\{channel="sms",outcome="sent"\} [1-9]/m,
      /^kaika_decisions_total\{outcome="approved"\} [1-9]/m,
      /^kaika_jobs_ended_total\{task="cards.askIssuer",outcome="done"\} [1-9]/m,
      /^kaika_outside_requests_total\{host="127.0.0.1",status="2xx"\} [1-9]/m,
    ])
      assert.match(metrics, series)
    assert.deepEqual(found(metrics), [])
    const traces = collector.texts.join('\n')
    assert.ok(traces.length > 10_000)
    assert.deepEqual(found(traces), [])
    for (const text of [metrics, traces]) assert.doesNotMatch(text, /\b(acc|crd|usr|lgn)_\w|\b1[3-9]\d{9}\b|@/)
  })

  test('no column of the database has any of it', async () => {
    const everything = await dump()
    assert.ok(everything.includes('CARD_OPEN'), 'the dump is one')
    assert.deepEqual(found(everything), [])
    assert.doesNotMatch(everything, /cvc\W{1,6}\d{3}\b/i)
  })

  test('no refusal has any of it', () => {
    assert.ok(refusals.length >= 17)
    assert.deepEqual(found(refusals.join('\n')), [])
  })

  test('it would be found if it were there, however it is written', () => {
    for (const [what, secret] of canaries) {
      const bytes = Buffer.from(secret)
      for (const written of [secret, bytes.toString('hex'), bytes.toString('base64'), encodeURIComponent(secret)])
        assert.ok(found(`x ${written} y`).includes(what), `${what} as ${written}`)
    }
  })

  function found(text: string): string[] {
    return [...canaries].filter(([, secret]) => writings(secret).some((sign) => sign.test(text))).map(([what]) => what)
  }

  /** Returns every row of every table as text, with bytes in hexadecimal. */
  async function dump(): Promise<string> {
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      SELECT table_schema AS schema, table_name AS name
        FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(db)
    const parts: string[] = []
    for (const { schema, name } of tables) {
      const { rows } = await sql<{
        row: string
      }>`SELECT t::text AS row FROM ${sql.table(`${schema}.${name}`)} AS t`.execute(db)
      parts.push(`${schema}.${name}`, ...rows.map(({ row }) => row))
    }
    return parts.join('\n')
  }
})

/** Returns patterns for a secret: as is, hexadecimal, base64 and URL-encoded. Six digits must stand alone, because many numbers contain them. */
function writings(secret: string): RegExp[] {
  const bytes = Buffer.from(secret)
  const plain = [secret, encodeURIComponent(secret)].map((text) =>
    /^\d{6}$/.test(text) ? new RegExp(`(?<![\\w.])${text}(?![\\w.])`) : new RegExp(escaped(text)),
  )
  const packed = [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
  return [...plain, ...packed.map((text) => new RegExp(escaped(text)))]
}
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

async function until(what: () => boolean): Promise<void> {
  for (let waited = 0; waited < 10_000 && !what(); waited += 50) await sleep(50)
  assert.ok(what(), 'it did not come to be')
}
