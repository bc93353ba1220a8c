import type { TopupStatus } from '#contract/funding/forecasts.ts'
import { session } from '#web/parts/client/session.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'
import { countryOptions } from '#web/account/countries.ts'

export const forecastTone = {
  SUBMITTED: 'info',
  REVIEWING: 'info',
  NEED_INFO: 'warn',
  REJECTED: 'bad',
  REVOKED: 'quiet',
  MATCHED: 'brand',
  CREDITED: 'ok',
  EXPIRED: 'quiet',
  REVERSED: 'bad',
} as const satisfies Record<TopupStatus, Tone>

/** Countries that a wire may come from; the most frequent ones first. */
const first = ['US', 'HK', 'CN', 'SG', 'GB']
const others =
  'AE AR AT AU BD BE BG BH BR CA CH CL CO CY CZ DE DK EE EG ES FI FR GE GR HR HU ID IE IL IN IS IT JP KE KR KW KZ LK LT LU LV MA MO MT MU MX MY NG NL NO NZ OM PA PE PH PK PL PT QA RO RS SA SE SI SK TH TR TW UA UY VN ZA'
export const payerCountries = () => countryOptions(others.split(' '), first)

/** A day as an input holds it, `2026-11-21`, in the account's time zone; a transfer has a day but no hour. */
const zone = (): string => session().UserInfo?.timeZone ?? 'Asia/Shanghai'
export const dayOf = (time: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone() }).format(time)
export function timeOf(day: string): number | undefined {
  const noon = Date.parse(`${day}T12:00:00Z`)
  if (Number.isNaN(noon)) return undefined
  // Noon in Greenwich is the same day almost everywhere; elsewhere, it is half a day off.
  return dayOf(noon) === day ? noon : noon - 12 * 3_600_000
}
