import { deleteRole, listRoles, type Role } from '#contract/roles/editing.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'

/** Somebody may have been given it since the list was shown: the refusal stands here. */
export function RemoveRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useText()
  const form = useForm(deleteRole, { initial: { roleId: role.roleId } })
  async function submit() {
    const answer = await form.submit()
    refresh(listRoles)
    if (!answer) return
    toast.ok(t('roles.removed'))
    onClose()
  }
  return (
    <Dialog title={t('roles.removeTitle', { name: role.name })} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError ?? form.problemOf('roleId')}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('roles.remove')}
      >
        <p>{t('roles.removeText')}</p>
      </CallForm>
    </Dialog>
  )
}
