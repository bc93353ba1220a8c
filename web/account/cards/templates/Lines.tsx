import type { Document } from '../controls/form/draft.ts'
import { linesOf } from '../controls/form/lines.ts'
import { useBrands } from '../controls/form/useBrands.ts'
import { Muted } from '#web/ui/layout.tsx'
import { useText } from './text.ts'
import css from './Templates.module.css'

/** What a document says, in one paragraph of parts. */
export function Lines({ controls }: { controls: Document }) {
  const t = useText()
  const { brandName } = useBrands()
  const lines = linesOf(controls, brandName)
  if (!lines.length) return <Muted>{t('templates.noControls')}</Muted>
  return (
    <ul className={css.lines}>
      {lines.map(({ key, name, text }) => (
        <li key={key}>
          <b>{name}</b> {text}
        </li>
      ))}
    </ul>
  )
}
