import { priceEffect, priceFields, type PriceEffectLine } from '#contract/cards/desk/ranges.ts'
import { plain, show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Muted } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { langNow } from '#web/text.ts'
import type { Figures } from './figures.ts'
import { useText } from './text.ts'
import css from './Products.module.css'

const signed = (cents: number): string => show(cents, 'USD', 'always')

/** What a price change would have meant in the last 30 days, while it is typed. */
export function PriceEffect({ vid, userNo, change }: { vid: string; userNo: string; change: Figures }) {
  const t = useText()
  const input = { vid, change, ...(userNo && { userNo }) }
  const { data, isPending, isError } = useAsk(priceEffect, input as never, { quiet: true, keep: true })
  if (isError) return <Muted as="p">{t('products.effectUnknown')}</Muted>
  if (isPending || !data) return <Skeleton height={72} radius={8} />
  const said = ({ field, units, each, cents }: PriceEffectLine): string => {
    if (units === null || cents === null) return t('products.notCounted')
    if (units === 0) return t('products.nobody')
    if (each === null) return signed(cents)
    const rate = field === 'loadFeeBps'
    const by = rate ? `${each > 0 ? '+' : '−'}${plain(Math.abs(each))}%` : signed(each)
    return `${rate ? show(units) : t(`products.unit.${field as 'openFee'}`, { count: units })} × ${by} = ${signed(cents)}`
  }
  return (
    <div className={css.effect} role="status">
      <strong>{t('products.effectTitle', { count: data.days })}</strong>
      <ul className={css.becomes}>
        {data.lines.map((line) => (
          <li key={line.field}>
            <span>{priceFields[line.field][langNow()]}</span>
            <span>{said(line)}</span>
          </li>
        ))}
      </ul>
      {data.count > 0 && (
        <Muted as="p">
          {t('products.hit', { count: data.count, who: data.accounts.map((one) => one.userNo).join(', ') })}
        </Muted>
      )}
      {data.margin && (
        <Muted as="p">
          {t('products.margin', { cost: show(data.margin.cost), margin: signed(data.margin.perOpening) })}
        </Muted>
      )}
    </div>
  )
}
