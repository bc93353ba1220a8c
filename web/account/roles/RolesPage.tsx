import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listRoles, ROLES_AT_MOST, type Role, deleteRole } from '#contract/roles/editing.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '../paths.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { RoleRow } from './RoleRow.tsx'
import { useText } from './text.ts'
import css from './Roles.module.css'

type Doing = { what: 'add' } | { what: 'copy' | 'rename' | 'remove'; role: Role }

/** The account's own roles, and system roles to start from. */
export default function RolesPage() {
  const t = useText()
  const navigate = useNavigate()
  const query = useAsk(listRoles, { pageSize: 100 }, { quiet: true, keep: true, everyMs: 15_000 })
  const [doing, setDoing] = useState<Doing>()
  const roles = query.data?.data ?? []
  const own = roles.filter(({ system }) => !system)
  const close = () => setDoing(undefined)
  const add = (
    <Button
      look="primary"
      icon="plus"
      guardMs={0}
      disabled={own.length >= ROLES_AT_MOST ? t('roles.full') : undefined}
      onClick={() => setDoing({ what: 'add' })}
    >
      {t('roles.add')}
    </Button>
  )
  const list = (some: readonly Role[], label: string) => (
    <ul className={css.list} aria-label={label}>
      {some.map((role) => (
        <RoleRow
          key={role.roleId}
          role={role}
          onCopy={() => setDoing({ what: 'copy', role })}
          onRename={() => setDoing({ what: 'rename', role })}
          onRemove={() => setDoing({ what: 'remove', role })}
        />
      ))}
    </ul>
  )
  return (
    <section aria-label={t('roles.list')} className={css.stack}>
      <div className={css.lead}>
        <p>{t('roles.intro')}</p>
        {add}
      </div>
      {query.isPending ? (
        <SkeletonLines lines={8} />
      ) : query.isError && roles.length === 0 ? (
        <Empty
          icon="warn"
          title={t('parts.loadFailed')}
          text={query.error.says}
          action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
        />
      ) : (
        <>
          <h2 className={css.section}>
            {t('roles.own')}
            <small>
              {own.length} / {ROLES_AT_MOST}
            </small>
          </h2>
          {own.length ? (
            list(own, t('roles.own'))
          ) : (
            <div className={css.list}>
              <Empty icon="shield" title={t('roles.none')} text={t('roles.noneText')} />
            </div>
          )}
          <h2 className={css.section}>
            {t('roles.system')}
            <small>{t('roles.systemText')}</small>
          </h2>
          {list(
            roles.filter(({ system }) => system),
            t('roles.system'),
          )}
        </>
      )}
      {(doing?.what === 'add' || doing?.what === 'copy') && (
        <RoleDialog
          choices={roles}
          {...(doing.what === 'copy' && { copyOf: doing.role })}
          onClose={close}
          onMade={(roleId) => void navigate(paths.role(roleId))}
        />
      )}
      {doing?.what === 'rename' && <RoleDialog role={doing.role} onClose={close} />}
      {doing?.what === 'remove' && <RemoveRole role={doing.role} onClose={close} />}
    </section>
  )
}

/** Someone may have been assigned the role since the list was loaded: the refusal is shown here. */
function RemoveRole({ role, onClose }: { role: Role; onClose: () => void }) {
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
        form={form}
        problem={form.submitError ?? form.problemOf('roleId')}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('roles.remove')}
      >
        <p>{t('roles.removeText')}</p>
      </CallForm>
    </Dialog>
  )
}
