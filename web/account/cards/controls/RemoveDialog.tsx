import { useState } from 'react'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { NoteField } from './NoteField.tsx'
import { Changed } from './Changed.tsx'
import { useSaveControls, type Held, type Shown } from './useSaveControls.ts'
import { useText } from './form/text.ts'

/** Removes all controls of a card, group, sub-account or account. */
export function RemoveDialog({ held, shown, onClose }: { held: Held; shown: Shown; onClose: () => void }) {
  const t = useText()
  const [note, setNote] = useState('')
  const { save, change, form } = useSaveControls(held, shown)
  async function remove() {
    if (!(await save({}, note))) return
    toast.ok(t('controls.remove.done'))
    onClose()
  }
  return (
    <Dialog title={t('controls.remove.title')} onClose={onClose}>
      <CallForm
        form={form}
        danger
        submit={t('controls.remove.action')}
        onSubmit={() => void remove()}
        onCancel={onClose}
      >
        <p>{t(`controls.remove.text.${held.scope}`)}</p>
        {change && (
          <div role="status">
            <p>
              {t('controls.conflict.removeText', {
                by: change.after.setBy ?? '',
                time: showTime(change.after.setTime),
              })}
            </p>
            <Changed before={change.before.controls} after={change.after.controls} />
          </div>
        )}
        <NoteField value={note} onChange={setNote} />
      </CallForm>
    </Dialog>
  )
}
