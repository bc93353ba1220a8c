/** The headers of every answer: a page, a file, an answer, a refusal. */
import { isStaffWho } from '#contract/core/call.ts'
import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, beforeEach, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { signOut, userInfo } from '#contract/identity/identity.ts'
import { buildApp } from '#server/http/app.ts'
import { setSecurityHeaders } from '#server/http/securityHeaders.ts'
import { serveConsoles } from '#server/http/staticFiles.ts'
import { ask, requestOf, send, withApp, type Reply } from './app.ts'
import { aHolder, opened, enter, type Member } from './inputs/actors.ts'
import { forgetTallies, type Asker } from './inputs/fixtures.ts'
import { calls, inputs } from './inputs/validInputs.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')

function guarded(where: string, { headers }: Reply): void {
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(/ (.*)/) as [string, string]),
  )
  assert.equal(policy['script-src'], "'self'", `${where}: scripts are ours alone, none inline, none from text`)
  assert.equal(policy['style-src'], "'self'", `${where}: styles are files of ours`)
  assert.equal(policy['require-trusted-types-for'], "'script'", where)
  assert.equal(policy['trusted-types'], 'kaika dompurify default', where)
  assert.equal(policy['default-src'], "'self'", where)
  assert.equal(policy['frame-ancestors'], "'none'", where)
  assert.equal(policy['object-src'], "'none'", where)
  assert.equal(policy['base-uri'], "'none'", where)
  assert.equal(headers['x-frame-options'], 'DENY', where)
  assert.equal(headers['x-content-type-options'], 'nosniff', where)
  assert.equal(headers['referrer-policy'], 'no-referrer', where)
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin', where)
  assert.match(String(headers['permissions-policy']), /(^|, )camera=\(\), .*geolocation=\(\), .*microphone=\(\)/, where)
  assert.equal(headers['strict-transport-security'], undefined, `${where}: this address is not https`)
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
      noticeId: 'ntp_00000000000000000000000000',
    }
    asker = { served, member: ana, has }
  })
  /** Some calls end the caller's session. */
  beforeEach(async () => {
    await forgetTallies()
    Object.assign(ana, await enter(ana.person))
  })
  const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    send(served.url, { method: 'GET', path, headers })

  for (const [name, row] of calls) {
    test(`${row.on}: answered, refused and asked by another site`, async () => {
      const sent = requestOf(row, await inputs[name](asker), row === signOut ? undefined : ana.token)
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

  const files = globSync('**/*.{html,js,css,svg,png,ico,webmanifest,txt}', { cwd: dist }).map((file) => `/${file}`)
  const pages = files.filter((file) => file.endsWith('.html'))

  test('every page of the consoles, the reference and what is not there', async () => {
    for (const path of [
      ...pages,
      '/',
      '/assets/nothing.js',
      '/livez',
      '/readyz',
      '/api/docs/',
      '/api/openapi.json',
      '/nothing',
      '/api/nothing',
      '/../package.json',
    ])
      guarded(path, await get(path))
    for (const page of pages) {
      const html = readFileSync(path.join(dist, page), 'utf8')
      assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i, `${page} has no script inside`)
    }
  })

  test('what a page loads has only what a file needs, and a type that is not guessed', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kaika-consoles-'))
    mkdirSync(path.join(folder, 'assets'))
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Kaika</title>')
    writeFileSync(path.join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const name of ['page.js', 'page.css']) {
      writeFileSync(path.join(folder, 'assets', name), ' '.repeat(4096))
      writeFileSync(path.join(folder, 'assets', `${name}.br`), brotliCompressSync(' '.repeat(4096)))
    }
    const app = Fastify()
    t.after(() => app.close())
    await setSecurityHeaders(app, { secure: true })
    await serveConsoles(app, { folder })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const needed = ['cache-control', 'content-type', 'etag', 'x-content-type-options']
    const ofHttp = [
      'connection',
      'content-encoding',
      'content-length',
      'date',
      'keep-alive',
      'transfer-encoding',
      'vary',
    ]
    for (const asset of ['/mark.svg', '/assets/page.js', '/assets/page.css']) {
      const request = { method: 'GET', path: asset, headers: { 'accept-encoding': 'br' } }
      const { headers } = await send(url, request)
      const names = Object.keys(headers).filter((name) => !ofHttp.includes(name))
      assert.deepEqual(names.sort(), needed, asset)
      assert.equal(headers['x-content-type-options'], 'nosniff', asset)
      const bytes = Object.entries(headers).join('\r\n').length
      assert.ok(bytes <= 340, `${asset}: ${bytes} bytes of headers`)
      const { etag } = (await send(url, { ...request, headers: {} })).headers
      const again = await send(url, { ...request, headers: { 'if-none-match': etag } })
      assert.deepEqual(
        [again.status, again.text, again.headers['content-security-policy']],
        [304, '', undefined],
        asset,
      )
    }
    for (const page of ['/', '/index.html', '/assets/nothing.js']) {
      const { headers } = await send(url, { method: 'GET', path: page, headers: {} })
      assert.match(String(headers['content-security-policy']), /script-src 'self'/, page)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000', page)
    }
  })

  test('no file of the consoles that could be opened by itself has a script inside', async () => {
    for (const file of files) {
      const { headers } = await get(file)
      if (pages.includes(file)) guarded(file, { headers, status: 200, text: '' })
      // A worker is not opened, and takes its policy from its own answer.
      else if (file === '/worker.js')
        assert.equal(headers['content-security-policy'], "default-src 'none'; connect-src 'self'")
      else assert.equal(headers['content-security-policy'], undefined, file)
      assert.equal(headers['x-content-type-options'], 'nosniff', file)
      // A picture has no policy of its own, so when opened as a page it must contain nothing executable.
      if (file.endsWith('.svg'))
        assert.doesNotMatch(readFileSync(path.join(dist, file), 'utf8'), /<script|\son\w+=|javascript:/i, file)
    }
  })

  test('where the public address is https, a browser is told to stay there', async (t) => {
    for (const [origin, told] of [
      ['https://cards.kaika.example', 'max-age=31536000'],
      ['http://10.0.0.7:4000', undefined],
    ] as const) {
      const app = await buildApp({ checkAnswers: true, port: 0, origin })
      t.after(() => app.close())
      for (const url of ['/', '/livez', '/api/nothing', '/operator/', '/file/pub/nothing'])
        assert.equal((await app.inject(url)).headers['strict-transport-security'], told, `${origin} ${url}`)
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
      '/%2e%2e/server/http/app.ts',
      '/assets/..%2f..%2fpackage.json',
      '/server/http/app.ts',
      '/.git/config',
    ])
      assert.match((await get(path)).text, /^\{"code":40[04],/, path)
  })

  test('a link that is prefetched or stands on another site has no effect', async () => {
    for (const [name, row] of calls.filter(([, { changes }]) => changes)) {
      const sent = requestOf(row, await inputs[name](asker), ana.token)
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
      'passkeyCode',
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
      const sent = requestOf(row, await inputs[name](asker), ana.token)
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
