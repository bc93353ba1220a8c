import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Output } from '../../../contract/call.ts'
import { createRecharge, rails, type Rail, type rechargeInfo } from '../../../contract/funding.ts'
import { percentOf, plain, show, type Cents } from '../../../contract/money.ts'
import type { Refused } from '../../parts/refused.ts'
import { useMay } from '../../parts/useMay.ts'
import { langNow } from '../../text/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Stat } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { paths } from '../paths.ts'
import css from './Recharge.module.css'

export type Terms = Output<typeof rechargeInfo>

export const percent = (bps: number): string => `${bps / 100}%`

/** A way that can be used now, with what the amount costs and what arrives. The binding price is quoted on the next page. */
export function OpenRail({
  rail,
  query,
  typed,
  amount,
  overDay,
}: {
  rail: Rail
  query: UseQueryResult<Terms, Refused>
  typed: string
  amount: Cents | undefined
  overDay: boolean
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useMay(createRecharge)
  const terms = query.data
  const name = rails[rail][langNow()]
  if (!terms) return query.isError ? null : <Skeleton height={176} radius={12} />
  const fee = amount === undefined ? undefined : percentOf(amount, terms.feeBps, 'half-up') + terms.feeFixed
  const low = amount !== undefined && amount < terms.minAmount
  const min = `${plain(terms.minAmount)} ${terms.payUnit}`
  return (
    <section className={css.rail} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <Tag tone="ok" dot>
          {t('funding.rail.best')}
        </Tag>
        <span className={css.railMin}>
          {t('funding.rail.min')} {min}
        </span>
      </header>
      <div className={css.prices}>
        <Stat label={t('funding.rail.pay')} value={amount === undefined ? '–' : `${plain(amount)} ${terms.payUnit}`} />
        <Stat
          label={t('funding.rail.fee')}
          value={fee === undefined ? percent(terms.feeBps) : <Money cents={fee} />}
          note={fee === undefined ? undefined : percent(terms.feeBps)}
        />
        <Stat
          label={t('funding.rail.arrives')}
          value={
            <span className={css.arrives}>
              <Money cents={amount === undefined || fee === undefined ? undefined : amount - fee} />
            </span>
          }
        />
        <div className={css.when}>
          <span>{t('funding.rail.when')}</span>
          {terms.arrival}
        </div>
      </div>
      <div className={css.railFoot}>
        <ul>
          {terms.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <Button
          look="primary"
          size="l"
          icon="topup"
          disabled={
            may.reason ?? (low ? t('funding.rail.belowMin', { min }) : overDay ? show(terms.today.left) : undefined)
          }
          onClick={() =>
            void navigate({ pathname: paths.rechargeOnline, search: amount === undefined ? '' : `?amount=${typed}` })
          }
        >
          {t('funding.rail.choose', { rail: 'USDT' })}
        </Button>
      </div>
    </section>
  )
}

/** Told honestly: its terms, and that it cannot be used yet. No button that does nothing. */
export function ClosedRail({ rail, terms }: { rail: Rail; terms: Terms }) {
  const { t } = useTranslation()
  return (
    <section className={css.closedRail} aria-label={rails[rail][langNow()]}>
      <header>
        <h3>{rails[rail][langNow()]}</h3>
        <Tag>{t('funding.rail.closed')}</Tag>
      </header>
      <dl>
        <div>
          <dt>{t('funding.rail.fee')}</dt>
          <dd>{terms.feeBps === 0 && terms.feeFixed === 0 ? t('funding.rail.feeFree') : percent(terms.feeBps)}</dd>
        </div>
        <div>
          <dt>{t('funding.rail.min')}</dt>
          <dd>
            <Money cents={terms.minAmount} unit={terms.payUnit} />
          </dd>
        </div>
        <div>
          <dt>{t('funding.rail.when')}</dt>
          <dd>{terms.arrival}</dd>
        </div>
      </dl>
    </section>
  )
}
