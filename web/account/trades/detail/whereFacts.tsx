import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Money } from '#web/ui/Money.tsx'
import { paths } from '#web/account/paths.ts'
import { countryName } from '../countries.ts'
import { merchantKind } from '../merchantKinds.ts'
import { isForeign, type Authorization, type Trade } from '../tradeTones.ts'
import type { say } from '../text.ts'

type Fact = readonly [ReactNode, ReactNode]

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
    ...(row.subNickname ? [[t('trades.one.sub'), row.subNickname] as const] : []),
    ...(isForeign(row)
      ? [
          [
            t('trades.one.merchantAsked'),
            <>
              <Money cents={Math.abs(row.merchantAmount)} unit={row.merchantCurrency} /> {row.merchantCurrency}
            </>,
          ] as const,
        ]
      : []),
    [t('trades.one.descriptor'), row.desc],
    [t('trades.one.merchantKind'), kind ? `${kind} · MCC ${row.mcc}` : `MCC ${row.mcc}`],
    [t('trades.one.country'), countryName(row.merchantCountry)],
  ]
}
