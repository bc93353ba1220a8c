import { Money } from '#web/ui/Money.tsx'
import { countryName } from '../countries.ts'
import { merchantKind } from '../merchantKinds.ts'
import { isForeign, type Authorization, type Trade } from '../tradeTones.ts'
import css from './Trade.module.css'

/** Amount and merchant: what people recognize a transaction by. */
export function Headline({ row, sign, struck }: { row: Authorization | Trade; sign?: 'always'; struck?: boolean }) {
  return (
    <div className={css.headline}>
      <div>
        <p className={css.merchant}>{row.merchantName}</p>
        <p className={css.where}>
          {[merchantKind(row.mcc) ?? row.mcc, countryName(row.merchantCountry)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={css.howMuch} data-struck={struck || undefined}>
        <Money cents={row.amount} unit={row.unit} sign={sign} size="xl" />
        {isForeign(row) && (
          <p className={css.where}>
            <Money cents={Math.abs(row.merchantAmount)} unit={row.merchantCurrency} /> {row.merchantCurrency}
          </p>
        )}
      </div>
    </div>
  )
}
