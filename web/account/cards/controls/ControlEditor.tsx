import { useEffect, useRef, useState } from 'react'
import { checks, sayCheck } from '#contract/core/checks.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Stack } from '#web/ui/layout.tsx'
import { langNow } from '#web/text.ts'
import { Changed } from './Changed.tsx'
import { ControlFields } from './ControlFields.tsx'
import { NoteField } from './NoteField.tsx'
import { documentOf, draftOf } from './draft.ts'
import { useSaveControls, type Held, type Shown } from './useSaveControls.ts'
import { useText } from './text.ts'
import css from './Controls.module.css'

/** Changes controls in their place. Whatever happens, the input stays. */
export function ControlEditor({
  held,
  shown,
  line,
  onEnd,
}: {
  held: Held
  shown: Shown
  /** Where to begin. */
  line: string | undefined
  onEnd: () => void
}) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState(() => draftOf(shown.controls))
  const [note, setNote] = useState('')
  const { save, change, form } = useSaveControls(held, shown)
  const draftForm = useDraftProblems(draft)

  useEffect(() => {
    const block = line && place.current?.querySelector(`[data-line="${CSS.escape(line)}"]`)
    const first = (block || place.current)?.querySelector<HTMLElement>('input, select, textarea')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }, [line])

  async function submit() {
    const controls = draftForm.attempt(place.current)
    if (!controls || !(await save(controls, note))) return
    toast.ok(t('controls.form.saved'))
    onEnd()
  }
  return (
    <div ref={place}>
      <CallForm form={form} submit={t('controls.form.submit')} onSubmit={() => void submit()} onCancel={onEnd}>
        <ControlFields draft={draft} problemOf={draftForm.problemOf} onChange={setDraft} />
        <NoteField value={note} onChange={setNote} />
        {change && (
          <Stack gap={2} role="status" className={css.block}>
            <p>{t('controls.conflict.text', { by: change.after.setBy ?? '', time: showTime(change.after.setTime) })}</p>
            <Changed before={change.before.controls} after={change.after.controls} />
          </Stack>
        )}
      </CallForm>
    </div>
  )
}

export type ProblemOf = (path: string, otherwise: string) => string | undefined

/** What is wrong with a draft, from the first attempt to save it on. */
function useDraftProblems(draft: Parameters<typeof documentOf>[0]) {
  const [tried, setTried] = useState(false)
  const { controls, problems } = documentOf(draft)
  const problemOf: ProblemOf = (path, otherwise) => {
    const found = tried && problems.find((one) => one.path === path || one.path.startsWith(`${path}.`))
    if (!found) return undefined
    return found.message in checks ? sayCheck(found.message, langNow()) : otherwise
  }
  return {
    problemOf,
    /** The document; or nothing, and the first field with a problem is where the user is taken. */
    attempt(place: HTMLElement | null) {
      setTried(true)
      if (!controls) setTimeout(() => place?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 50)
      return controls
    },
  }
}
