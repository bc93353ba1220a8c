/**
 * A daily file of reference rates in the form of the European Central Bank's `eurofxref-daily.xml`: units of each currency for one euro, published on working
 * days at about 16:00 in Frankfurt. Source: ECB, "Euro foreign exchange reference rates".
 */
import { parse, plain, share } from '#contract/core/money.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { exchange, OutsideRefused, OutsideUnknown } from '../ask.ts'
import type { Rates } from '../payments.ts'

/** The file's address in the settings; what is wrong is noted there. */
export const ecbFrom = (settings: Settings): { url: string } => ({
  url: settings.address('KAIKA_RATES_URL') ?? 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
})

/** The file has about two kilobytes. */
const FILE_BYTES = 256 * 1024
const DIGITS = 6
/** Between Thursday's file and the one of the Tuesday after Easter there are almost six days. An older one is no longer written. */
const OLDEST_MS = 6 * DAY

/**
 * Mid-market rates from the file. Throws `OutsideUnknown` if there is no answer of this form, or an old one, and `OutsideRefused` (`NO_FILE`,
 * `CURRENCY_UNKNOWN`) if the file or the currency is not there.
 */
export function ecbRates({ url, timeoutMs = 10_000 }: { url: string; timeoutMs?: number }): Rates {
  async function read(): Promise<ReadonlyMap<string, number>> {
    const { status, body } = await exchange(url, { timeoutMs, limitBytes: FILE_BYTES })
    if (status === 404 || status === 410) throw new OutsideRefused('NO_FILE', `answered ${status}: ${url}`)
    if (status !== 200) throw new OutsideUnknown(`answered ${status}: the file of exchange rates`)
    return ratesIn(body.toString())
  }
  return {
    async mid(currency) {
      const rates = await read()
      const [ofEuro, dollar] = [rates.get(currency), rates.get('USD')]
      if (ofEuro === undefined || dollar === undefined) throw new OutsideRefused('CURRENCY_UNKNOWN', currency)
      return plain(share(ofEuro, 10 ** DIGITS, dollar, 'half-up'), DIGITS).replaceAll(',', '')
    },
    check: async () => void (await read()),
  }
}

const DATE = /<Cube\s+time\s*=\s*["'](\d{4}-\d{2}-\d{2})["']\s*>/
const RATE = /<Cube\s+currency\s*=\s*["']([A-Z]{3})["']\s+rate\s*=\s*["'](\d{1,9}(?:\.\d{1,6})?)["']\s*\/>/g

/** Units of each currency for one euro, in millionths. */
function ratesIn(xml: string): ReadonlyMap<string, number> {
  const date = DATE.exec(xml)?.[1]
  const rates = new Map([...xml.matchAll(RATE)].map(([, currency, rate]) => [currency!, parse(rate!, DIGITS) ?? 0]))
  if (date === undefined || !rates.get('USD')) throw new OutsideUnknown('answered something else: exchange rates')
  const ageMs = nowMs() - Date.parse(date)
  if (ageMs > OLDEST_MS || -ageMs > DAY) throw new OutsideUnknown(`the exchange rates are those of ${date}`)
  return rates.set('EUR', 10 ** DIGITS)
}
