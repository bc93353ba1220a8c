import { useId, useState } from 'react'
import { IMPORT_MAX_ROWS } from '#contract/cards/imports.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useText } from './text.ts'
import css from './Imports.module.css'

/** Where a file is dropped or chosen. Underneath it is an input, so the keyboard and screen readers find it. */
export function DropZone({
  busy,
  problem,
  onFile,
}: {
  /** The name of the file that is being looked at. */
  busy: string | undefined
  problem: string | undefined
  onFile: (file: File) => void
}) {
  const t = useText()
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => files?.[0] && onFile(files[0])
  return (
    <div className={css.place}>
      <label
        className={css.drop}
        data-over={over}
        data-bad={problem !== undefined}
        aria-busy={busy !== undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <input
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={t('imports.drop')}
          aria-describedby={id}
          aria-invalid={problem !== undefined || undefined}
          disabled={busy !== undefined}
          onChange={(event) => {
            take(event.target.files)
            // The same file, mended, is a new choice.
            event.target.value = ''
          }}
        />
        <span className={css.dropIcon}>
          <Icon name="upload" size={24} />
        </span>
        <b>{busy ? t('imports.checking', { name: busy }) : over ? t('imports.dropNow') : t('imports.drop')}</b>
        <small>{t('imports.limits', { rows: IMPORT_MAX_ROWS })}</small>
        {busy && <span className={css.busy} role="progressbar" aria-label={t('imports.checking', { name: busy })} />}
      </label>
      <p id={id} className={css.problem} role="alert">
        {problem}
      </p>
    </div>
  )
}
