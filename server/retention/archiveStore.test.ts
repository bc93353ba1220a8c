import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { withWorld } from '#test/world.ts'
import { recordMany, system } from '../audit/audit.ts'
import { DAY, setClock } from '../core/clock.ts'
import { db, transaction } from '../core/db.ts'
import { createServer } from '../core/http.ts'
import { ConfigProblem } from '../core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from '../outside/ask.ts'
import { sha256Hex } from '../outside/requestSignatures.ts'
import { s3, type S3Account } from '../outside/s3.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { archivesOf, diskArchives, type ArchiveStore } from './archiveStore.ts'
import { archives, dueMonths } from './queries.ts'
import { ageRecords, useArchive } from './retention.ts'
import { faultOf, writeArchive } from './writeArchive.ts'

withWorld()

const key = { region: 'eu-central-1', bucket: 'kaika-archives', keyId: 'AKIDTEST', secret: 'a secret/key+' }
let simulators: Simulators
let folder: string
let account: S3Account
const stored = (more: Partial<S3Account> = {}): ArchiveStore =>
  archivesOf({ files: { kind: 's3', ...account, ...more }, archiveDir: path.join(folder, 'spool') })
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kaika-archive-'))
  simulators = await startSimulators({
    ...{ serverUrl: 'http://127.0.0.1:9', secret: Buffer.alloc(32, 3).toString('base64'), vendors: { s3: key } },
    now: () => Date.now(),
  })
  account = { ...key, url: `${simulators.url}/s3` }
})
after(async () => {
  setClock()
  useArchive(undefined)
  await simulators.stop()
  await rm(folder, { recursive: true })
})

/** A month of the operation log that is due. */
async function aDueMonth(days: number, target: string): Promise<void> {
  setClock(() => Date.now() - days * DAY)
  const froze = { type: 'CARD_FREEZE', target, content: { cn: '冻结', en: 'Frozen' } } as const
  await transaction((tx) => recordMany(tx, system('usr_old'), [froze]))
  setClock()
  useArchive(undefined)
  await ageRecords()
}
const due = async () => (await dueMonths(db)).find(({ table_name }) => table_name === 'operate_log')!
const textOf = async (store: ArchiveStore, name: string): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of (await store.read(name))!) pieces.push(piece)
  return gunzipSync(Buffer.concat(pieces)).toString()
}

for (const [where, open] of [
  ['a folder', () => diskArchives(path.join(folder, 'disk'))],
  ['a bucket', () => stored()],
] as const)
  test(`a month is archived in ${where} once: another of its name is neither replaced nor lost`, async () => {
    const store = open()
    await store.check()
    await aDueMonth(where === 'a folder' ? 800 : 900, 'first')
    const month = await due()
    const first = await writeArchive(store, month)
    assert.equal(await faultOf(store, first), undefined)
    assert.equal((await writeArchive(store, month)).file, first.file, 'the same content again is the same archive')
    setClock(() => Date.now() - (where === 'a folder' ? 800 : 900) * DAY)
    const froze = { type: 'CARD_FREEZE', target: 'second', content: { cn: '冻结', en: 'Frozen' } } as const
    await transaction((tx) => recordMany(tx, system('usr_old'), [froze]))
    setClock()
    const second = await writeArchive(store, month)
    assert.equal(second.file, first.file.replace('.jsonl', '-2.jsonl'))
    assert.equal(second.rows, first.rows + 1)
    assert.equal(await faultOf(store, first), undefined)
    assert.match(await textOf(store, second.file), /second/)
    assert.equal(await faultOf(store, { ...first, sha256: second.sha256 }), 'was changed')
    assert.equal(await faultOf(store, { ...first, file: 'operate_log/none.jsonl.gz' }), 'is not there')
    assert.deepEqual(
      (await readdir(store.spool)).filter((name) => name.endsWith('.part')),
      [],
    )
    useArchive(store)
    await ageRecords()
    assert.equal((await archives(db))[0]!.file, second.file)
  })

test('storage that refuses the key or the bucket ends the start with a sentence, and storage that is away does not', async (t) => {
  t.mock.method(process.stderr, 'write', () => true)
  for (const wrong of [{ secret: 'x' }, { keyId: 'x' }, { bucket: 'another' }, { region: 'us-east-1' }])
    await assert.rejects(
      stored(wrong).check(),
      (error) => error instanceof ConfigProblem && /KAIKA_FILES=s3/.test(error.message),
    )
  await stored({ url: 'http://127.0.0.1:9' }).check()
})

test('storage that replaces objects in spite of If-None-Match ends the start', async (t) => {
  const server = createServer((request, reply) => void request.resume().on('end', () => reply.end()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await assert.rejects(stored({ url }).check(), /replaces objects/)
})

test('an object whose bytes, time or signature are not the signed ones is refused, and nothing is stored', async () => {
  const storage = s3(account)
  const content = { bytes: 5, sha256: sha256Hex('bytes') }
  await assert.rejects(storage.put('a/b', 'other', content), OutsideRefused)
  setClock(() => Date.now() - 16 * 60_000)
  await assert.rejects(storage.put('a/b', 'bytes', content), OutsideUnknown)
  setClock()
  await assert.rejects(s3({ ...account, secret: 'x' }).put('a/b', 'bytes', content), OutsideRefused)
  await assert.rejects(s3({ ...account, url: 'http://127.0.0.1:9' }).put('a/b', 'bytes', content), OutsideUnknown)
  await assert.rejects(storage.put('a/b', 'x', { ...content, bytes: 6 * 1024 ** 3 }), OutsideRefused)
  assert.equal(await storage.get('a/b'), undefined)
  assert.equal(await storage.put('a/b', 'bytes', content), true)
  assert.equal(await storage.put('a/b', 'bytes', content), false)
  await assert.rejects(s3({ ...account, secret: 'x' }).get('a/b'), OutsideRefused)
})
