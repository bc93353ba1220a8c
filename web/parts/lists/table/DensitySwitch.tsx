import { Icon } from '#web/ui/Icon.tsx'
import { useText } from '#web/text.ts'
import { chooseDensity, useDensity } from './tableSettings.ts'
import css from './DensitySwitch.module.css'

const densities = [
  ['comfortable', 'rows'],
  ['compact', 'menu'],
] as const

/** The height of rows in all lists of this browser. */
export function DensitySwitch() {
  const t = useText()
  const current = useDensity()
  return (
    <span role="group" aria-label={t('parts.density')} className={css.switch}>
      {densities.map(([density, icon]) => (
        <button
          key={density}
          type="button"
          aria-label={t(`parts.${density}`)}
          title={t(`parts.${density}`)}
          aria-pressed={density === current}
          onClick={() => chooseDensity(density)}
        >
          <Icon name={icon} size={16} />
        </button>
      ))}
    </span>
  )
}
