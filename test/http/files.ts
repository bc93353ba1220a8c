/** Files by name, for drafts and inputs; created once. */
import { importColumns } from '#contract/cards/imports.ts'
import { workbookOf, type Value } from '../workbooks.ts'
import { aPicture } from './inputs/fixtures.ts'
import { FileOf } from './multipart.ts'

const heads: readonly Value[] = Object.values(importColumns).map(({ cn }) => cn)
/** Returns a valid line of the template. */
export const lineOf = (change: Partial<Record<keyof typeof importColumns, Value>> = {}): Value[] => {
  const cells = {
    vid: '40000012',
    firstName: 'Ana',
    lastName: 'Lopez',
    street: '1 Cedar Avenue',
    city: 'Portland',
    state: 'OR',
    zipCode: '97201',
    rechargeAmount: 50,
    tags: null,
    remark: null,
    template: null,
    ...change,
  }
  return Object.values(cells)
}

export const cardsFile = (lines: readonly (readonly Value[])[], name?: string): FileOf =>
  new FileOf(workbookOf([heads, ...lines]), name)

const picture = await aPicture()
const makers: Readonly<Record<string, () => FileOf>> = {
  good: () => cardsFile([lineOf()]),
  faulty: () => cardsFile([lineOf(), lineOf({ zipCode: '972', rechargeAmount: '=1' })]),
  formula: () =>
    new FileOf(
      workbookOf([heads, lineOf()], 'excel', {
        sheet: (xml) => xml.replace(/<c r="H2"[^>]*>/, '<c r="H2"><f>1+1</f>'),
      }),
    ),
  text: () => new FileOf(Buffer.from('卡段,FirstName\n'), 'a.xlsx'),
  empty: () => new FileOf(Buffer.alloc(0), '../../etc/passwd'),
  picture: () => new FileOf(picture, 'a.png'),
  large: () => new FileOf(Buffer.alloc(2_100_000, 'PK\x03\x04')),
}
const made = new Map<string, FileOf>()
export function fileNamed(name: string): FileOf {
  const file = made.get(name) ?? (makers[name] ?? makers['text']!)()
  made.set(name, file)
  return file
}
