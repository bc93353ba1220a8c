import { Money } from '#web/ui/Money.tsx'
import { countryName } from '../countries.ts'
import { merchantKind } from './merchantKinds.ts'
import type { Authorization } from './tradeTones.ts'

/** What names on a statement often do not say: the merchant's kind and country. */
export const kindAndCountry = ({ mcc, merchantCountry }: Pick<Authorization, 'mcc' | 'merchantCountry'>): string =>
  [merchantKind(mcc) ?? mcc, countryName(merchantCountry)].filter(Boolean).join(' · ')

/** The amount in the merchant's currency, if that is another than the card's. */
export function AbroadAmount({ row }: { row: Pick<Authorization, 'unit' | 'merchantAmount' | 'merchantCurrency'> }) {
  return (
    <>
      <Money cents={Math.abs(row.merchantAmount)} unit={row.merchantCurrency} /> {row.merchantCurrency}
    </>
  )
}
