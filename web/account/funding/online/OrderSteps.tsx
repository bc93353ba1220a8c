import type { RechargeShown } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

/** Waiting, seen with its confirmations, credited. */
export function OrderSteps({ order }: { order: RechargeShown }) {
  const t = useText()
  const seen = order.txHash !== undefined
  const done = order.creditTime !== undefined
  const over = !done && ['EXPIRED', 'FAILED', 'MISMATCH', 'REVERSED'].includes(order.status)
  const needed = order.required ?? 20
  const confirmed = Math.min(order.confirmations ?? 0, needed)
  const steps: TimelineStep[] = [
    {
      key: 'wait',
      state: seen || done ? 'done' : over ? 'bad' : 'now',
      title: seen || done ? t('funding.usdt.step.seen') : over ? order.statusText : t('funding.usdt.step.wait'),
      text: !seen && !over && t('funding.usdt.step.waitText'),
      time: order.payTime && showTime(order.payTime),
    },
    {
      key: 'confirm',
      state: done || (seen && confirmed >= needed) ? 'done' : seen ? 'now' : 'todo',
      title: t('funding.usdt.step.confirm', { done: done ? needed : confirmed, needed }),
      text: seen && !done && !over && (
        <>
          <progress className={css.progress} max={needed} value={confirmed} aria-label={t('funding.usdt.step.seen')} />
          {t('funding.usdt.step.confirmText')}
        </>
      ),
    },
    {
      key: 'credit',
      state: done ? 'done' : over && seen ? 'bad' : 'todo',
      title: done
        ? t('funding.usdt.step.credited', { amount: show(order.creditAmount) })
        : t('funding.usdt.step.credit'),
      text: over && seen && order.failReason,
      time: order.creditTime && showTime(order.creditTime),
    },
  ]
  return (
    <div aria-live="polite">
      <Timeline label={t('funding.usdt.steps')} steps={steps} />
    </div>
  )
}
