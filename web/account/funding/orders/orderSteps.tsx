import type { RechargeShown } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { useText, type say } from '../text.ts'
import css from '../Funding.module.css'

/** From the order to the credit. */
export function OrderSteps({ order }: { order: RechargeShown }) {
  const t = useText()
  const done = order.creditTime !== undefined
  const over = !done && ['EXPIRED', 'FAILED', 'MISMATCH', 'REVERSED'].includes(order.status)
  const usdt = order.rail === 'USDT_TRC20'
  const arrived = usdt ? order.txHash !== undefined : order.payTime !== undefined
  const failed = (over && arrived) || order.status === 'REVERSED'
  const credit: TimelineStep = {
    key: 'credit',
    state: done && order.status !== 'REVERSED' ? 'done' : failed ? 'bad' : 'todo',
    title: done ? t('funding.usdt.step.credited', { amount: show(order.creditAmount) }) : t('funding.usdt.step.credit'),
    text: failed && arrived && order.failReason,
    time: order.creditTime && showTime(order.creditTime),
  }
  const before = (usdt ? onChain : inYuan)(order, t, { done, over })
  return (
    <div aria-live="polite">
      <Timeline label={t('funding.usdt.steps')} steps={[...before, credit]} />
    </div>
  )
}

type State = { done: boolean; over: boolean }

/** The transfer: waiting, then seen with its confirmations. */
function onChain(order: RechargeShown, t: typeof say, { done, over }: State): TimelineStep[] {
  const seen = order.txHash !== undefined
  const needed = order.required ?? 20
  const confirmed = Math.min(order.confirmations ?? 0, needed)
  return [
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
  ]
}

/** The order, then its payment. */
function inYuan(order: RechargeShown, t: typeof say, { over }: State): TimelineStep[] {
  const paid = order.payTime !== undefined
  return [
    { key: 'made', state: 'done', title: t('funding.yuan.step.made'), time: showTime(order.createTime) },
    {
      key: 'pay',
      state: paid ? 'done' : over ? 'bad' : 'now',
      title: paid ? t('funding.yuan.step.paid') : order.statusText,
      text: !paid && (over ? order.failReason : t('funding.yuan.step.waitText')),
      time: order.payTime && showTime(order.payTime),
    },
  ]
}
