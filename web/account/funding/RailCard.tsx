import { useNavigate } from 'react-router'
import { createRecharge, rails, type Rail } from '#contract/funding/funding.ts'
import { plain, show } from '#contract/core/money.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Stat } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { paths } from '../paths.ts'
import type { Terms, Way } from './payFor.ts'
import { langNow } from '#web/text.ts'
import { type say, useText } from './text.ts'
import css from './Funding.module.css'

export type { Terms } from './payFor.ts'

export const percent = (bps: number): string => `${bps / 100}%`

/** An available method: the payment, its cost, the arriving amount and the time. Its page has the binding price. */
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
    <Stack as="section" gap={4} className={css.rail} aria-label={name} data-best={cheapest}>
      <Row as="header">
        <h3>{name}</h3>
        {cheapest && (
          <Tag tone="ok" dot>
            {t('funding.rail.best')}
          </Tag>
        )}
        <span className={css.push}>
          <Muted>
            {t('funding.rail.min')} {show(terms.minAmount, terms.payUnit)}
          </Muted>
        </span>
      </Row>
      <Grid min={120} className={css.prices}>
        <Stat
          label={t('funding.rail.pay')}
          value={way ? <Money cents={way.pay} unit={terms.payUnit} /> : '–'}
          note={way?.raised ? t('funding.rail.raised') : undefined}
        />
        <Stat
          label={t('funding.rail.cost')}
          value={way ? <Money cents={way.cost} /> : percent(terms.feeBps)}
          note={costNote(terms, t)}
        />
        <Stat
          label={t('funding.rail.arrives')}
          value={
            <span className={css.arrives}>
              <Money cents={way?.arrives} />
            </span>
          }
        />
        <Stack gap={1}>
          <Muted>{t('funding.rail.when')}</Muted>
          {terms.arrival}
        </Stack>
      </Grid>
      <Row between align="end" gap={4}>
        <ul className={css.bullets}>
          {terms.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        {byService ? (
          <Button size="l" icon="support" onClick={onService}>
            {t('funding.handOver.open')}
          </Button>
        ) : (
          <Button
            look={cheapest || way === undefined ? 'primary' : 'plain'}
            size="l"
            icon="topup"
            disabled={may.reason ?? (overDay ? t('funding.overDay', { left: show(terms.today.left) }) : undefined)}
            onClick={go}
          >
            {t('funding.rail.choose', { rail: name })}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

const costNote = ({ feeBps, rate, midRate }: Terms, t: typeof say): string =>
  rate === midRate
    ? t('funding.rail.feeOnly', { fee: percent(feeBps) })
    : t('funding.rail.feeAndRate', { fee: percent(feeBps), rate: rate ?? '', mid: midRate ?? '' })

/** An unavailable method: shows its terms and says that it cannot be used now. No button without an effect. */
export function ClosedRail({ rail, terms }: { rail: Rail; terms: Terms }) {
  const t = useText()
  return (
    <Stack as="section" className={css.rail} aria-label={rails[rail][langNow()]} data-closed>
      <Row as="header" between>
        <h3>{rails[rail][langNow()]}</h3>
        <Tag>{t('funding.rail.closed')}</Tag>
      </Row>
      <Facts
        facts={[
          [
            t('funding.rail.fee'),
            terms.feeBps === 0 && terms.feeFixed === 0 ? t('funding.rail.feeFree') : percent(terms.feeBps),
          ],
          [t('funding.rail.min'), <Money cents={terms.minAmount} unit={terms.payUnit} />],
          [t('funding.rail.when'), terms.arrival],
        ]}
      />
    </Stack>
  )
}
