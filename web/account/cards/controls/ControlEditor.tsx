import { useEffect, useRef, useState } from 'react'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Stack } from '#web/ui/layout.tsx'
import { Changed } from './Changed.tsx'
import { ControlFields } from './form/ControlFields.tsx'
import { NoteField } from './NoteField.tsx'
import { UntilField, useUntil } from './UntilField.tsx'
import { TryOn } from './TryOn.tsx'
import { useDraft } from './form/useDraft.ts'
import { useSaveControls, type Held, type Shown } from './useSaveControls.ts'
import { useText } from './form/text.ts'
import css from './form/Controls.module.css'

/** Changes controls in their place. Whatever happens, the input stays. */
export function ControlEditor({
  held,
  shown,
  line,
  mayPin,
  onEnd,
}: {
  held: Held
  shown: Shown
  /** Where to begin. */
  line: string | undefined
  mayPin: boolean
  onEnd: () => void
}) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const { fields, now, attempt } = useDraft(shown.controls, place)
  const [note, setNote] = useState('')
  const until = useUntil(shown.until)
  const { save, change, form } = useSaveControls(held, shown)

  useEffect(() => {
    const block = line && place.current?.querySelector(`[data-line="${CSS.escape(line)}"]`)
    const first = (block || place.current)?.querySelector<HTMLElement>('input, select, textarea')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }, [line])

  useEffect(() => {
    if (change) place.current?.querySelector('[data-change]')?.scrollIntoView({ block: 'nearest' })
  }, [change])

  async function submit() {
    const controls = attempt()
    if (!until.attempt() || !controls || !(await save(controls, note, until.time))) return
    toast.ok(t('controls.form.saved'))
    onEnd()
  }
  return (
    <div ref={place}>
      <CallForm form={form} submit={t('controls.form.submit')} onSubmit={() => void submit()} onCancel={onEnd}>
        <ControlFields {...fields} mayPin={mayPin} ofCards={held.scope === 'CARD'} />
        <NoteField value={note} onChange={setNote} />
        <UntilField {...until.field} returning={shown.until !== null} />
        <TryOn
          scope={held.scope}
          scopeIds={held.scopeId === undefined ? undefined : [held.scopeId]}
          controls={now}
          attempt={attempt}
        />
        {change && (
          <Stack gap={2} role="status" className={css.block} data-change>
            <p>{t('controls.conflict.text', { by: change.after.setBy ?? '', time: showTime(change.after.setTime) })}</p>
            <Changed before={change.before.controls} after={change.after.controls} />
          </Stack>
        )}
      </CallForm>
    </div>
  )
}
