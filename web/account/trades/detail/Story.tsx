import { showTime } from '#web/parts/dates.ts'
import { Money } from '#web/ui/Money.tsx'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { show } from '#contract/core/money.ts'
import { storyOf, type Moment } from './story.ts'
import { tradeTone, type Authorization, type Trade } from '../tradeLook.ts'
import { type say, useText } from '../text.ts'

export function Story({ auth, trades }: { auth: Authorization; trades: readonly Trade[] | undefined }) {
  const t = useText()
  const steps = storyOf(auth, trades).map((moment, index): TimelineStep => {
    const time = moment.time === undefined ? undefined : showTime(moment.time)
    return { key: `${moment.kind}-${index}`, time, ...stepOf(moment, auth, t) }
  })
  return <Timeline label={t('trades.one.story')} steps={steps} />
}

type T = typeof say

function stepOf(moment: Moment, auth: Authorization, t: T): Omit<TimelineStep, 'key' | 'time'> {
  const money = (cents: number, sign?: 'always') => <Money cents={cents} unit={auth.unit} sign={sign} />
  switch (moment.kind) {
    case 'asked':
      return {
        state: 'done',
        title: t('trades.event.asked'),
        value: <Money cents={auth.merchantAmount} unit={auth.merchantCurrency} />,
      }
    case 'approved':
      return {
        state: 'done',
        title: t(moment.amount > 0 ? 'trades.event.approved' : 'trades.event.approvedFree'),
        text: moment.fee > 0 && t('trades.event.approvedText', { fee: show(moment.fee, auth.unit) }),
        value: moment.amount > 0 && money(moment.amount),
      }
    case 'declined':
      return { state: 'bad', title: t('trades.event.declined'), text: auth.reasonText }
    case 'incrementDeclined':
      return {
        state: 'bad',
        title: t('trades.event.incrementDeclined', { reason: moment.reason }),
        value: money(moment.amount),
      }
    case 'increment':
    case 'reversal':
    case 'expiry':
      return {
        state: 'done',
        title: t(`trades.event.${moment.kind}`),
        value: money(moment.kind === 'increment' ? moment.amount : -moment.amount, 'always'),
      }
    case 'released':
      return { state: 'done', title: t('trades.event.released'), value: money(moment.amount) }
    case 'waiting':
    case 'waitingMore':
      return {
        state: 'now',
        title: t(`trades.event.${moment.kind}`),
        text: moment.until !== null && t('trades.event.waitingText', { time: showTime(moment.until) }),
        value: money(moment.amount),
      }
    case 'trade': {
      const { trade } = moment
      return {
        state: tradeTone[trade.status] === 'warn' || trade.type === 'FORCED' ? 'warn' : 'done',
        title: trade.typeText,
        text: [trade.status !== 'POSTED' && trade.statusText, trade.bizText].filter(Boolean).join(' · '),
        value: <Money cents={trade.amount} unit={trade.unit} sign="always" />,
      }
    }
  }
}
