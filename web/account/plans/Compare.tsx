import { comparePlans } from '#contract/plans/plans.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useText } from './text.ts'
import css from './Plans.module.css'

/** The account's own last months, at every plan's prices. */
export function Compare() {
  const t = useText()
  const past = useAsk(comparePlans, {}, { quiet: true }).data
  if (!past) return <SkeletonLines lines={5} />
  const { days, opened, loaded, plans } = past
  const most = Math.max(1, ...plans.map(({ total }) => total))
  return (
    <Panel title={t('plans.compare', { days })}>
      {loaded === 0 ? (
        <p className={css.note}>{t('plans.compareNone', { days })}</p>
      ) : (
        <>
          <p className={css.note}>{t('plans.compareText', { opened, loaded: show(loaded) })}</p>
          <ul className={css.bars}>
            {plans.map(({ groupId, name, openFees, loadFees, planPrice, total, cheapest, tooSmall }) => (
              <li key={groupId} data-best={cheapest} data-off={tooSmall}>
                <span className={css.barName}>
                  {name} {cheapest && <Tag tone="ok">{t('plans.cheapest')}</Tag>}
                  {tooSmall && <Tag>{t('plans.tooSmall')}</Tag>}
                </span>
                <Money cents={total} strong />
                <span className={css.bar} aria-hidden>
                  <i style={{ width: `${(openFees / most) * 100}%` }} data-part="open" />
                  <i style={{ width: `${(loadFees / most) * 100}%` }} data-part="load" />
                  <i style={{ width: `${(planPrice / most) * 100}%` }} data-part="plan" />
                </span>
                <small>
                  {t('plans.compareCards', { open: show(openFees), load: show(loadFees), plan: show(planPrice) })}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
