import { Money } from '#web/ui/Money.tsx'
import { countryName } from './countries.ts'
import { merchantKind } from './merchantKinds.ts'
import { isForeign, type Authorization, type Decline, type Trade } from './tradeLook.ts'
import css from './Trades.module.css'

type Row = Authorization | Trade | Decline

/** Who it was, and below it what kind of shop and where: names on a statement often say neither. */
export function MerchantCell({ row: { merchantName, mcc, merchantCountry } }: { row: Row }) {
  return (
    <span className={css.two}>
      <strong>{merchantName}</strong>
      <small>{[merchantKind(mcc) ?? mcc, countryName(merchantCountry)].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** What the card felt and, where the merchant takes another currency, what was asked there. */
export function MoneyCell({ row, sign, struck }: { row: Row; sign?: 'always'; struck?: boolean }) {
  return (
    <span className={`${css.two} ${css.amounts}`} data-struck={struck || undefined}>
      <Money cents={row.amount} unit={row.unit} sign={sign} strong />
      {isForeign(row) && (
        <small>
          <Money cents={Math.abs(row.merchantAmount)} unit={row.merchantCurrency} /> {row.merchantCurrency}
        </small>
      )}
    </span>
  )
}

export function CardCell({ row: { lastFour, tags, subNickname } }: { row: Row }) {
  return (
    <span className={css.two}>
      <span className={css.time}>···· {lastFour}</span>
      {(tags.length > 0 || subNickname) && (
        <small>{[subNickname, ...tags.map(({ name }) => name)].filter(Boolean).join(' · ')}</small>
      )}
    </span>
  )
}
