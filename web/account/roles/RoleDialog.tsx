import { useState } from 'react'
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import { addRole, editRole, grantablePages, listRoles, type Role } from '#contract/roles/editing.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'

/** Creates a role, empty or as a copy; or edits one's name and remark. */
export function RoleDialog({
  role,
  copyOf,
  choices = [],
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
  const called = copyOf ? t('roles.copyOf', { name: copyOf.name }).slice(0, 20) : ''
  const adding = useForm(addRole, { initial: { name: called, remark: '' } })
  const editing = useForm(editRole, {
    initial: { roleId: role?.roleId ?? '', name: role?.name ?? '', remark: role?.remark ?? '' },
  })
  const form = role ? editing : adding
  const [from, setFrom] = useState(copyOf?.roleId ?? '')
  const source = choices.find(({ roleId }) => roleId === from) ?? (copyOf?.roleId === from ? copyOf : undefined)
  const options = choices.length ? choices : copyOf ? [copyOf] : []
  const [name, remark] = [form.field('name'), form.field('remark')]

  async function submit() {
    // A cleared remark is sent as a space: empty fields are not sent, and the old one would stay.
    if (role) {
      if (!(await editing.submit({ remark: remark.value || ' ' }))) return
      toast.ok(t('roles.saved'))
    } else {
      const grantable: readonly string[] = grantablePages
      const made = await adding.submit({
        keys: (source?.keys ?? []) as ElementKey[],
        pageIds: (source?.pageIds ?? []).filter((id) => grantable.includes(id)) as PageId[],
      })
      if (!made) return
      toast.ok(t('roles.created'))
      refresh(listRoles)
      onClose()
      return onMade?.(made.roleId)
    }
    refresh(listRoles)
    onClose()
  }
  return (
    <Dialog title={t(role ? 'roles.rename' : 'roles.add')} onClose={onClose}>
      <CallForm
        form={form}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t(role ? 'roles.save' : 'roles.create')}
      >
        <Field label={t('roles.name')} hint={t('roles.nameHint')} problem={name.problem} required>
          {(wiring) => (
            <Input
              {...wiring}
              value={name.value}
              onChange={name.onChange}
              onBlur={name.onBlur}
              maxLength={20}
              autoComplete="off"
              data-autofocus
            />
          )}
        </Field>
        <Field label={t('roles.remark')} problem={remark.problem}>
          {(wiring) => (
            <Input {...wiring} value={remark.value} onChange={remark.onChange} maxLength={100} autoComplete="off" />
          )}
        </Field>
        {!role && (
          <Field label={t('roles.from')} hint={t('roles.fromHint')}>
            {(wiring) => (
              <Select
                {...wiring}
                value={from}
                onChange={setFrom}
                placeholder={t('roles.fromNothing')}
                options={options.map(({ roleId, name: label }) => ({ value: roleId, label }))}
              />
            )}
          </Field>
        )}
      </CallForm>
    </Dialog>
  )
}
