/** A request that claims to be compressed is read as sent: it blocks no one, and nothing is decompressed. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { uploadPaper } from '#contract/identity/verification.ts'
import { newAccount, signIn } from '../world.ts'
import { requestOf, send, withApp } from './app.ts'
import { FileOf } from './multipart.ts'

describe('a request with Content-Encoding', () => {
  const served = withApp()

  for (const encoding of ['gzip', 'br', 'deflate'])
    test(
      `${encoding}: an upload of two megabytes is answered, and so is the next one`,
      { timeout: 30_000 },
      async () => {
        const { access_token } = await signIn(await newAccount())
        const request = requestOf(
          uploadPaper,
          { file: new FileOf(Buffer.alloc(2_100_000, 7), 'paper.png') },
          access_token,
        )
        for (let time = 0; time < 2; time++) {
          const { status } = await send(served.url, {
            ...request,
            headers: { ...request.headers, 'content-encoding': encoding },
          })
          assert.equal(status, 200)
        }
      },
    )

  test('a compressed form is no form', async () => {
    const { text } = await send(served.url, {
      method: 'POST',
      path: '/api/user/loginPwd',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
      body: gzipSync('username=ana&password=1234'),
    })
    assert.notEqual((JSON.parse(text) as { code: number }).code, 200)
  })
})
