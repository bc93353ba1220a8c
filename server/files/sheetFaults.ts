import type { Words } from '#contract/core/fields.ts'

/** Why a workbook is refused. `at`: the cell, the row or the number concerned. */
export const sheetFaults = {
  not_xlsx: () => ({ cn: '请上传 .xlsx 格式的 Excel 文件', en: 'Upload an Excel workbook (.xlsx)' }),
  old_or_locked: () => ({
    cn: '不支持旧版 .xls 或加密的文件，请另存为不带密码的 .xlsx',
    en: 'This is an old .xls file or has a password. Save it as .xlsx without a password',
  }),
  broken: () => ({ cn: '文件已损坏，无法读取', en: 'The file is damaged and can’t be read' }),
  too_big: () => ({
    cn: '文件解压后过大，请删除多余的行、格式和图片后重试',
    en: 'The workbook is too large. Remove unused rows, formats and pictures',
  }),
  unsafe: (at) => ({
    cn: `文件包含不允许的内容：${at}`,
    en: `The workbook contains content that isn’t allowed: ${at}`,
  }),
  formula: (at) => ({
    cn: `单元格 ${at} 含有公式，请粘贴为数值后重试`,
    en: `Cell ${at} contains a formula. Paste it as a value`,
  }),
  error_value: (at) => ({ cn: `单元格 ${at} 是错误值`, en: `Cell ${at} contains an error` }),
  hidden: (at) => ({
    cn: `${at} 被隐藏但有内容，请取消隐藏或删除`,
    en: `${at} is hidden and not empty. Unhide or delete it`,
  }),
  too_many_rows: (at) => ({ cn: `最多 ${at} 行，请拆分文件`, en: `Maximum ${at} rows. Split the file` }),
  too_many_columns: (at) => ({
    cn: `单元格 ${at} 超出列数上限，请只保留模板中的列`,
    en: `Cell ${at} is outside the template. Keep the template’s columns`,
  }),
  too_long: (at) => ({ cn: `单元格 ${at} 内容过长`, en: `The text in cell ${at} is too long` }),
  too_slow: () => ({ cn: '文件过于复杂，无法读取', en: 'The workbook is too complex to read' }),
} as const satisfies Record<string, (at: string) => Words>
export type SheetFaultName = keyof typeof sheetFaults

/** Thrown while reading; sent from the reading thread as its two fields. */
export class SheetFault extends Error {
  readonly fault: SheetFaultName
  readonly at: string
  constructor(fault: SheetFaultName, at = '') {
    super(`${fault} ${at}`)
    this.fault = fault
    this.at = at
  }
}
