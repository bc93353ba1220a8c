import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decryptDocx } from '@cj-tech-master/excelts/word/crypto'
import { asks, booksHold, newsTo, opensCard, requestNo, withIssuer, withIssuerThat } from '#test/fixtures/cards.ts'
import { bytesOf, readXlsx } from '#test/files.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import type { Input } from '#contract/core/call.ts'
import * as contract from '#contract/exports/exports.ts'
import { ahead, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { stepUpTicket } from '#server/identity/identity.ts'
import { issuerOf, numberAt, OutsideUnknown } from '#server/outside/outside.ts'
import { answers, module as exportsModule } from '../module.ts'

const { sweeps } = exportsModule

withIssuer()

const ticketOf = async (who: Person): Promise<string> => (await stepUpTicket(who, 'export')).ticket
const prepare = async (who: Person, input: Input<typeof contract.exportFullCards> = {}) =>
  answers.exportFullCards(who, contract.exportFullCards.input.parse({ ticket: await ticketOf(who), ...input }))
const take = (who: Person, link: string) =>
  answers.exportCards(who, contract.exportCards.input.parse({ columns: 'FULL', ticket: link }))
const opened = async (bytes: Uint8Array, password: string) =>
  readXlsx(Buffer.from(await decryptDocx(new Uint8Array(bytes), password)))
const numbersOf = async (ids: string[]) => {
  const { rows } = await sql<{ ref: string }>`
    SELECT issuer_ref AS ref FROM card WHERE card_id = ANY (${ids}) ORDER BY created_at DESC, card_id DESC`.execute(db)
  return Promise.all(rows.map(({ ref }) => numberAt(issuerOf('simulated'), ref, { actorId: 'test', reason: 'test' })))
}
const withCards = async (count: number): Promise<{ ana: Person; ids: string[] }> => {
  const ana = await newAccount({ balanceCents: 1_000_000, plan: 'PRO' })
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await opensCard(ana))
  return { ana, ids }
}
const log = async ({ accountId }: Person) =>
  (
    await sql<{ content_en: string; after: Record<string, unknown> }>`
    SELECT content_en, after FROM operate_log WHERE account_id = ${accountId} AND type = 'EXPORT' ORDER BY id`.execute(
      db,
    )
  ).rows

test('full numbers come in a file that its password opens and nothing else, once', async () => {
  const { ana, ids } = await withCards(3)
  await asks(ana, 'deleteCard', { cardId: ids[1]!, requestNo: requestNo() })
  const made = await prepare(ana)
  assert.deepEqual([made.count, made.revealed], [3, 2])
  assert.match(made.password, /^([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/)

  const answer = await take(ana, made.link)
  const bytes = await bytesOf(answer)
  assert.equal(bytes.subarray(0, 8).toString('hex'), 'd0cf11e0a1b11ae1')
  const [newest, , oldest] = await numbersOf(ids)
  for (const secret of [newest!.pan, oldest!.pan]) assert.ok(!bytes.includes(secret))
  await assert.rejects(decryptDocx(new Uint8Array(bytes), `${made.password}x`))
  const { rows, head } = await opened(bytes, made.password)
  assert.deepEqual(
    rows.map((row) => row['Card number']),
    [newest!.pan, rows[1]!['Card number'], oldest!.pan],
  )
  assert.match(String(rows[1]!['Card number']), /^\d{4} \*{4} \*{4} \d{4}$/) // the deleted one
  assert.ok(!head.includes('CVC'))

  await assert.rejects(take(ana, made.link), refusedAs('step_up'))
  assert.deepEqual(
    (await log(ana)).map(({ content_en }) => content_en),
    ['Exported full card numbers (encrypted xlsx), cards: 2', 'Downloaded full card numbers, cards: 3'],
  )
  assert.ok((await newsTo(ana)).includes('export_full'))
  const { data } = await asks(ana, 'cardLog', { cardId: ids[0]! })
  assert.equal(data[0]!.type, 'REVEAL')
  await booksHold()
})

test('the security code is in it only where it was asked for, and neither it nor the password is kept', async () => {
  const { ana, ids } = await withCards(1)
  const made = await prepare(ana, { cvc: true })
  const [{ pan, cvc } = { pan: '', cvc: '' }] = await numbersOf(ids)
  const { rows: kept } = await sql<{ text: string }>`SELECT full_export::text AS text FROM full_export`.execute(db)
  for (const { text } of kept)
    for (const secret of [pan, Buffer.from(pan).toString('hex'), made.password, made.link])
      assert.ok(!text.includes(secret))
  const { rows } = await opened(await bytesOf(await take(ana, made.link)), made.password)
  assert.deepEqual([rows[0]!['Card number'], rows[0]!['CVC']], [pan, cvc])
})

test('without a fresh proof nothing is prepared, and a proof is good once', async () => {
  const { ana } = await withCards(1)
  const input = contract.exportFullCards.input
  await assert.rejects(answers.exportFullCards(ana, input.parse({})), refusedAs('step_up'))
  const { ticket } = await stepUpTicket(ana, 'reveal')
  await assert.rejects(answers.exportFullCards(ana, input.parse({ ticket })), refusedAs('step_up'))
  const good = await ticketOf(ana)
  await answers.exportFullCards(ana, input.parse({ ticket: good }))
  await assert.rejects(answers.exportFullCards(ana, input.parse({ ticket: good })), refusedAs('step_up'))
  assert.equal((await log(ana)).length, 1)
})

test('a link is for the login that made it, and for ten minutes', async () => {
  const { ana } = await withCards(1)
  const sub = await subOf(ana, { keys: ['card:view', 'card:export', 'card:exportFull'] })
  const plain = await subOf(ana, { keys: ['card:view', 'card:export'] })
  const { link, expireTime } = await prepare(ana)
  assert.ok(Math.abs(expireTime - nowMs() - 10 * MINUTE) < 5000)
  await assert.rejects(take(sub, link), refusedAs('step_up'))
  await assert.rejects(take(await newAccount(), link), refusedAs('step_up'))
  await assert.rejects(take(plain, link), refusedAs('not_permitted'))
  const later = ahead(10 * MINUTE).getTime()
  setClock(() => later)
  try {
    await assert.rejects(take(ana, link), refusedAs('step_up'))
    await sweeps['exports.forget']!.work()
    const { rows } = await sql`SELECT FROM full_export WHERE account_id = ${ana.accountId}`.execute(db)
    assert.equal(rows.length, 0)
  } finally {
    setClock()
  }
})

test('more than 500 cards, none at all, and an issuer that does not answer are refused', async () => {
  const { ana, ids } = await withCards(1)
  await assert.rejects(prepare(ana, { holder: 'nobody' }), refusedAs('not_found'))
  await withIssuerThat({ reveal: () => Promise.reject(new OutsideUnknown('no answer')) }, () =>
    assert.rejects(prepare(ana), refusedAs('issuer_unavailable')),
  )
  await sql`
    INSERT INTO card (cell, account_id, card_id, card_seq_no, vid, bin, network, holder_enc, holder_marks, zip_hash, country, status, issuer_id, open_order_no, la_id, created_at, updated_at)
    SELECT cell, account_id, 'crd_' || n, 'M' || n, vid, bin, network, '', '{}', '', country, 'FAILED', issuer_id, 'ord_' || n, -n, created_at, updated_at
      FROM card, generate_series(1, 500) AS n
     WHERE card_id = ${ids[0]!}`.execute(db)
  await sql`
    INSERT INTO ledger_account (la_id, cell, account_id, code, owner, currency, scale, normal, mode, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT -n, cell, account_id, code, 'crd_' || n, currency, scale, normal, mode, created_at
      FROM ledger_account, generate_series(1, 500) AS n
     WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${ids[0]!})`.execute(db)
  await assert.rejects(prepare(ana), refusedAs('export_too_large'))
})
