import type { Document } from './draft.ts'
import { differences } from './lines.ts'
import { useBrands } from './useBrands.ts'
import { useText } from './text.ts'
import css from './Controls.module.css'

/** What is different between two documents, in words. */
export function Changed({ before, after }: { before: Document; after: Document }) {
  const t = useText()
  const { brandName } = useBrands()
  const found = differences(before, after, brandName)
  if (found.length === 0) return t('controls.conflict.none')
  return (
    <ul className={css.diff}>
      {found.map(({ key, name, text }) => (
        <li key={key}>
          <b>{name}</b> {text}
        </li>
      ))}
    </ul>
  )
}
