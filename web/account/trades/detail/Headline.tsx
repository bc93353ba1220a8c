import { Muted, Row } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { AbroadAmount, kindAndCountry } from '../abroad.tsx'
import { isForeign, type Authorization, type Trade } from '../tradeTones.ts'
import css from '../Trades.module.css'

/** Amount and merchant: what people recognize a transaction by. */
export function Headline({ row, sign, struck }: { row: Authorization | Trade; sign?: 'always'; struck?: boolean }) {
  return (
    <Row between align="start" gap={4}>
      <div>
        <p className={css.headline}>{row.merchantName}</p>
        <Muted as="p">{kindAndCountry(row)}</Muted>
      </div>
      <div>
        <span className={struck ? css.struck : undefined}>
          <Money cents={row.amount} unit={row.unit} sign={sign} size="xl" />
        </span>
        {isForeign(row) && (
          <Muted as="p">
            <AbroadAmount row={row} />
          </Muted>
        )}
      </div>
    </Row>
  )
}
