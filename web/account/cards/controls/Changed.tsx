import type { Document } from './form/draft.ts'
import { differences } from './form/lines.ts'
import { useBrands } from './form/useBrands.ts'
import { useText } from './form/text.ts'
import css from './form/Controls.module.css'

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
