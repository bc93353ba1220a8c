import { Link, useNavigate } from 'react-router'
import { createRecharge, rails, type Rail } from '#contract/funding/funding.ts'
import { plain, show } from '#contract/core/money.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Muted, Row } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import type { Terms, Way } from './payFor.ts'
import { langNow } from '#web/text.ts'
import { type say, useText } from './text.ts'
import css from './Rails.module.css'

export type { Terms } from './payFor.ts'

export const percent = (bps: number): string => `${bps / 100}%`

/** The methods side by side, one line each: what is paid, what it costs, what arrives and when. A phone has no columns: each figure has its name. */
export function RailTable({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className={css.rails}>
      <div className={css.head} aria-hidden>
        <span>{t('funding.rail.method')}</span>
        <span>{t('funding.rail.pay')}</span>
        <span>{t('funding.rail.cost')}</span>
        <span>{t('funding.rail.arrives')}</span>
        <span>{t('funding.rail.when')}</span>
        <span />
      </div>
      {children}
    </div>
  )
}

type Cells = Record<'pay' | 'cost' | 'arrives' | 'when', ReactNode>
const cells = ['pay', 'cost', 'arrives', 'when'] as const

function Line({
  name,
  state,
  tag,
  below,
  figures,
  notes,
  action,
}: {
  name: string
  state?: 'best' | 'closed'
  tag?: ReactNode
  below: ReactNode
  figures: Cells
  notes: readonly string[]
  action: ReactNode
}) {
  const t = useText()
  return (
    <section className={css.rail} aria-label={name} data-state={state}>
      <div className={css.name}>
        <Row as="span" gap={2}>
          <h3>{name}</h3>
          {tag}
        </Row>
        <Muted>{below}</Muted>
      </div>
      {cells.map((cell) => (
        <div key={cell} className={css.figure} data-cell={cell}>
          <span className={css.label}>{t(`funding.rail.${cell}`)}</span>
          <span>{figures[cell]}</span>
        </div>
      ))}
      <div className={css.action}>{action}</div>
      {notes.length > 0 && (
        <ul className={css.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const minimum = (terms: Terms, t: typeof say): string =>
  `${t('funding.rail.min')} ${show(terms.minAmount, terms.payUnit)}`

/** An available method. Its page has the binding price. */
export function OpenRail({
  rail,
  terms,
  way,
  cheapest,
  overDay,
  onService,
}: {
  rail: Rail
  terms: Terms
  way: Way | undefined
  cheapest: boolean
  overDay: boolean
  onService: () => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(createRecharge)
  const name = rails[rail][langNow()]
  const byService = way !== undefined && way.pay > (terms.displayMax ?? Infinity)
  const amount = way && plain(way.pay).replaceAll(',', '')
  const go = () => {
    const pathname =
      rail === 'UNIONPAY' ? paths.rechargeUnionPay : rail === 'USD_WIRE' ? paths.rechargeBank : paths.rechargeOnline
    const online = pathname === paths.rechargeOnline
    const search = new URLSearchParams({ ...(online && { rail }), ...(amount && { amount }) })
    void navigate({ pathname, search: `?${search.toString()}` })
  }
  return (
    <Line
      name={name}
      {...(cheapest && { state: 'best' })}
      tag={
        cheapest && (
          <Tag tone="ok" dot>
            {t('funding.rail.best')}
          </Tag>
        )
      }
      below={minimum(terms, t)}
      figures={{
        pay: (
          <>
            {way ? <Money cents={way.pay} unit={terms.payUnit} strong /> : '–'}
            {way?.raised && <Muted>{t('funding.rail.raised')}</Muted>}
          </>
        ),
        cost: (
          <>
            {way ? <Money cents={way.cost} strong /> : percent(terms.feeBps)}
            <Muted>{t('funding.rail.feeOnly', { fee: percent(terms.feeBps) })}</Muted>
            {terms.rate !== terms.midRate && (
              <Muted>{t('funding.rail.rateNote', { rate: terms.rate ?? '', mid: terms.midRate ?? '' })}</Muted>
            )}
          </>
        ),
        arrives: <Money cents={way?.arrives} strong />,
        when: terms.arrival,
      }}
      notes={terms.notes}
      action={
        byService ? (
          <Button icon="support" onClick={onService}>
            {t('funding.handOver.open')}
          </Button>
        ) : (
          <Button
            look={cheapest || way === undefined ? 'primary' : 'plain'}
            icon="topup"
            disabled={may.reason ?? (overDay ? t('funding.overDay', { left: show(terms.today.left) }) : undefined)}
            onClick={go}
          >
            {t('funding.rail.choose', { rail: name })}
          </Button>
        )
      }
    />
  )
}

/** A method that cannot be used: its terms, why, and the way to use it if there is one. */
export function ClosedRail({ rail, terms, forOthers }: { rail: Rail; terms: Terms; forOthers: boolean }) {
  const t = useText()
  const lacksBusiness = terms.enabled && forOthers
  return (
    <Line
      name={rails[rail][langNow()]}
      state="closed"
      tag={<Tag>{t(lacksBusiness ? 'funding.rail.business' : 'funding.rail.closed')}</Tag>}
      below={minimum(terms, t)}
      figures={{
        pay: '–',
        cost: terms.feeBps === 0 && terms.feeFixed === 0 ? t('funding.rail.feeFree') : percent(terms.feeBps),
        arrives: '–',
        when: terms.arrival,
      }}
      notes={[]}
      action={lacksBusiness && <Link to={paths.accountDialog('identity')}>{t('funding.rail.verifyBusiness')}</Link>}
    />
  )
}

/** As high as a method: nothing moves when its terms are there. */
export const RailWaiting = () => (
  <div className={css.rail}>
    <div className={css.waiting}>
      <Skeleton height={72} radius={8} />
    </div>
  </div>
)
