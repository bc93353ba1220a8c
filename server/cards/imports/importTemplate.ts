import { usStates } from '#contract/cards/addresses.ts'
import { importColumns, importFields, type ImportColumn } from '#contract/cards/imports.ts'
import type * as contract from '#contract/cards/imports.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { port } from '#server/core/composition.ts'
import { db } from '#server/core/db.ts'
import { workbook, xlsx, type Column } from '#server/files/files.ts'
import { termsOfAll, type Terms } from '../ranges/terms.ts'

/** Returns the form to fill in, with one example; a second sheet lists the segments that this account may open, the states, and its templates. */
export const importTemplate: Answer<typeof contract.importTemplate> = async (
  actor,
  { vid, lang = actor.from.lang },
) => {
  const offered = (await termsOfAll(db, actor.accountId)).filter(
    ({ range }) => range.status === 'ON' && range.stock !== 0,
  )
  const first = offered.find(({ range }) => range.vid === vid) ?? offered[0]
  const states = Object.entries(usStates)
  const from = (letter: string, count: number) => `'${sheets.lists[lang]}'!$${letter}$2:$${letter}$${count + 1}`
  const templates = await port('cards.templates')(db, actor.accountId)
  const lists = {
    ...(offered.length && { vid: from('A', offered.length) }),
    state: from('I', states.length),
    ...(templates.length && { template: from('L', templates.length) }),
  }
  const rows = Array.from({ length: Math.max(states.length, offered.length, templates.length) }, (_, at) => [
    ...segmentCells(offered[at]),
    '',
    ...(states[at] ?? ['', '']),
    '',
    templates[at]?.name ?? '',
  ])
  const body = await workbook([
    {
      name: sheets.cards[lang],
      columns: cardColumns(lang, lists),
      rows: first ? [exampleRow(first.range.bin, first.range.billing_country, lang)] : [],
    },
    { name: sheets.lists[lang], columns: listColumns(lang), rows },
  ])
  return { name: `${{ cn: '开卡模板', en: 'Open cards' }[lang]}.xlsx`, type: xlsx, body }
}

/** The template's example row is recognized by its remark and never becomes a card. */
const remark = { cn: '示例，请删除此行', en: 'Example, delete this row' } as const

export const exampleRemark: readonly string[] = Object.values(remark)

/** A valid address by country. */
const addresses: Readonly<Record<string, Partial<Record<ImportColumn, string>>>> = {
  US: { street: '1 Cedar Avenue', city: 'Portland', state: 'OR', zipCode: '97201' },
  GB: { street: '12 Mill Lane', city: 'Leeds', state: 'Yorkshire', zipCode: 'LS1 4AP' },
  HK: { street: '8 Harbour Road', city: 'Hong Kong', state: 'Wan Chai', zipCode: '999077' },
}

function exampleRow(bin: string, country: string, lang: Lang): (string | number)[] {
  const cells: Partial<Record<ImportColumn, string | number>> = {
    vid: bin,
    firstName: 'Ana',
    lastName: 'Lopez',
    ...(addresses[country] ?? addresses['US']),
    rechargeAmount: 50,
    remark: remark[lang],
  }
  return importFields.map((field) => cells[field] ?? '')
}

const sheets = { cards: { cn: '开卡', en: 'Cards' }, lists: { cn: '卡段与州', en: 'Segments and states' } } as const

const widths: Readonly<Partial<Record<ImportColumn, number>>> = { street: 26, remark: 22, rechargeAmount: 14 }

export const cardColumns = (lang: Lang, lists: Partial<Record<ImportColumn, string>> = {}): Column[] =>
  importFields.map((field) => ({
    title: importColumns[field][lang],
    width: widths[field] ?? 13,
    ...(field === 'rechargeAmount' && { money: true as const }),
    ...(lists[field] && { list: lists[field] }),
  }))

const listColumns = (lang: Lang): Column[] => {
  const titles = {
    cn: ['卡段', '编号', '卡组织', '国家', '开卡费', '最低充值', '最高充值', '', '州', '州名', '', '模板'],
    en: [
      'Segment',
      'vid',
      'Network',
      'Country',
      'Opening fee',
      'Min recharge',
      'Max recharge',
      '',
      'State',
      'Name',
      '',
      'Template',
    ],
  }[lang]
  return titles.map((title, at) => ({
    title,
    width: title === '' ? 4 : 15,
    ...([4, 5, 6].includes(at) && { money: true as const }),
  }))
}

const segmentCells = (terms: Terms | undefined): (string | number)[] =>
  terms
    ? [
        terms.range.bin,
        terms.range.vid,
        terms.range.network,
        terms.range.billing_country,
        terms.openFee / 100,
        terms.range.min_open_cents / 100,
        terms.maxOpen / 100,
      ]
    : ['', '', '', '', '', '', '']
