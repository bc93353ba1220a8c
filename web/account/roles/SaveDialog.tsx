import { changePermissions, listRoles, type Role } from '#contract/roles/editing.ts'
import { permissions } from '#contract/roles/roles.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useStepUp } from '../identity/StepUpField.tsx'
import { keysOf, pageIdsOf, type Change, type Picked } from './picked.ts'
import { useText } from './text.ts'

/** A preview of granted and revoked permissions, and who is affected. */
export function SaveDialog({
  role,
  picked,
  change,
  nameOf,
  onClose,
}: {
  role: Role
  picked: Picked
  change: Change
  nameOf: (id: string) => string
  onClose: () => void
}) {
  const t = useText()
  const { roleId, version, userCount } = role
  const stepUp = useStepUp('ROLE')
  const raises = userCount > 0 && change.added.length > 0
  const form = useForm(changePermissions, {
    initial: { roleId, version, keys: keysOf(picked), pageIds: pageIdsOf(picked) },
  })
  const lines = [
    ['ok', 'roles.gives', change.added],
    ['bad', 'roles.takes', change.taken],
  ] as const
  return (
    <FormDialog
      form={form}
      title={t('roles.confirm', { name: role.name })}
      submit={t('roles.apply')}
      send={() => (raises ? stepUp.submit(form) : form.submit())}
      done={userCount ? t('roles.appliedTo', { count: userCount }) : t('roles.applied')}
      refreshes={[listRoles, permissions]}
      onClose={onClose}
    >
      {userCount > 0 && <p>{t('roles.confirmText', { count: userCount })}</p>}
      {lines.map(
        ([tone, words, ids]) =>
          ids.length > 0 && (
            <Stack gap={1} key={tone}>
              <div>
                <StatusTag tone={tone} text={t(words)} />
              </div>
              <ul>
                {ids.map((id) => (
                  <li key={id}>{nameOf(id)}</li>
                ))}
              </ul>
            </Stack>
          ),
      )}
      {raises && stepUp.field}
    </FormDialog>
  )
}
