import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import sharp from 'sharp'
import { refusedAs } from '#test/refused.ts'
import { newAccount, withWorld, type Person } from '#test/world.ts'
import { submitIdentity as row } from '#contract/identity/verification.ts'
import { DAY, MINUTE, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { accountOf } from '../people/people.ts'
import { verificationAnswers as answers } from '../module.ts'
import { orderByNo } from './queries.ts'
import { decideIdentity, expireVerifications, papersIn, type IdentityDecision } from './decideIdentity.ts'

withWorld()
after(() => setClock())

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f766e' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'a place and a name' } })
    .toBuffer()
const sent = (bytes: Uint8Array, name = 'card.jpg') => ({ name, size: bytes.length, sha256: '', bytes })
const upload = async (person: Person, bytes?: Uint8Array) =>
  answers.uploadPaper(person, { file: sent(bytes ?? (await picture())) })

type Input = Parameters<typeof answers.submitIdentity>[1]
async function submit(person: Person, change: Partial<Input> = {}) {
  const front = (await upload(person)).fileId
  const business = change.type === 'BUSINESS'
  const company = { name: 'Kaika Trading', regNo: '91310000', address: 'Pudong, Shanghai', legalPerson: 'Lin Mei' }
  const input = row.input.parse({
    type: 'PERSON',
    realName: '林梅',
    idType: 'PASSPORT',
    idNo: 'E12345678',
    country: 'CN',
    files: { front, ...(business && { license: front }) },
    ...(business && { company }),
    contact: 'mei@example.com',
    ...change,
  })
  return transaction((tx) => answers.submitIdentity(person, input, tx))
}
const decide = (orderNo: string, decision: IdentityDecision, staffId = 'stf_wu') =>
  transaction((tx) => decideIdentity(tx, { staffId, name: 'Wu' }, orderNo, decision))
const stateOf = async (person: Person) => (await answers.identityStatus(person, { orderNo: undefined })).status

describe('papers', () => {
  it('are drawn anew, sealed, and shown to their owner alone', async () => {
    const person = await newAccount()
    const { fileId, name } = await upload(person)
    assert.equal(name, 'card.jpg')
    const shown = await answers.showPaper(person, { fileId })
    assert.deepEqual((await sharp(shown.body as Buffer).metadata()).exif, undefined)
    await assert.rejects(answers.showPaper(await newAccount(), { fileId }), refusedAs('not_found'))
    const { rows } = await sql<{
      body_enc: Buffer
    }>`SELECT body_enc FROM identity_file WHERE file_id = ${fileId}`.execute(db)
    assert.ok(!rows[0]!.body_enc.includes((shown.body as Buffer).subarray(0, 16)))
  })

  it('are pictures by what they are, whatever they are called', async () => {
    const person = await newAccount()
    const [jpg, png] = [
      await picture(),
      await sharp(await picture())
        .png()
        .toBuffer(),
    ]
    const script = Buffer.from('<script>alert(1)</script>')
    const hostile: Record<string, Buffer> = {
      html: Buffer.from('<html><script>alert(1)</script>'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      pdf: Buffer.from('%PDF-1.7\n1 0 obj'),
      empty: Buffer.alloc(0),
      'cut off': jpg.subarray(0, 60),
      'only a beginning': Buffer.concat([jpg.subarray(0, 12), script]),
      flood: await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    }
    for (const [what, bytes] of Object.entries(hostile))
      await assert.rejects(upload(person, bytes), refusedAs('invalid', 'file'), what)
    for (const bytes of [Buffer.concat([jpg, script]), Buffer.concat([png, script]), bmp(3, 2)]) {
      const { fileId } = await upload(person, bytes)
      const { body } = await answers.showPaper(person, { fileId })
      assert.ok(!(body as Buffer).includes('script'), 'what hung on behind is gone')
    }
    const gif = await sharp(await picture())
      .gif()
      .toBuffer()
    assert.ok(await upload(person, gif))
  })
})

describe('a verification', () => {
  it('of a person takes one reviewer, holds for two years, and keeps its papers sealed', async () => {
    const person = await newAccount()
    assert.equal(await stateOf(person), 'NONE')
    const { orderNo } = await submit(person)
    assert.equal((await accountOf(db, person.accountId)).identity, 'PENDING')
    await assert.rejects(submit(person), refusedAs('conflict'), 'one case at a time')
    const { rows } = await sql<{
      text: string
    }>`SELECT encode(payload_enc, 'escape') AS text FROM identity_order`.execute(db)
    assert.ok(!rows.some(({ text }) => text.includes('E12345678')))
    assert.equal(papersIn((await orderByNo(db, orderNo))!)!.idNo, 'E12345678')
    assert.equal(await decide(orderNo, { take: 'PASS' }), 'PASSED')
    const account = await accountOf(db, person.accountId)
    assert.deepEqual([account.identity, account.identity_type, account.business], ['PASSED', 'PERSON', false])
    await assert.rejects(decide(orderNo, { take: 'REJECT', reason: 'late' }), refusedAs('conflict'))
    const log = await sql<{
      actor_name: string
    }>`SELECT actor_name FROM operate_log WHERE target = ${orderNo} ORDER BY id`.execute(db)
    assert.deepEqual(
      log.rows.map(({ actor_name }) => actor_name),
      [person.name, 'Kaika · Wu'],
    )
    setClock(() => Date.now() + 731 * DAY)
    assert.equal(await expireVerifications(), 1)
    setClock()
    assert.equal(await stateOf(person), 'EXPIRED')
    assert.equal((await accountOf(db, person.accountId)).identity, 'NONE')
  })

  it('of a business takes two reviewers who are not the same', async () => {
    const person = await newAccount()
    const { orderNo } = await submit(person, { type: 'BUSINESS' })
    assert.equal(await decide(orderNo, { take: 'PASS' }, 'stf_wu'), 'REVIEWING')
    await assert.rejects(decide(orderNo, { take: 'PASS' }, 'stf_wu'), refusedAs('conflict'))
    assert.equal(await decide(orderNo, { take: 'PASS' }, 'stf_li'), 'PASSED')
    assert.equal((await accountOf(db, person.accountId)).business, true)
  })

  it('that lacks something is completed under its number; a rejected one waits a day', async () => {
    const person = await newAccount()
    const { orderNo } = await submit(person)
    await decide(orderNo, { take: 'NEED_INFO', reason: 'Blurred', fields: ['files.front'] })
    const status = await answers.identityStatus(person, { orderNo })
    assert.deepEqual([status.status, status.rejectReason, status.fields], ['NEED_INFO', 'Blurred', ['files.front']])
    assert.equal((await submit(person)).orderNo, orderNo)
    await decide(orderNo, { take: 'REJECT', reason: 'Not the same person' })
    assert.equal((await accountOf(db, person.accountId)).identity, 'REJECTED')
    await assert.rejects(submit(person), refusedAs('too_fast'))
    setClock(() => Date.now() + DAY + MINUTE)
    assert.notEqual((await submit(person)).orderNo, orderNo)
    setClock()
  })

  it('a business that is refused stays the person that was proved', async () => {
    const person = await newAccount()
    await decide((await submit(person)).orderNo, { take: 'PASS' })
    await decide((await submit(person, { type: 'BUSINESS' })).orderNo, { take: 'REJECT', reason: 'No' })
    assert.deepEqual((await accountOf(db, person.accountId)).identity, 'PASSED')
  })

  it("takes only one's own papers, and is nobody else's", async () => {
    const [ana, eve] = [await newAccount(), await newAccount()]
    const { fileId } = await upload(ana)
    await assert.rejects(submit(eve, { files: { front: fileId, other: [] } } as Partial<Input>), refusedAs('not_found'))
    const { orderNo } = await submit(ana)
    await assert.rejects(answers.identityStatus(eve, { orderNo }), refusedAs('not_found'))
  })

  it('knows the check digit of an ID card, and what each kind needs', () => {
    const input = {
      type: 'PERSON',
      realName: '林梅',
      idType: 'ID_CARD',
      country: 'CN',
      contact: 'mei@example.com',
      files: {},
    }
    const wrong = (change: object) =>
      row.input.safeParse({ ...input, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []
    assert.deepEqual(wrong({ idNo: '11010519491231002X' }), ['files.front', 'files.back'])
    assert.ok(wrong({ idNo: '110105194912310021' }).includes('idNo'))
    assert.ok(wrong({ idNo: 'L1234567', idType: 'BIZ_LICENSE', type: 'BUSINESS' }).includes('company'))
  })
})

/** A 24-bit BMP, as Paint writes it. */
function bmp(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + row * height)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  return file
}
