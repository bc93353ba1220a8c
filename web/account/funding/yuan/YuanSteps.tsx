import type { RechargeShown } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { useText } from '../text.ts'

/** Ordered, paid, credited. */
export function YuanSteps({ order }: { order: RechargeShown }) {
  const t = useText()
  const paid = order.payTime !== undefined
  const done = order.creditTime !== undefined
  const over = !done && ['EXPIRED', 'FAILED', 'MISMATCH', 'REVERSED'].includes(order.status)
  const steps: TimelineStep[] = [
    { key: 'made', state: 'done', title: t('funding.yuan.step.made'), time: showTime(order.createTime) },
    {
      key: 'pay',
      state: paid ? 'done' : over ? 'bad' : 'now',
      title: paid || over ? (paid ? t('funding.yuan.step.paid') : order.statusText) : order.statusText,
      text: !paid && (over ? order.failReason : t('funding.yuan.step.waitText')),
      time: order.payTime && showTime(order.payTime),
    },
    {
      key: 'credit',
      state: order.status === 'REVERSED' ? 'bad' : done ? 'done' : over && paid ? 'bad' : 'todo',
      title: done
        ? t('funding.usdt.step.credited', { amount: show(order.creditAmount) })
        : t('funding.usdt.step.credit'),
      text: (over || order.status === 'REVERSED') && paid && order.failReason,
      time: order.creditTime && showTime(order.creditTime),
    },
  ]
  return (
    <div aria-live="polite">
      <Timeline label={t('funding.usdt.steps')} steps={steps} />
    </div>
  )
}
