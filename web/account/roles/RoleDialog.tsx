import { useState } from 'react'
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import { addRole, editRole, grantablePages, listRoles, type Role } from '#contract/roles/editing.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'

/** Creates a role, empty or as a copy; or edits one's name and remark. */
export function RoleDialog({
  role,
  copyOf,
  choices = copyOf ? [copyOf] : [],
  onClose,
  onMade,
}: {
  role?: Role
  copyOf?: Role
  choices?: readonly Role[]
  onClose: () => void
  onMade?: (roleId: string) => void
}) {
  const t = useText()
  const copyName = copyOf && t('roles.copyOf', { name: copyOf.name }).slice(0, 20)
  const [from, setFrom] = useState(copyOf?.roleId ?? '')
  const form = useForm(role ? editRole : addRole, {
    initial: { ...(role && { roleId: role.roleId }), name: role?.name ?? copyName ?? '', remark: role?.remark ?? '' },
  })
  function send() {
    // A cleared remark is sent as a space: empty fields are not sent, and the old one would stay.
    if (role) return form.submit({ remark: form.text('remark') || ' ' })
    const source = choices.find(({ roleId }) => roleId === from)
    const grantable: readonly string[] = grantablePages
    return form.submit({
      keys: (source?.keys ?? []) as ElementKey[],
      pageIds: (source?.pageIds ?? []).filter((id) => grantable.includes(id)) as PageId[],
    })
  }
  return (
    <FormDialog
      form={form}
      title={t(role ? 'roles.rename' : 'roles.add')}
      submit={t(role ? 'roles.save' : 'roles.create')}
      send={send}
      done={t(role ? 'roles.saved' : 'roles.created')}
      refreshes={[listRoles]}
      onDone={(answer) => 'roleId' in answer && onMade?.(answer.roleId)}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('roles.name')} hint={t('roles.nameHint')} autoFocus required />
      <TextField form={form} name="remark" label={t('roles.remark')} />
      {!role && (
        <Field label={t('roles.from')} hint={t('roles.fromHint')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={from}
              onChange={setFrom}
              placeholder={t('roles.fromNothing')}
              options={choices.map(({ roleId, name: label }) => ({ value: roleId, label }))}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
