/** Where exchange rates come from, by `KAIKA_RATES`. */
import type { Settings } from '#server/core/settings/settings.ts'
import { OutsideRefused } from '../ask.ts'
import type { Rates } from '../payments.ts'
import { ecbFrom, ecbRates } from './ecbRates.ts'

/** `simulated`, `staff` (a person sets each rate at the desk), or the address of a daily file. */
type RateSource = 'simulated' | 'staff' | { url: string }

/** The source and its address; what is wrong is noted in the settings. `fixed` is simulated: those rates do not move. */
export function ratesFrom(settings: Settings): RateSource {
  const kind = settings.oneOf('KAIKA_RATES', ['simulated', 'fixed', 'ecb', 'staff'], 'simulated')
  if (kind === 'ecb') return ecbFrom(settings)
  return kind === 'fixed' ? 'simulated' : kind
}

/** `undefined` if they are simulated. */
export function ratesOf(source: RateSource): Rates | undefined {
  if (source === 'simulated') return undefined
  return source === 'staff' ? setByStaff : ecbRates(source)
}

const setByStaff: Rates = {
  mid: () => Promise.reject(new OutsideRefused('NO_FEED', 'KAIKA_RATES=staff: rates are set at the desk')),
}
