import type { Lang } from '#contract/core/fields.ts'
import { importFields, type ImportColumn } from '#contract/cards/imports.ts'

/** The example of the template is known by its remark, and never becomes a card. */
const remark = { cn: '示例，请删除此行', en: 'Example, delete this row' } as const
export const exampleRemark: readonly string[] = Object.values(remark)

/** By country: an address that fits. */
const addresses: Readonly<Record<string, Partial<Record<ImportColumn, string>>>> = {
  US: { street: '1 Cedar Avenue', city: 'Portland', state: 'OR', zipCode: '97201' },
  GB: { street: '12 Mill Lane', city: 'Leeds', state: 'Yorkshire', zipCode: 'LS1 4AP' },
  HK: { street: '8 Harbour Road', city: 'Hong Kong', state: 'Wan Chai', zipCode: '999077' },
}

export function exampleRow(bin: string, country: string, lang: Lang): (string | number)[] {
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
