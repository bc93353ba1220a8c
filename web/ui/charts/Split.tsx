import css from './charts.module.css'

type Part = { name: string; value: number; color: 1 | 2 | 3 | 4 | 5 }

/** One bar divided into its parts, each labelled with its figure below. */
export function Split({
  label,
  parts,
  show,
}: {
  label: string
  parts: readonly Part[]
  show: (value: number) => string
}) {
  return (
    <figure className={css.split} aria-label={label}>
      <div className={css.cut} aria-hidden="true">
        {parts
          .filter(({ value }) => value > 0)
          .map(({ name, value, color }) => (
            <i key={name} data-color={color} style={{ flexGrow: value }} />
          ))}
      </div>
      <ul className={css.parts}>
        {parts.map(({ name, value, color }) => (
          <li key={name}>
            <i data-color={color} data-kind="bars" />
            <span>{name}</span>
            <b>{show(value)}</b>
          </li>
        ))}
      </ul>
    </figure>
  )
}
