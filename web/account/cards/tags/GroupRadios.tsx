import type { ReactNode } from 'react'
import { Muted, Rows } from '#web/ui/layout.tsx'
import css from './Labels.module.css'

/** Groups one below the other, of which one is chosen. */
export function GroupRadios({
  label,
  groups,
  value,
  onChange,
}: {
  label: string
  groups: readonly { gid: string; name: string; note: ReactNode; extra?: ReactNode }[]
  value: string
  onChange: (gid: string) => void
}) {
  // The keyboard begins at what is chosen, or at the top.
  const first = groups.find(({ gid }) => gid === value) ?? groups[0]
  return (
    <Rows framed role="radiogroup" aria-label={label} className={css.radios}>
      {groups.map((group) => (
        <li key={group.gid} role="none">
          <label>
            <input
              type="radio"
              name="gid"
              checked={value === group.gid}
              onChange={() => onChange(group.gid)}
              data-autofocus={group === first || undefined}
            />
            <span>{group.name}</span>
            <Muted>{group.note}</Muted>
            {group.extra}
          </label>
        </li>
      ))}
    </Rows>
  )
}
