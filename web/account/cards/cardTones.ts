/** Labels and colours of card states: one legend for every page. */
import type { Address } from '#contract/cards/addresses.ts'
import { cardStatuses, type ShownStatus } from '#contract/cards/states.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'

export const statusTone = {
  PENDING: 'info',
  ACTIVE: 'ok',
  FROZEN: 'warn',
  RISK_FROZEN: 'bad',
  CLOSING: 'info',
  CLOSED: 'quiet',
  EXPIRED: 'quiet',
  FAILED: 'bad',
} as const satisfies Record<ShownStatus, Tone>

export const statusWord = (status: ShownStatus): string => cardStatuses[status][langNow()]

/** Shown across the card's face if it cannot be used. */
export const veilOf = (status: ShownStatus): string | undefined =>
  status === 'ACTIVE' ? undefined : statusWord(status)

export const expiryOf = ({
  expMonth,
  expYear,
}: {
  expMonth: number | null
  expYear: number | null
}): string | undefined =>
  expMonth && expYear ? `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}` : undefined

export const holderName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

export const addressLine = ({ street, city, state, zipCode, country }: Address): string =>
  [street, city, `${state} ${zipCode}`, country].join(', ')

/** Formats basis points: 300 is 3%. */
export const showRate = (bps: number): string => `${bps / 100}%`
