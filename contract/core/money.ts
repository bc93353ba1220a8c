/** The only money arithmetic. Amounts are safe integers in minor units; products go through bigint, never floats. */

/** Minor units of a currency: cents for USD and CNY. Always a safe integer. */
export type Cents = number

/** ISO 4217 exponents of the supported currencies, and their symbols as displayed. */
export const currencies = {
  CNY: { symbol: '¥', digits: 2, cn: '人民币', en: 'Chinese yuan' },
  USD: { symbol: '$', digits: 2, cn: '美元', en: 'US dollar' },
  GBP: { symbol: '£', digits: 2, cn: '英镑', en: 'Pound sterling' },
  EUR: { symbol: '€', digits: 2, cn: '欧元', en: 'Euro' },
  JPY: { symbol: '¥', digits: 0, cn: '日元', en: 'Japanese yen' },
  AUD: { symbol: 'A$', digits: 2, cn: '澳元', en: 'Australian dollar' },
  HKD: { symbol: 'HK$', digits: 2, cn: '港币', en: 'Hong Kong dollar' },
  CAD: { symbol: 'C$', digits: 2, cn: '加元', en: 'Canadian dollar' },
  KRW: { symbol: '₩', digits: 0, cn: '韩元', en: 'South Korean won' },
  INR: { symbol: '₹', digits: 2, cn: '印度卢比', en: 'Indian rupee' },
  IDR: { symbol: 'Rp', digits: 2, cn: '印尼盾', en: 'Indonesian rupiah' },
} as const
export type Currency = keyof typeof currencies

/** Returns the amount if JavaScript represents it exactly, otherwise throws: a sum outside this range must not pass silently. */
function safe(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an exact amount: ${amount}`)
  return amount
}

export const add = (...amounts: Cents[]): Cents => safe(amounts.reduce((sum, amount) => sum + amount, 0))

/** How a fraction of a cent is rounded; docs/reference/numbers.md#rounding says which operation uses which. */
export type Rounding = 'floor' | 'ceil' | 'half-up'

/** Returns `amount × by ÷ of` exactly, rounded as named. Amounts and factors are non-negative integers. */
export function share(amount: Cents, by: number | bigint, of: number | bigint, rounding: Rounding): Cents {
  const top = BigInt(safe(amount)) * BigInt(by)
  const bottom = BigInt(of)
  if (top < 0n || bottom <= 0n) throw new RangeError(`share of ${amount} by ${by} of ${of}`)
  const [whole, rest] = [top / bottom, top % bottom]
  const up = rounding === 'ceil' ? rest > 0n : rounding === 'half-up' ? rest * 2n >= bottom : false
  return safe(Number(whole + (up ? 1n : 0n)))
}

/** Returns a rate in basis points (1/100 %) of an amount. Fees round half-up, customer credits round down (docs/reference/numbers.md#rounding). */
export const percentOf = (amount: Cents, bps: number, rounding: Rounding): Cents => share(amount, bps, 10_000, rounding)

/** Parses text as people type it, `1234.5` or `1,234.50`, into minor units; `undefined` if it is not an amount. */
export function parse(text: string, digits = 2): Cents | undefined {
  const plain = text
    .trim()
    .replace(/^(\d{1,3})((?:,\d{3})+)(?=\.|$)/, (_, head: string, rest: string) => head + rest.replaceAll(',', ''))
  const found = /^(\d{1,13})(?:\.(\d*))?$/.exec(plain)
  if (!found || (found[2] ?? '').length > digits) return undefined
  return safe(Number(found[1]! + (found[2] ?? '').padEnd(digits, '0')))
}

/** Formats an amount: two decimals, truncated and never rounded, with grouped thousands. */
export function show(amount: Cents, currency: string = 'USD', sign: 'auto' | 'always' | 'none' = 'auto'): string {
  const { symbol, digits } = currencies[currency as Currency] ?? { symbol: `${currency} `, digits: 2 }
  const minus = amount < 0 ? '-' : sign === 'always' && amount > 0 ? '+' : ''
  return minus + (sign === 'none' ? '' : symbol) + plain(Math.abs(safe(amount)), digits)
}

/** Formats the bare figure of {@link show} without sign or symbol: for inputs, exports and cells with a unit of their own. */
export function plain(amount: Cents, digits = 2): string {
  const text = String(safe(amount)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ',')
  return digits ? `${whole}.${text.slice(-digits)}` : whole
}
