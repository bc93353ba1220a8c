/** What every answer carries, whatever it is: a page, a file, an answer, a refusal. */
import { isStaffWho } from '../../contract/call.ts'
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { before, beforeEach, describe, test } from 'node:test'
import { signOut, userInfo } from '../../contract/identity.ts'
import { ask, requestOf, send, withApp, type Reply } from './app.ts'
import { aHolder, opened, enter, type Member } from './cast.ts'
import { forgetTallies, type Asker } from './makings.ts'
import { calls, wishes } from './wishes.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')

function guarded(where: string, { headers }: Reply): void {
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(/ (.*)/) as [string, string]),
  )
  assert.equal(policy['script-src'], "'self'", `${where}: scripts are ours alone, none inline, none from text`)
  assert.equal(policy['default-src'], "'self'", where)
  assert.equal(policy['frame-ancestors'], "'none'", where)
  assert.equal(policy['object-src'], "'none'", where)
  assert.equal(policy['base-uri'], "'none'", where)
  assert.equal(headers['x-frame-options'], 'DENY', where)
  assert.equal(headers['x-content-type-options'], 'nosniff', where)
  assert.equal(headers['referrer-policy'], 'no-referrer', where)
  assert.equal(headers['access-control-allow-origin'], undefined, `${where}: no other site reads this`)
  assert.equal(headers['set-cookie'], undefined, `${where}: no cookies, so no other site can use them`)
  assert.equal(headers['x-powered-by'], undefined, where)
}

describe('the headers of every answer', () => {
  const served = withApp()
  let ana: Member
  let asker: Asker
  before(async () => {
    ana = await aHolder()
    const [none] = (await opened(served, ana, 1)) as [string]
    const has = {
      steady: none,
      toFreeze: none,
      toDelete: none,
      gid: 'cgr_00000000000000000000000000',
      tagId: 'tag_00000000000000000000000000',
      orderNo: 'tup_00000000000000000000000000',
      noticeId: 'ntc_00000000000000000000000000',
    }
    asker = { served, member: ana, has }
  })
  /** Some calls end the session that makes them. */
  beforeEach(async () => {
    await forgetTallies()
    Object.assign(ana, await enter(ana.person))
  })
  const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    send(served.url, { method: 'GET', path, headers })

  for (const [name, row] of calls) {
    test(`${row.on}: answered, refused and asked by another site`, async () => {
      const sent = requestOf(row, await wishes[name](asker), row === signOut ? undefined : ana.token)
      for (const headers of [
        sent.headers,
        {},
        { ...sent.headers, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
      ]) {
        const reply = await send(served.url, {
          ...sent,
          headers: { ...headers, ...(sent.body && { 'content-type': sent.headers['content-type'] }) },
        })
        guarded(row.on, reply)
        assert.equal(reply.headers['cache-control'], 'no-store', row.on)
      }
    })
  }

  test('every file of the consoles, the reference and what is not there', async () => {
    const files = globSync('**/*.{html,js,css,svg,png,ico,webmanifest,txt}', { cwd: dist }).map((file) => `/${file}`)
    for (const path of [
      ...files,
      '/',
      '/healthz',
      '/livez',
      '/readyz',
      '/api/docs/',
      '/api/openapi.json',
      '/nothing',
      '/api/nothing',
      '/../package.json',
    ])
      guarded(path, await get(path))
    for (const page of files.filter((file) => file.endsWith('.html'))) {
      const html = readFileSync(path.join(dist, page), 'utf8')
      assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i, `${page} has no script inside`)
    }
  })

  test('an address that cannot be read is refused under guard too', async () => {
    const { headers, text } = await get('/api/%zz')
    assert.match(text, /^\{"code":400,/)
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
    assert.deepEqual(
      [headers['x-frame-options'], headers['x-content-type-options'], headers['cache-control']],
      ['DENY', 'nosniff', 'no-store'],
    )
  })

  test('nothing outside of the consoles’ folder is served', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/server/app.ts',
      '/assets/..%2f..%2fpackage.json',
      '/server/app.ts',
      '/.git/config',
    ])
      assert.match((await get(path)).text, /^\{"code":40[04],/, path)
  })

  test('a link that is prefetched or stands on another site has no effect', async () => {
    for (const [name, row] of calls.filter(([, { changes }]) => changes)) {
      const sent = requestOf(row, await wishes[name](asker), ana.token)
      for (const header of [
        { purpose: 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const { text } = await send(served.url, { ...sent, headers: { ...sent.headers, ...header } })
        assert.equal((JSON.parse(text) as { code: number }).code, 400, `${row.on} ${JSON.stringify(header)}`)
      }
    }
    assert.equal((await ask(served.url, userInfo, {}, ana.token)).code, 200, 'nobody was signed out')
  })

  test('every GET that has an effect says so', () => {
    const effects = [
      'askCardCode',
      'checkCardCode',
      'slideCaptcha',
      'textCaptcha',
      'signUpCode',
      'signInCode',
      'forgottenCode',
      'passwordCode',
      'profileCode',
      'googleSecret',
      'closingCode',
      'signOut',
      'readNotice',
      'buyPlan',
      'payoutCode',
      'sendSubCode',
      'threeDPool',
    ]
    assert.deepEqual(
      calls
        .filter(([, { changes }]) => changes)
        .map(([name]) => name)
        .sort(),
      effects.sort(),
    )
  })

  test('a form of another site and a body of another type do nothing', async () => {
    for (const [name, row] of calls.filter(([, { method, body }]) => method === 'POST' && body !== 'params')) {
      const sent = requestOf(row, await wishes[name](asker), ana.token)
      const plain = await send(served.url, { ...sent, headers: { ...sent.headers, 'content-type': 'text/plain' } })
      const own = row.who !== 'sub' && !isStaffWho(row.who)
      const refused = own ? [400, 1400] : [400, 1400, 401, 1403]
      assert.ok(refused.includes((JSON.parse(plain.text) as { code: number }).code), `${row.on} as text/plain`)
      if (row.who === 'public' || row.who === 'client') continue
      const { 'content-type': type } = sent.headers
      const cookie = { cookie: `access_token=${ana.token}`, origin: 'http://evil.example', 'content-type': type }
      const { text } = await send(served.url, { ...sent, headers: cookie })
      assert.equal((JSON.parse(text) as { code: number }).code, 401, `${row.on} with a cookie`)
    }
  })
})
