import { cardsFile, lineOf } from '../http/files.ts'

export const COUNT = 50

/** An Excel file with fifty cards; three rows are invalid unless `mended`. */
export function fiftyCards(stamp: string, mended: boolean) {
  const wrong: Record<number, Parameters<typeof lineOf>[0]> = {
    6: { zipCode: '972' },
    20: { state: 'Nowhere', rechargeAmount: 1 },
    40: { firstName: '王' },
  }
  const lines = Array.from({ length: COUNT }, (_, at) =>
    lineOf({
      street: `${at + 1} Cedar Avenue`,
      lastName: 'Import',
      rechargeAmount: 2,
      remark: stamp,
      ...(mended ? {} : wrong[at]),
    }),
  )
  return { name: `${stamp}.xlsx`, mimeType: '', buffer: cardsFile(lines).bytes }
}
