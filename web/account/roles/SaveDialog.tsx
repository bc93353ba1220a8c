import { changePermissions, listRoles, type Role } from '#contract/roles/editing.ts'
import { permissions } from '#contract/roles/roles.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useStepUp } from '../identity/StepUpField.tsx'
import { keysOf, pageIdsOf, type Change, type Picked } from './picked.ts'
import { useText } from './text.ts'
import css from './Roles.module.css'

/** A preview of granted and revoked permissions, and who is affected. */
export function SaveDialog({
  role,
  picked,
  change,
  nameOf,
  onClose,
  onDone,
}: {
  role: Role
  picked: Picked
  change: Change
  nameOf: (id: string) => string
  onClose: () => void
  onDone: () => void
}) {
  const t = useText()
  const { roleId, version, userCount } = role
  const stepUp = useStepUp('ROLE')
  const raises = userCount > 0 && change.added.length > 0
  const form = useForm(changePermissions, {
    initial: { roleId, version, keys: keysOf(picked), pageIds: pageIdsOf(picked) },
  })
  async function submit() {
    const ticket = raises ? await stepUp.ticket() : undefined
    if (ticket === false || !(await form.submit({ ticket }))) return
    onDone()
    refresh(listRoles, permissions)
    toast.ok(userCount ? t('roles.appliedTo', { count: userCount }) : t('roles.applied'))
  }
  const lines = [
    ['added', 'roles.gives', change.added],
    ['taken', 'roles.takes', change.taken],
  ] as const
  return (
    <Dialog title={t('roles.confirm', { name: role.name })} onClose={onClose}>
      <CallForm form={form} onSubmit={() => void submit()} onCancel={onClose} submit={t('roles.apply')}>
        {userCount > 0 && <p>{t('roles.confirmText', { count: userCount })}</p>}
        {lines.map(
          ([kind, words, ids]) =>
            ids.length > 0 && (
              <div key={kind} className={css.change} data-kind={kind}>
                <strong>{t(words)}</strong>
                <ul>
                  {ids.map((id) => (
                    <li key={id}>{nameOf(id)}</li>
                  ))}
                </ul>
              </div>
            ),
        )}
        {raises && stepUp.field}
      </CallForm>
    </Dialog>
  )
}
