import css from './charts.module.css'

/** A value against its threshold. `full` is the end of the scale. */
export function Meter({
  label,
  value,
  limit,
  full,
  shown,
  shownLimit,
}: {
  label: string
  value: number
  limit: number
  full: number
  shown: string
  shownLimit: string
}) {
  const share = (of: number) => `${Math.min(100, (of / full) * 100)}%`
  const tone = value > limit ? 'bad' : value >= limit * 0.6 ? 'warn' : 'ok'
  return (
    <div
      className={css.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={full}
      aria-valuenow={value}
      aria-valuetext={`${shown}（${shownLimit}）`}
    >
      <div className={css.track}>
        <div className={css.level} data-tone={tone} style={{ width: share(value) }} />
        <i className={css.limit} style={{ left: share(limit) }} />
      </div>
      <span className={css.limitText} style={{ left: share(limit) }}>
        {shownLimit}
      </span>
    </div>
  )
}
