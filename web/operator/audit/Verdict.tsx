import type { Output } from '#contract/core/call.ts'
import type { verifyStaffAudit } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useText } from './text.ts'
import css from './Audit.module.css'

const whys = ['CHANGED', 'MISSING', 'MOVED', 'CUT_OFF', 'FORGED'] as const

/** What the verification found, said at once and by name. */
export function Verdict({ verdict }: { verdict: Output<typeof verifyStaffAudit> }) {
  const t = useText()
  const whole = verdict.breaks.length === 0
  return (
    <div className={css.verdict} data-whole={whole} role="status">
      <Icon name={whole ? 'check' : 'warn'} size={20} />
      <div>
        <strong>
          {whole
            ? t('audit.whole', { rows: verdict.rows, count: verdict.rows })
            : t('audit.broken', { count: verdict.breaks.length })}
        </strong>
        <ul>
          {verdict.breaks.map(({ chain, seq, why }) => {
            const known = whys.find((one) => one === why)
            return (
              <li key={`${chain}${seq}`}>
                {chain} {seq}: {known ? t(`audit.why.${known}`) : why}
              </li>
            )
          })}
        </ul>
        <span>{t('audit.checkedAt', { time: showTime(verdict.checkTime) })}</span>
      </div>
    </div>
  )
}
