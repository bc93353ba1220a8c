import { Link } from 'react-router'
import { checkResults } from '#contract/trades/checks.ts'
import { langNow } from '#web/text.ts'
import type { Fact } from '#web/ui/layout.tsx'
import { paths } from '#web/account/paths.ts'
import { countryName } from '#web/account/countries.ts'
import { AbroadAmount } from '../abroad.tsx'
import { merchantKind } from '../merchantKinds.ts'
import { isForeign, type Authorization, type Trade } from '../tradeTones.ts'
import type { say } from '../text.ts'

/** Card and merchant: the details that an authorization and a settled row share. */
export function whereFacts(row: Authorization | Trade, t: typeof say): Fact[] {
  const kind = merchantKind(row.mcc)
  return [
    [
      t('trades.one.card'),
      <>
        <Link to={paths.card(row.cardId)}>···· {row.lastFour}</Link> · {row.cardSeqNo}
      </>,
    ],
    row.subNickname && [t('trades.one.sub'), row.subNickname],
    isForeign(row) && [t('trades.one.merchantAsked'), <AbroadAmount row={row} />],
    [t('trades.one.descriptor'), row.desc],
    [t('trades.one.merchantKind'), kind ? `${kind} · MCC ${row.mcc}` : `MCC ${row.mcc}`],
    [t('trades.one.country'), countryName(row.merchantCountry)],
  ]
}

/** What was typed, compared with the card; what was not compared is left out, except the security code. */
export function checkFacts({ checks }: Authorization, t: typeof say): Fact[] {
  if (!checks) return []
  return (['cvc', 'expiry', 'zip', 'street'] as const).map(
    (part) =>
      (part === 'cvc' || checks[part] !== 'ABSENT') && [
        t(`trades.one.check.${part}`),
        checkResults[checks[part]][langNow()],
      ],
  )
}
