import { Link, useNavigate, useSearchParams } from 'react-router'
import { show } from '#contract/core/money.ts'
import type { Output } from '#contract/core/call.ts'
import { cardRecurring } from '#contract/trades/recurring.ts'
import { cardSpans, cardSpend } from '#contract/trades/spend.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { showAxisDay, showDate, showDay } from '#web/parts/dates.ts'
import { dayEnd, dayStart } from '#web/parts/lists/filterValues.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { BarChart } from '#web/ui/charts/BarChart.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { changeText } from '#web/account/trades/spendWords.ts'
import { axisMoney } from '#web/ui/charts/scale.ts'
import type { ShownCard } from '../cardChanged.ts'
import { Entries, Entry } from '../drawer/Entries.tsx'
import { spansOf, type Span } from './weeks.ts'
import { useText } from './text.ts'
import css from './CardDetails.module.css'

type Of = Pick<ShownCard, 'card'>
type Spend = Output<typeof cardSpend>

/** What the card has spent, over time and at which merchants. */
export function CardSpend({ card }: Of) {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const days = cardSpans.find((span) => String(span) === search.get('span')) ?? 30
  const per = (['day', 'week'] as const).find((one) => one === search.get('per')) ?? (days === 30 ? 'day' : 'week')
  const query = useAsk(
    cardSpend,
    { cardId: card.cardId, days },
    { quiet: true, everyMs: 30_000, live: ['trades', 'money'], ofCard: card.cardId, keep: true },
  )
  const set = (change: Record<string, string>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearch(next, { replace: true })
  }
  if (query.data?.detailed === false) return null
  return (
    <>
      <Panel
        title={
          <Row as="span" gap={2}>
            {t('cardPage.spend')}
            <Tip text={t('cardPage.spendHelp')} className={css.help} role="img" aria-label={t('cardPage.spendHelp')}>
              <Icon name="info" size={16} />
            </Tip>
          </Row>
        }
        extra={
          <Row gap={2}>
            <Segmented
              label={t('cardPage.span')}
              value={String(days)}
              options={cardSpans.map((span) => ({
                value: String(span),
                label: t('cardPage.days', { days: span, count: span }),
              }))}
              onChange={(span) => set({ span: span === '30' ? '' : span, per: '' })}
            />
            <Segmented
              label={t('cardPage.per')}
              value={per}
              options={(['day', 'week'] as const).map((value) => ({ value, label: t(`cardPage.${value}`) }))}
              onChange={(value) => set({ per: value })}
            />
          </Row>
        }
      >
        <div className={css.spend}>
          <Answered query={query} skeleton={<Skeleton height={400} radius={12} />}>
            {(spend) => <OverTime card={card} spend={spend} days={days} per={per} />}
          </Answered>
        </div>
      </Panel>
      {query.data && query.data.merchants.length > 0 && <Merchants card={card} spend={query.data} />}
    </>
  )
}

function OverTime({ card, spend, days, per }: Of & { spend: Spend; days: number; per: 'day' | 'week' }) {
  const t = useText()
  const navigate = useNavigate()
  const linked = useReachable()(paths.cardRecord)
  const { total, before } = spend
  const spans = spansOf(spend.byDay, per)
  const net = total.spent - total.refunded
  const change = changeText(net, before)
  const to = ({ from, until }: Span) =>
    paths.settled(dayStart(from), dayEnd(until), { cardSeqNo: card.cardSeqNo, scope: 'all' })
  const nameOf = ({ from, until }: Span) => (from === until ? showDate(from) : `${showDate(from)} – ${showDate(until)}`)
  return (
    <Stack gap={4}>
      <Stats
        stats={[
          [
            t('cardPage.spent'),
            <Money cents={net} unit={card.unit} />,
            change && t('cardPage.versus', { change, days, count: days }),
          ],
          [t('cardPage.count'), total.count],
          [
            t('cardPage.average'),
            <Money cents={total.count > 0 ? Math.round(total.spent / total.count) : null} unit={card.unit} />,
          ],
          [t('cardPage.refunded'), <Money cents={total.refunded} unit={card.unit} />],
        ]}
      />
      {total.spent === 0 && total.refunded === 0 ? (
        <Empty icon="trades" title={t('cardPage.none')} text={t('cardPage.noneText')} />
      ) : (
        <Stack gap={1}>
          <BarChart
            label={t('cardPage.spend')}
            series={t('cardPage.spent')}
            bars={spans.map((span) => ({
              name: nameOf(span),
              axis: showAxisDay(span.from),
              value: span.net,
              notes: [
                [t('cardPage.count'), String(span.count)],
                [t('cardPage.refunded'), show(span.refunded)],
              ],
            }))}
            show={(cents) => show(cents)}
            showAxis={axisMoney}
            least={20_00}
            onPick={linked ? (index) => void navigate(to(spans[index]!)) : undefined}
            rowHead={linked ? (index) => <Link to={to(spans[index]!)}>{nameOf(spans[index]!)}</Link> : undefined}
          />
          {linked && <Muted as="p">{t('cardPage.pick')}</Muted>}
        </Stack>
      )}
    </Stack>
  )
}

/** The merchants of the period, with the next charge where one is expected. */
function Merchants({ card, spend: { merchants, others, byDay } }: Of & { spend: Spend }) {
  const t = useText()
  const linked = useReachable()(paths.cardRecord)
  const { data: recurring } = useAsk(
    cardRecurring,
    { cardId: card.cardId },
    { quiet: true, everyMs: 30_000, live: ['cards', 'money', 'trades'], ofCard: card.cardId },
  )
  const nextOf = (names: readonly string[]) =>
    recurring?.list
      .filter(({ merchantName, nextTime }) => nextTime !== null && names.includes(merchantName))
      .map(({ nextTime }) => nextTime!)
      .toSorted((a, b) => a - b)[0]
  const [from, until] = [dayStart(byDay[0]!.date), dayEnd(byDay.at(-1)!.date)]
  return (
    <Panel title={t('cardPage.merchants')}>
      <Entries>
        {merchants.map(({ key, name, names, count, spent, refunded, lastTime }) => {
          const next = nextOf(names)
          return (
            <Entry
              key={key}
              title={
                linked && names.length > 0 ? (
                  <Link to={paths.settled(from, until, { cardSeqNo: card.cardSeqNo, scope: 'all', merchant: name })}>
                    {name}
                  </Link>
                ) : (
                  name
                )
              }
              text={[
                count > 0 && t('cardPage.purchases', { count }),
                lastTime !== null && t('cardPage.last', { day: showDay(lastTime) }),
                next !== undefined && t('cardPage.next', { day: showDay(next) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <Money cents={spent - refunded} unit={card.unit} strong />
              {refunded !== 0 && (
                <Muted>
                  {t('cardPage.refunded')} {show(refunded)}
                </Muted>
              )}
            </Entry>
          )
        })}
        {others && (
          <Entry
            title={t('cardPage.others', { count: others.merchants })}
            text={t('cardPage.purchases', { count: others.count })}
          >
            <Money cents={others.spent - others.refunded} unit={card.unit} strong />
          </Entry>
        )}
      </Entries>
    </Panel>
  )
}
