import { show } from '#contract/core/money.ts'
import { renewalText } from '#web/account/trades/stopped.ts'
import { Muted, Row } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import type { Limit } from './form/draft.ts'
import type { Shown } from './useSaveControls.ts'
import { limitName, limitNotes } from './form/lines.ts'
import { useBrands } from './form/useBrands.ts'
import { useText } from './form/text.ts'
import css from './form/Controls.module.css'

/** From this share on, little is left. */
const NEAR = 0.8

/** How much of a limit is used, what is left, and when it renews. */
export function Gauge({ limit, standing }: { limit: Limit; standing: Shown['standing'][number] }) {
  const t = useText()
  const { brandName } = useBrands()
  const { used, left, count, countLeft, resetTime, over } = standing
  const name = limitName(limit)
  return (
    <>
      {limit.amount !== undefined && (
        <Bar
          name={name}
          value={used}
          most={limit.amount}
          text={t('controls.used', { used: show(used), all: show(limit.amount) })}
        />
      )}
      {limit.count !== undefined && (
        <Bar
          name={name}
          value={count}
          most={limit.count}
          text={t('controls.usedCount', { used: count, count: limit.count })}
        />
      )}
      <Row between>
        <Muted>
          {[
            left !== null && t('trades.stopped.left', { amount: show(left) }),
            countLeft !== null && t('trades.stopped.countLeft', { count: countLeft }),
            (resetTime !== null || limit.window === 'ALL') && renewalText(resetTime),
            ...limitNotes(limit, brandName),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Muted>
        {over === 1 && <StatusTag tone="bad" text={t('controls.over')} />}
      </Row>
    </>
  )
}

function Bar({ name, value, most, text }: { name: string; value: number; most: number; text: string }) {
  const tone = value >= most ? 'bad' : value >= most * NEAR ? 'warn' : 'ok'
  return (
    <>
      <span>{text}</span>
      <div
        className={css.gauge}
        data-tone={tone}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(value, most)}
        aria-valuetext={text}
      >
        <i style={{ width: `${Math.min(100, (100 * value) / most)}%` }} />
      </div>
    </>
  )
}
