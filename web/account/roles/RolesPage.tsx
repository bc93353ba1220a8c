import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listRoles, ROLES_AT_MOST, type Role, deleteRole } from '#contract/roles/editing.ts'
import { ConfirmDialog } from '#web/parts/forms/FormDialog.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
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
  const query = useAsk(listRoles, { pageSize: 100 }, { quiet: true, keep: true, everyMs: 15_000, live: ['account'] })
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
  const list = (label: string, note: string, some: readonly Role[]) => (
    <>
      <h2>
        {label} <Muted as="small">{note}</Muted>
      </h2>
      {some.length ? (
        <Rows framed aria-label={label}>
          {some.map((role) => (
            <RoleRow
              key={role.roleId}
              role={role}
              onCopy={() => setDoing({ what: 'copy', role })}
              onRename={() => setDoing({ what: 'rename', role })}
              onRemove={() => setDoing({ what: 'remove', role })}
            />
          ))}
        </Rows>
      ) : (
        <Panel>
          <Empty icon="shield" title={t('roles.none')} text={t('roles.noneText')} />
        </Panel>
      )}
    </>
  )
  return (
    <Stack as="section" aria-label={t('roles.list')} className={css.page}>
      <Row between>
        <p>{t('roles.intro')}</p>
        {add}
      </Row>
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
          {list(t('roles.own'), `${own.length} / ${ROLES_AT_MOST}`, own)}
          {list(
            t('roles.system'),
            t('roles.systemText'),
            roles.filter(({ system }) => system),
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
    </Stack>
  )
}

/** Someone may have been assigned the role since the list was loaded: the refusal is shown here. */
function RemoveRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmDialog
      call={deleteRole}
      input={{ roleId: role.roleId }}
      title={t('roles.removeTitle', { name: role.name })}
      submit={t('roles.remove')}
      done={t('roles.removed')}
      refreshes={[listRoles]}
      onClose={onClose}
    >
      <p>{t('roles.removeText')}</p>
    </ConfirmDialog>
  )
}
