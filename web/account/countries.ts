/** Countries by ISO 3166 code; the browser provides their names in the console's language. */
import { langNow } from '../text.ts'

const codes =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GG GH GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VA VC VE VG VN VU WS YE ZA ZM ZW'.split(
    ' ',
  )

const locale = () => (langNow() === 'cn' ? 'zh-CN' : 'en')
const names = new Map<string, Intl.DisplayNames>()

export function countryName(code: string): string {
  if (!names.has(locale())) names.set(locale(), new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' }))
  return /^[A-Z]{2}$/.test(code) ? (names.get(locale())!.of(code) ?? code) : code
}

/** Alphabetically in the current language; `first` on top. */
export function countryOptions(among: readonly string[] = codes, first: readonly string[] = []) {
  const option = (value: string) => ({ value, label: countryName(value) })
  const rest = among.filter((code) => !first.includes(code)).map(option)
  return [...first.map(option), ...rest.sort((a, b) => a.label.localeCompare(b.label, locale()))]
}
