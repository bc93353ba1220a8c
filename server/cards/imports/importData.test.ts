/** The whole way from an uploaded file to cards: faults, price, batch, result. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reasonOfRow } from '#contract/cards/batchStates.ts'
import * as cardsContract from '#contract/cards/cards.ts'
import * as contract from '#contract/cards/imports.ts'
import * as tagsContract from '#contract/cards/tags.ts'
import * as templatesContract from '#contract/controls/templates.ts'
import type { Output } from '#contract/core/call.ts'
import { rowsOf, statusOf } from '#test/fixtures/batches.ts'
import { operationsOf, walletOf } from '#test/fixtures/cards.ts'
import { ask, granted, requestOf, send, withApp, workOff } from '#test/http/app.ts'
import { aHolder, aSub, enter, someRequestNo, type Member } from '#test/http/inputs/actors.ts'
import { cardsFile, fileNamed, lineOf } from '#test/http/files.ts'
import { FileOf, multipartOf } from '#test/http/multipart.ts'
import { workbookOf } from '#test/workbooks.ts'
import { newAccount } from '#test/world.ts'
import { showControls } from '#server/controls/showControls.ts'
import { sheetRows } from '#server/files/sheetRows.ts'
import { prove } from '#server/ledger/ledger.ts'

type Told = Output<typeof contract.importData>
describe('opening from a file', () => {
  const served = withApp()
  const imports = (who: Member, file: FileOf, more: object = {}) =>
    ask<Told>(served.url, contract.importData, { file, requestNo: someRequestNo(), ...more }, who.token)
  const told = async (who: Member, file: FileOf, more: object = {}): Promise<Told> => {
    const { code, data, msg } = await imports(who, file, more)
    assert.equal(code, 200, `${msg} ${JSON.stringify(data)}`)
    return data
  }
  const cards = (count: number) =>
    cardsFile(Array.from({ length: count }, (_, at) => lineOf({ street: `${at + 1} Cedar Avenue` })))
  const book = async (
    who: Member,
    row: typeof contract.importTemplate | typeof contract.importResult,
    input: object,
  ) => {
    const { status, headers, body } = await bytesOf(served.url, row, input, who.token)
    assert.equal(status, 200)
    assert.match(headers['content-disposition']!, /^attachment; filename\*=UTF-8''/)
    return (await sheetRows(body, { maxRows: 2_000, maxColumns: 32 })).map(({ cells }) => [...cells])
  }

  test('every fault of every row is told, in both languages, and nothing moves', async () => {
    const ana = await aHolder()
    const file = cardsFile([
      lineOf(),
      lineOf({ vid: '99999999', firstName: '王', zipCode: '9720', rechargeAmount: 1 }),
      lineOf({ state: 'Oregon', rechargeAmount: '50.005', tags: 'ads', remark: 'x'.repeat(51) }),
      lineOf({ rechargeAmount: 9_999_999, lastName: null, remark: '示例，请删除此行' }),
    ])
    for (const dryRun of [1, 0]) {
      const answer = await told(ana, file, { dryRun })
      assert.deepEqual([answer.status, answer.total, answer.valid, answer.invalid], ['INVALID', 4, 1, 3])
      assert.deepEqual(answer.errors.map(({ row, field }) => `${row} ${field}`).sort(), [
        '3 firstName',
        '3 vid',
        '3 zipCode',
        '4 rechargeAmount',
        '4 remark',
        '4 tags',
        '5 lastName',
        '5 rechargeAmount',
        '5 remark',
      ])
      const [first] = answer.errors
      assert.equal(first!.msg, first!.words.en)
      assert.match(first!.words.cn, /[\u4e00-\u9fff]/)
      assert.deepEqual(
        answer.rows.map(({ row, cost }) => [row, cost]),
        [
          [2, answer.totalCost],
          [3, null],
          [4, null],
          [5, null],
        ],
      )
      assert.equal(answer.batchNo, null)
    }
    assert.deepEqual((await walletOf(ana.person)).held, 0)
    assert.deepEqual(await operationsOf(ana.person), [])
    assert.deepEqual(await prove(), [])
  })

  test('a good file is priced, then opened for exactly that price, and comes back with a result beside every row', async () => {
    const ana = await aHolder(1_000_00)
    const file = cardsFile([
      lineOf({ state: 'Oregon', zipCode: 97201 }),
      lineOf({ firstName: 'REFUSE' }),
      lineOf({ vid: 'visa-us-1', remark: "'=1+1", tags: 'ads， Spring' }),
    ])
    for (const name of ['ads', 'Spring'])
      await granted(served.url, tagsContract.addTag, { name, color: 'red', requestNo: someRequestNo() }, ana.token)
    const looked = await told(ana, file, { dryRun: 1 })
    assert.deepEqual([looked.status, looked.valid, looked.stop, looked.before], ['READY', 3, null, null])
    assert.equal(looked.totalCost, looked.parts.openFee + looked.parts.amount + looked.parts.serviceFee)
    assert.equal(
      looked.rows.reduce((sum, { cost }) => sum + cost!, 0),
      looked.totalCost,
    )
    assert.deepEqual([looked.parts.amount, looked.walletBalance], [3 * 5000, 1_000_00])
    assert.equal((await imports(ana, file, { expectTotal: 1 })).data['reason' as never], 'QUOTE_CHANGED')

    const input = { file, expectTotal: looked.totalCost, requestNo: someRequestNo() }
    const started = await granted<Told>(served.url, contract.importData, input, ana.token)
    assert.deepEqual([started.status, started.totalCost, started.rows], ['RUNNING', looked.totalCost, []])
    assert.deepEqual(
      await granted<Told>(served.url, contract.importData, input, ana.token),
      started,
      'sent twice, done once',
    )
    assert.equal((await walletOf(ana.person)).held, looked.totalCost)
    assert.deepEqual((await operationsOf(ana.person)).slice(2), [`CARD_IMPORT OK ${looked.totalCost}`])

    await workOff()
    const batchNo = started.batchNo!
    const { data } = await granted<{ data: { tags: { name: string }[] }[] }>(
      served.url,
      cardsContract.listCards,
      {},
      ana.token,
    )
    assert.deepEqual(data.flatMap(({ tags }) => tags.map(({ name }) => name)).sort(), ['Spring', 'ads'])
    assert.deepEqual(await rowsOf(batchNo), ['2 SUCCESS', '3 FAILED HOLDER_REFUSED', '4 SUCCESS'])
    assert.equal(await statusOf(batchNo), 'PARTIAL')
    const { posted, held } = await walletOf(ana.person)
    assert.deepEqual([posted, held], [1_000_00 - (looked.totalCost / 3) * 2, 0])
    const rows = await book(ana, contract.importResult, { batchNo, lang: 'cn' })
    assert.deepEqual(rows[0]!.slice(-3), ['结果', '卡序列号', '说明'])
    assert.deepEqual(
      rows.slice(1).map((cells) => cells[11]),
      ['成功', '失败', '成功'],
    )
    assert.match(rows[1]![12]!, /^\d{10}$/)
    assert.deepEqual([rows[2]![12], rows[2]![13]], ['', reasonOfRow('HOLDER_REFUSED', 'cn')])
    assert.equal(rows[3]![9], "'=1+1", 'never a formula')

    const mended = rows.map((cells) => cells.map((cell) => (cell === 'REFUSE' ? 'Bea' : cell)))
    const rest = await told(ana, new FileOf(workbookOf(mended)), { dryRun: 1 })
    assert.deepEqual([rest.status, rest.total, rest.skipped], ['READY', 1, 2], 'what is open is not opened twice')
    assert.equal((await told(ana, file, { dryRun: 1 })).before?.batchNo, batchNo, 'the same file again is told')
    assert.deepEqual(await prove(), [])
  })

  test('a line takes what it does not say from the template that it names, and its card is limited from the beginning', async () => {
    const ana = await aHolder(1_000_00)
    const { tagId } = await granted<{ tagId: string }>(
      served.url,
      tagsContract.addTag,
      { name: 'fb', requestNo: someRequestNo() },
      ana.token,
    )
    const template = {
      ...{ name: 'FB daily', vid: 'VISA-US-1', amount: 3000, tagIds: [tagId], remarkPattern: 'FB {n}' },
      controls: '{"singleMax":12000}',
    }
    await granted(served.url, templatesContract.saveTemplate, { ...template, requestNo: someRequestNo() }, ana.token)
    const unknown = await told(ana, cardsFile([lineOf({ template: 'fb weekly' })]), { dryRun: 1 })
    assert.deepEqual(
      unknown.errors.map(({ row, field, words }) => [row, field, words.en]),
      [[2, 'template', 'Template “fb weekly” doesn’t exist']],
    )
    const file = cardsFile([
      lineOf({ template: 'fb DAILY', vid: null, rechargeAmount: null }),
      lineOf({ template: 'FB daily', rechargeAmount: 20, remark: 'own' }),
      lineOf(),
    ])
    const looked = await told(ana, file, { dryRun: 1 })
    assert.deepEqual(
      looked.rows.map(({ cells }) => [cells[0], cells[7]]),
      [
        ['VISA-US-1', '30.00'],
        ['40000012', '20'],
        ['40000012', '50'],
      ],
    )
    const { batchNo } = await told(ana, file)
    await workOff()
    const { data } = await granted<Output<typeof cardsContract.listCards>>(
      served.url,
      cardsContract.listCards,
      { sort: 'balance' },
      ana.token,
    )
    assert.deepEqual(
      data.map(({ balance, remark, tags }) => [balance, remark, tags.map(({ name }) => name).join()]),
      [
        [2000, 'own', 'fb'],
        [3000, 'FB 1', 'fb'],
        [5000, '', ''],
      ],
    )
    const limited = await Promise.all(
      data.map(({ cardId }) => showControls(ana.person, { scope: 'CARD', scopeId: cardId })),
    )
    assert.deepEqual(
      limited.map(({ controls }) => controls),
      [{ singleMax: 12000 }, { singleMax: 12000 }, {}],
    )
    const rows = await book(ana, contract.importResult, { batchNo, lang: 'cn' })
    assert.deepEqual(
      rows.map((cells) => cells.slice(10, 12)),
      [
        ['模板', '结果'],
        ['fb DAILY', '成功'],
        ['FB daily', '成功'],
        ['', '成功'],
      ],
    )
    assert.deepEqual(await prove(), [])
  })

  test('what would stop the whole file is told before a row is mended', async () => {
    const poor = await aHolder(10_00)
    const short = await told(poor, cards(2), { dryRun: 1 })
    assert.deepEqual([short.status, short.enough, short.stop?.reason], ['READY', 0, 'INSUFFICIENT_WALLET'])
    assert.equal((await imports(poor, cards(2))).code, 1501)
    const nobody = await enter(await newAccount({ balanceCents: 1_000_00 }))
    assert.equal((await told(nobody, cards(6), { dryRun: 1 })).stop?.reason, 'PLAN_LIMIT')
    assert.equal((await told(nobody, cards(4), { dryRun: 1 })).stop?.reason, 'IDENTITY_REQUIRED')
    assert.equal((await imports(nobody, cards(4))).code, 1620)
    assert.deepEqual(await prove(), [])
  })

  test('a sub-account needs the key, sees its own file only, and no figure of the wallet', async () => {
    const ana = await aHolder()
    const [may, mayNot] = [await aSub(ana, ['card:import', 'card:view']), await aSub(ana, ['card:open'])]
    assert.equal((await imports(mayNot, cards(1))).code, 1403)
    const looked = await told(may, cards(1), { dryRun: 1 })
    assert.deepEqual([looked.walletBalance, looked.status], [null, 'READY'])
    const own = await told(may, cards(1))
    const theirs = await told(ana, cards(2))
    const result = (who: Member, batchNo: string) => ask(served.url, contract.importResult, { batchNo }, who.token)
    assert.equal((await result(may, own.batchNo!)).code, 200)
    assert.equal((await result(ana, own.batchNo!)).code, 200)
    assert.equal((await result(may, theirs.batchNo!)).code, 1404)
    assert.equal((await result(await aHolder(), theirs.batchNo!)).code, 1404)
    await workOff()
    assert.deepEqual(await prove(), [])
  })

  test('the template speaks the language that is asked for and can be sent back', async () => {
    const ana = await aHolder()
    for (const lang of ['cn', 'en'] as const) {
      const { body } = await bytesOf(served.url, contract.importTemplate, { lang, vid: 'MASTERCARD-GB-1' }, ana.token)
      const [heads, example] = (await sheetRows(body, { maxRows: 10, maxColumns: 32 })).map(({ cells }) => cells)
      assert.deepEqual(
        heads,
        Object.values(contract.importColumns).map((words) => words[lang]),
      )
      assert.equal(example![0], '55555500')
      const answer = await told(ana, new FileOf(body), { dryRun: 1 })
      assert.deepEqual(
        answer.errors.map(({ field }) => field),
        ['remark'],
        'only that it is the example',
      )
    }
  })

  test('what is no such file is refused beside the field, with the cell where there is one', async () => {
    const ana = await aHolder(100)
    const refused = async (file: FileOf): Promise<string> => {
      const { code, data, msg } = await imports(ana, file)
      assert.deepEqual([code, (data as { fields?: { name: string }[] }).fields?.[0]?.name], [1400, 'file'], msg)
      return msg
    }
    assert.match(await refused(fileNamed('formula')), /H2 contains a formula/)
    assert.match(await refused(fileNamed('text')), /an Excel workbook/)
    assert.match(await refused(fileNamed('empty')), /an Excel workbook/)
    assert.match(await refused(fileNamed('large')), /too large/)
    assert.match(await refused(new FileOf(Buffer.alloc(9_000_000))), /too large/)
    assert.match(
      await refused(
        new FileOf(
          workbookOf([
            ['a', 'b'],
            ['1', '2'],
          ]),
        ),
      ),
      /Missing on the first sheet: Segment/,
    )
    assert.match(await refused(cardsFile([])), /no rows/)
    assert.match(await refused(cards(1_001)), /Maximum 1000 rows/)
  })

  test('forms that are broken on purpose are refused as such', async () => {
    const ana = await aHolder(100)
    const { method, path, headers } = requestOf(contract.importData, {}, ana.token)
    const code = async (type: string, body: Buffer | string): Promise<number> =>
      (
        JSON.parse(
          (await send(served.url, { method, path, headers: { ...headers, 'content-type': type }, body })).text,
        ) as { code: number }
      ).code
    const good = fileNamed('good')
    const { type, body } = multipartOf([['file', good]])
    assert.equal(await code(type, body.subarray(0, body.length - 60)), 400)
    assert.equal(await code('multipart/form-data', body), 400)
    assert.equal(await code('application/json', '{}'), 1400)
    const form = (pairs: [string, string | FileOf][]) => code(type, multipartOf(pairs).body)
    assert.equal(
      await form([
        ['file', good],
        ['file', good],
      ]),
      400,
    )
    assert.equal(await form([['file', 'text']]), 1400)
    assert.equal(await form([['other', good]]), 1400)
    assert.equal(
      await form([
        ['__proto__', 'x'],
        ['file', good],
      ]),
      400,
    )
    assert.equal(await form(Array.from({ length: 70 }, (_, at): [string, string] => [`f${at}`, 'x'])), 400)
    assert.equal((await code('multipart/form-data; boundary=x', '--x--')) >= 400, true)
  })
})

async function bytesOf(url: string, row: Parameters<typeof requestOf>[0], input: object, token: string) {
  const { path, headers } = requestOf(row, { ...input }, token)
  const answer = await fetch(url + path, { headers: headers as Record<string, string> })
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}
