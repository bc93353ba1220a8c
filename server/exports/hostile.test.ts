import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '#contract/exports/exports.ts'
import { opensCard, withIssuer } from '#test/cards.ts'
import { bytesOf, readCsv, readXlsx } from '#test/files.ts'
import { newAccount } from '#test/world.ts'
import { db, sql } from '../core/db.ts'
import { answers } from './module.ts'

withIssuer()

test('no label is calculated by whatever opens the file, and its text stays what it was', async () => {
  const hostile = ['=', '+', '-', '@', '\t=', '\r=', ' =', '＝', '＋', '－', '＠', '|', '%'].flatMap((sign, at) => [
    `${sign}1+${at}`,
    `${sign}cmd|' /C calc'!A${at}`,
    `${sign}HYPERLINK("http://x/?${at}";"y")`,
  ])
  const labels = [...hostile, 'plain, "quoted"\nline', 'C:\\N\\t', '_x0041_', '<b>&amp;</b>', ' spaces ']
  const ben = await newAccount({ balanceCents: 1_000_000, plan: 'PRO' })
  await sql`UPDATE account SET identity = 'PASSED' WHERE account_id = ${ben.accountId}`.execute(db)
  const cardId = await opensCard(ben)
  await sql`
    INSERT INTO card (account_id, card_id, card_seq_no, vid, bin, network, first_name, last_name, street, city, state, zip_code, country, status, issuer_id, open_order_no, la_id, created_at, updated_at, remark)
    SELECT card.account_id, 'crd_' || n, 'H' || n, vid, bin, network, 'Ana', 'Lopez', '', '', '', '', country, 'FAILED', issuer_id, 'ord_' || n, -n, created_at + make_interval(secs => n), updated_at, label
      FROM card, unnest(${labels}::text[]) WITH ORDINALITY AS made (label, n)
     WHERE card_id = ${cardId}`.execute(db)
  await sql`
    INSERT INTO ledger_account (la_id, account_id, code, owner, currency, scale, normal, mode, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT -n, account_id, code, 'crd_' || n, currency, scale, normal, mode, created_at
      FROM ledger_account, generate_series(1, ${labels.length}::int) AS n
     WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${cardId})`.execute(db)
  const file = async (format: 'csv' | 'xlsx') => {
    const wish = { columns: ['remark'], sort: 'openDate', status: ['FAILED'], format }
    return bytesOf(await answers.exportCards(ben, contract.exportCards.input.parse(wish)))
  }
  const book = await readXlsx(await file('xlsx'))
  assert.equal(book.formulas, 0)
  const plain = (text: unknown): string => String(text).replace(/\r/g, '\n')
  assert.deepEqual(
    book.rows.map(({ Remark }) => plain(Remark)),
    labels.map(plain),
  )
  const { rows } = readCsv(await file('csv'))
  assert.deepEqual(
    rows.map(({ Remark }) => plain(Remark)),
    labels.map((label) => plain(hostile.includes(label) ? `'${label}` : label)),
  )
})
