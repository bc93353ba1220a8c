import { readXml } from './readXml.ts'

/** What a number means to the person who sees it. A number: digits to fill up to with zeros, as in a zip code. */
export type Format = 'plain' | 'day' | 'percent' | number

/** The built-in formats that show a day or a time; 27 to 58 are those of Chinese, Japanese and Korean programs. */
const builtInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** The format of every style, in the order in which cells name them. */
export async function readFormats(styles: AsyncIterable<Uint8Array>): Promise<Format[]> {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  await readXml(styles, {
    open: (name, attributes, path) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'xf' && path.at(-2) === 'cellXfs') formats.push(formatOf(id, codes.get(id)))
    },
  })
  return formats
}

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return builtInDay(id) ? 'day' : id === 9 || id === 10 ? 'percent' : 'plain'
  const bare = code.split(';', 1)[0]!.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
  if (/[ymdhs]/i.test(bare)) return 'day'
  if (bare.includes('%')) return 'percent'
  return /^0{2,}$/.test(bare) ? bare.length : 'plain'
}

const DAY_MS = 86_400_000

export function shownNumber(value: number, format: Format, from1904: boolean): string {
  if (format === 'day') return dayOf(value, from1904)
  if (format === 'percent') return `${exact(value * 100)}%`
  return typeof format === 'number' ? exact(value).padStart(format, '0') : exact(value)
}

/** Programs show fifteen digits of what they store: 50.099999999999994 is 50.1. */
const exact = (value: number): string => String(Number(value.toPrecision(15)))

/** Day 1 is 1 January 1900, and a 29 February 1900 that never was is counted. */
function dayOf(serial: number, from1904: boolean): string {
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const time = Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1_000
  if (!(Math.abs(time) < 8e15)) return String(serial)
  const text = new Date(time).toISOString()
  return time % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
