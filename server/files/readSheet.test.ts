/** Workbooks of every program are read alike; any other file is refused quickly and with a named reason. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { columnOf, programNames, workbookOf, type Changes, type Value } from '#test/workbooks.ts'
import type { ZipPart } from '#test/zip.ts'
import type { Refusal } from '#contract/core/refusals.ts'
import { refusedAs } from '#test/refused.ts'
import { isBusy } from '../core/db.ts'
import { readSheet, workbook } from './files.ts'
import { sheetRows } from './sheetRows.ts'
import { SheetFault } from './sheetFaults.ts'

const limits = { maxRows: 1_001, maxColumns: 32 }
const read = async (bytes: Uint8Array): Promise<string[][]> =>
  (await sheetRows(Buffer.from(bytes), limits)).map(({ cells }) => [...cells])
const faultOf = async (bytes: Uint8Array): Promise<string> => {
  try {
    return `read: ${JSON.stringify(await read(bytes))}`
  } catch (error) {
    return error instanceof SheetFault ? `${error.fault} ${error.at}`.trim() : 'broken'
  }
}
/** Milliseconds of processor time since then: a busy machine does not make it longer. */
const worked = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
const heads = ['卡段', 'FirstName', '充值金额']
const plain: Value[][] = [heads, ['40000012', "O'Neil & <Sons>", 50.1], ['VISA-US-1', ' Ana\u00a0', 20]]
const shown = [heads, ['40000012', "O'Neil & <Sons>", '50.1'], ['VISA-US-1', 'Ana', '20']]
const changed = (changes: Changes, rows = plain) => faultOf(workbookOf(rows, 'excel', changes))

describe('what is read', () => {
  for (const by of programNames)
    test(`the workbook of ${by}`, async () => assert.deepEqual(await read(workbookOf(plain, by)), shown))

  test('our own', async () => {
    const page = {
      name: '开卡',
      columns: heads.map((title) => ({ title, width: 12 })),
      rows: [['40000012', '=1+1', 50.1]],
    }
    assert.deepEqual(await read(await workbook([page])), [heads, ['40000012', "'=1+1", '50.1']])
  })

  test('any text and any number, whichever program wrote it', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((one) => !/[\p{C}]|_x/u.test(one) && one.trim() !== '')
    const value = fc.oneof(
      text,
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 0, max: 1e7 }).map((n) => n / 100),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(value, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...programNames),
        async (rows, by) => {
          const told = rows.map((row) =>
            row.map((one) => (typeof one === 'string' ? one.trim() : String(one === 0 ? 0 : one))),
          )
          assert.deepEqual(await read(workbookOf(rows, by)), told)
        },
      ),
      { numRuns: 120, seed: 1 },
    )
  })

  test('a number is what is shown of it: days, percents, zip codes with their zeros', async () => {
    const formats = ['General', 'yyyy\\-mm\\-dd', '0.0%', '00000', '[$¥-804]#,##0.00', '"day "0']
    const styles = `<numFmts>${formats.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${[...formats.map((_, at) => 170 + at), 14, 58].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
    const cells = [
      ['1', 50.099999999999994],
      ['1', 45_678],
      ['2', 0.5],
      ['3', 2134],
      ['4', 12.5],
      ['5', 3],
      ['6', 1],
      ['7', 45_678.5],
    ]
    const style = [0, 1, 2, 3, 4, 5, 6, 7]
    const sheet = (xml: string) =>
      xml.replace(
        /<sheetData>.*<\/sheetData>/,
        `<sheetData><row r="1">${cells.map(([, value], at) => `<c r="${columnOf(at)}1" s="${style[at]}"><v>${value}</v></c>`).join('')}</row></sheetData>`,
      )
    assert.deepEqual(await read(workbookOf(plain, 'excel', { sheet, styles })), [
      ['50.1', '2025-01-21', '50%', '02134', '12.5', '3', '1900-01-01', '2025-01-21 12:00:00'],
    ])
  })

  test('a byte order mark before every part, as .NET writes it', async () => {
    const marked = (parts: ZipPart[]) => parts.map((one) => ({ ...one, bytes: `\ufeff${String(one.bytes)}` }))
    for (const by of programNames) assert.deepEqual(await read(workbookOf(plain, by, { change: marked })), shown, by)
  })

  test('“Strict Open XML”: other names for the same, and dates as text', async () => {
    const strict = (parts: ZipPart[]) =>
      parts.map((one) => ({
        ...one,
        bytes: String(one.bytes)
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006',
            'http://purl.oclc.org/ooxml/officeDocument',
          )
          .replaceAll(
            'http://schemas.openxmlformats.org/spreadsheetml/2006',
            'http://purl.oclc.org/ooxml/spreadsheetml',
          )
          .replace('<workbook ', '<workbook conformance="strict" '),
      }))
    const sheet = (xml: string) =>
      xml.replace(
        /<c r="C3"[^>]*><v>20/,
        '<c r="C3" t="d"><v>2025-01-21T00:00:00</v></c><c r="D3" t="d"><v>2025-01-21T12:30:00',
      )
    assert.deepEqual(await read(workbookOf(plain, 'excel', { change: strict, sheet })), [
      ...shown.slice(0, 2),
      ['VISA-US-1', 'Ana', '2025-01-21', '2025-01-21 12:30:00'],
    ])
  })

  test('of several sheets the first that can be seen', async () => {
    const workbookXml = (xml: string) =>
      xml.replace('<sheets>', '<sheets><sheet name="x" sheetId="9" state="veryHidden" r:id="rId2"/>')
    assert.deepEqual(await read(workbookOf(plain, 'excel', { workbook: workbookXml })), shown)
  })

  test('gaps keep their row numbers', async () => {
    const rows = await sheetRows(workbookOf([heads, [null], [null, null], ['a']]), limits)
    assert.deepEqual(
      rows.map(({ row }) => row),
      [1, 4],
    )
  })
})

describe('what is refused', () => {
  const inSheet = (from: string | RegExp, to: string) => changed({ sheet: (xml) => xml.replace(from, to) })
  const part = (name: string, bytes = '<x/>') => changed({ more: [{ name, bytes }] })

  test('a formula, with its cell', async () => {
    assert.equal(await inSheet(/<c r="C2"[^>]*><v>/, '<c r="C2"><f>1+1</f><v>'), 'formula C2')
    assert.equal(await inSheet(/<c r="C3"[^>]*><v>/, '<c r="C3"><f t="shared" si="0"/><v>'), 'formula C3')
  })
  test('an error value and a cell that is hidden, with their place', async () => {
    assert.equal(await inSheet(/<c r="C2"[^>]*><v>50.1/, '<c r="C2" t="e"><v>#REF!'), 'error_value C2')
    assert.equal(await inSheet('<row r="3"', '<row r="3" hidden="1"'), 'hidden A3')
    assert.equal(await inSheet('<sheetData>', '<cols><col min="3" max="3" hidden="1"/></cols><sheetData>'), 'hidden C1')
  })
  test('macros, links to other files, data connections, and a book that says it has macros', async () => {
    for (const name of [
      'xl/vbaProject.bin',
      'xl/externalLinks/externalLink1.xml',
      'xl/embeddings/oleObject1.bin',
      'xl/connections.xml',
    ])
      assert.equal(await part(name), `unsafe ${name}`)
    assert.equal(await part('xl/printerSettings/printerSettings1.bin'), `read: ${JSON.stringify(shown)}`)
    const macro = (parts: { name: string; bytes: Buffer | string }[]) =>
      parts.map((one) => ({
        ...one,
        bytes: String(one.bytes).replace('spreadsheetml.sheet.main', 'ms-excel.sheet.macroEnabled.main'),
      }))
    assert.match(await changed({ change: macro }), /^unsafe/)
  })
  test('entities of its own, and a stranger’s document type', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefgh'
      .split('')
      .map((one, at) => `<!ENTITY ${one} "${`&${'abcdefg'[at]};`.repeat(10)}">`)
      .join('')}]>`
    assert.equal(await changed({ sheet: (xml) => xml.replace('?>', `?>${laughs}`) }), 'unsafe <!DOCTYPE>')
    assert.equal(await inSheet('50.1', '&h;'), 'broken')
  })
  test('more than may come out of it, whatever it says of its size', async () => {
    const zeros = Buffer.alloc(40_000_000, 32)
    for (const saysSize of [undefined, 10]) {
      const more = (parts: { name: string; bytes: Buffer | string }[]) =>
        parts.map((one) =>
          one.name === 'xl/sharedStrings.xml' ? { ...one, bytes: zeros, ...(saysSize && { saysSize }) } : one,
        )
      assert.match(await changed({ change: more }), /^(too_big|broken)/)
    }
    assert.equal(
      await changed({ more: Array.from({ length: 70 }, (_, at) => ({ name: `x${at}`, bytes: '' })) }),
      'too_big',
    )
  })
  test('a hundred thousand rows, in little time and memory', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ['40000012', `Ana${at}`, 50])
    const bytes = workbookOf([heads, ...rows], 'wps')
    const [before, started] = [process.memoryUsage().rss, process.cpuUsage()]
    assert.equal(await faultOf(bytes), 'too_many_rows 1000')
    assert.ok(worked(started) < 1_000)
    assert.ok(process.memoryUsage().rss - before < 50_000_000)
  })
  test('too many columns, too much text, rows that go back', async () => {
    assert.equal(await faultOf(workbookOf([Array.from({ length: 33 }, () => 'x')])), 'too_many_columns AG1')
    assert.equal(await faultOf(workbookOf([['x'.repeat(5_000)]], 'wps')), 'too_long A1')
    assert.equal(await inSheet('<row r="3"', '<row r="2"'), 'broken')
  })
  test('what is no workbook at all', async () => {
    assert.equal(await faultOf(Buffer.from('卡段,FirstName\n')), 'not_xlsx')
    assert.equal(await faultOf(Buffer.alloc(0)), 'not_xlsx')
    assert.equal(await faultOf(Buffer.from('d0cf11e0a1b11ae100', 'hex')), 'old_or_locked')
    assert.equal(await changed({ change: ([first]) => [first!] }), 'not_xlsx')
    assert.equal(
      await changed({ change: (parts) => parts.map((one) => ({ ...one, encrypted: true })) }),
      'old_or_locked',
    )
    assert.equal(await changed({ change: (parts) => [...parts, parts[4]!] }), 'broken')
  })

  test('a damaged file, wherever it is damaged: never a fault of ours, and never a wrong cell', async () => {
    const good = workbookOf(plain, 'libreOffice')
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, by, cut) => {
        const bad = cut ? good.subarray(0, at) : Buffer.from(good)
        if (!cut) bad[at]! ^= by
        const started = process.cpuUsage()
        const fault = await faultOf(bad)
        assert.ok(worked(started) < 1_000)
        assert.ok(!fault.startsWith('read: ') || fault === `read: ${JSON.stringify(shown)}`, fault)
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})

describe('in a thread of its own', () => {
  const sent = (bytes: Uint8Array) => ({ name: 'a.xlsx', size: bytes.length, sha256: 'x', bytes })
  const where = { field: 'file', lang: 'en', whose: 'ana' } as const

  test('it gives the rows, or a refusal that names the cell', async () => {
    assert.deepEqual(
      (await readSheet(sent(workbookOf(plain)), limits, where)).rows.map(({ cells }) => cells),
      shown,
    )
    const formula = workbookOf(plain, 'excel', { sheet: (xml) => xml.replace(/<c r="C2"[^>]*>/, '<c r="C2"><f>1</f>') })
    await assert.rejects(readSheet(sent(formula), limits, where), (error: Refusal) => {
      assert.deepEqual([error.refusal, error.data['field'], error.data['at']], ['invalid', 'file', 'C2'])
      return true
    })
  })

  test('a file is not called too complex while there is no room for another thread', async () => {
    const { Worker } = threads
    threads.Worker = class extends EventEmitter {
      terminate = async () => 0
      constructor() {
        super()
        const error = Object.assign(new Error('Worker initialization failure: EAGAIN'), {
          code: 'ERR_WORKER_INIT_FAILED',
        })
        setImmediate(() => this.emit('error', error))
      }
    } as never
    syncBuiltinESMExports()
    try {
      await assert.rejects(readSheet(sent(workbookOf(plain)), limits, where), isBusy)
    } finally {
      threads.Worker = Worker
      syncBuiltinESMExports()
    }
    await readSheet(sent(workbookOf(plain)), limits, where)
  })

  test('many at once are read one after the other', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => readSheet(sent(workbookOf(plain)), limits, where)))
    assert.equal(all.length, 6)
  })

  test('slow ones of one account hold up nobody else’s, and are refused where too many wait', async () => {
    const text = 'x'.repeat(200)
    const slow = workbookOf([heads, ...Array.from({ length: 700 }, () => Array.from({ length: 30 }, () => text))])
    let read = 0
    const reads = () => readSheet(sent(slow), limits, where)
    const theirs = Array.from({ length: 11 }, () => reads().finally(() => read++))
    await assert.rejects(reads(), refusedAs('line_full'))
    while (read === 0) await new Promise((wake) => setTimeout(wake, 5))
    const before = read
    await readSheet(sent(workbookOf(plain)), limits, { ...where, whose: 'ben' })
    assert.ok(read - before <= 1, `${read - before} of the others were read before it`)
    await Promise.allSettled(theirs)
  })
})
