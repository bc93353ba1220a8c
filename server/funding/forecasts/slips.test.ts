import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { downloadFile, uploadFile, uploadFileHere, uploadSlip } from '#contract/funding/forecasts.ts'
import { userInfo } from '#contract/identity/identity.ts'
import { uploadPaper } from '#contract/identity/verification.ts'
import { granted, send, withApp } from '#test/http/app.ts'
import { aHolder, aSub, type Member } from '#test/http/inputs/actors.ts'
import { FileOf, multipartOf } from '#test/http/multipart.ts'
import { buildApp } from '#server/http/app.ts'

type Bare = { code: number; msg: string; errcode: number; errmsg: string; fileId?: string; data: { fileId?: string } }
const rows = [uploadFile, uploadFileHere, uploadSlip]
const words = { cn: { kind: '只能上传 JPG/GIF/PNG/BMP 格式的文件', tooLarge: '上传图片大小不能超过 3MB!' } }

describe('an image', () => {
  const served = withApp()
  let ana: Member
  let picture: Buffer
  before(async () => {
    ana = await aHolder()
    picture = await sharp({ create: { width: 40, height: 25, channels: 3, background: '#0f766e' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a place' } })
      .toBuffer()
  })
  const sends = async (path: string, token: string, file: Buffer, more: Record<string, string> = {}, lang = 'cn') => {
    const { type, body } = multipartOf([...Object.entries(more), ['file', new FileOf(file, '凭证.png')]])
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'accept-language': lang }
    const { text } = await send(served.url, { method: 'POST', path, headers, body })
    return JSON.parse(text) as Bare
  }
  const downloads = (fileId: string, token: string, path: string = downloadFile.path) =>
    send(served.url, { method: 'GET', path: `${path}?fileId=${fileId}`, headers: { authorization: `Bearer ${token}` } })

  it('is answered with errcode, errmsg and fileId beside the envelope, at both addresses', async () => {
    for (const path of ['/file/pub/upload', '/api/file/pub/upload'])
      for (const more of [{}, { scene: 'SLIP' }, { scene: 'IDENTITY', public: '0' }] as Record<string, string>[]) {
        const answer = await sends(path, ana.token, picture, more)
        assert.deepEqual([answer.code, answer.errcode, answer.errmsg], [200, 0, ''], path)
        assert.deepEqual(Object.keys(answer.data).sort(), ['fileId', 'name', 'size', 'url'])
        assert.equal(answer.fileId, answer.data.fileId)
      }
  })

  it('is drawn anew and read by its account alone, whatever scene it is for', async () => {
    const other = await aHolder()
    for (const scene of ['SLIP', 'IDENTITY']) {
      const { fileId } = await sends('/file/pub/upload', ana.token, picture, { scene })
      const own = await downloads(fileId!, ana.token)
      assert.equal(own.headers['content-type'], 'image/jpeg')
      assert.match(String(own.headers['content-disposition']), /^attachment/)
      assert.doesNotMatch(own.text, /a place/, 'what the camera wrote is gone')
      const theirs = await downloads(fileId!, other.token, '/api/file/pub/download')
      assert.equal((JSON.parse(theirs.text) as Bare).code, 1404)
      assert.equal((await downloads(fileId!, '')).status, 401)
    }
  })

  it('is never public, and is the account holder’s to send', async () => {
    assert.deepEqual((await sends('/file/pub/upload', ana.token, picture, { public: '1' })).errcode, 500)
    assert.equal((await sends('/file/pub/upload', ana.token, picture, { scene: 'AVATAR' })).code, 1400)
    const sub = await aSub(ana)
    const { code, errcode } = await sends('/file/pub/upload', sub.token, picture)
    assert.deepEqual([code, errcode], [1403, 500], 'refused, and still signed in')
    assert.equal((await sends('/file/pub/upload', 'nobody', picture)).errcode, 500)
  })

  it('of another kind or above 3 MB is refused in the words of the product', async () => {
    for (const { path } of [...rows, uploadPaper]) {
      for (const text of ['<svg onload=alert(1)>', '%PDF-1.7', 'GIF89a<script>'])
        assert.equal(fileWords(await sends(path, ana.token, Buffer.from(text))), words.cn.kind, path)
      const large = Buffer.concat([picture, Buffer.alloc(3 * 1024 * 1024)])
      assert.equal(fileWords(await sends(path, ana.token, large)), words.cn.tooLarge, path)
      assert.match(fileWords(await sends(path, ana.token, Buffer.from('PK'), {}, 'en')), /^Only JPG, GIF, PNG or BMP/)
    }
    const { errcode, errmsg } = await sends('/file/pub/upload', ana.token, Buffer.from('no'))
    assert.deepEqual([errcode, errmsg], [500, words.cn.kind])
  })

  it('is sent where the operator says, and the pages may speak to that address', async () => {
    const { uploadUrl } = await granted<{ uploadUrl: string }>(served.url, userInfo, {}, ana.token)
    assert.equal(uploadUrl, '/file/pub/upload')
    const elsewhere = 'https://img.kaika.example/in/upload'
    const app = await buildApp({ checkAnswers: true, port: 0, uploadUrl: elsewhere })
    const policy = String((await app.inject('/livez')).headers['content-security-policy'])
    assert.match(policy, /connect-src 'self' https:\/\/img\.kaika\.example(;|$)/)
    await app.close()
  })
})

const fileWords = ({ msg, data }: Bare & { data: { fields?: { name: string; msg: string }[] } }): string =>
  data.fields?.find(({ name }) => name === 'file')?.msg ?? msg
