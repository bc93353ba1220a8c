import { useState, useEffect } from 'react'
import { Link, useNavigate, useParams, useBlocker } from 'react-router'
import { elements, pages, type PageId } from '#contract/core/permissions.ts'
import { listRoles, type Role } from '#contract/roles/editing.ts'
import { isElementKey, permissions, type PermissionNode } from '#contract/roles/roles.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Bar, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { session } from '#web/parts/client/session.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { paths } from '../paths.ts'
import { PermissionTree } from './PermissionTree.tsx'
import { changeOf, flatNodes, found, nodesOf, pickedOf, toggle, type Node, type Picked } from './picked.ts'
import { Preview } from './Preview.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { Users } from './RoleRow.tsx'
import { useText } from './text.ts'
import css from './Roles.module.css'

/** The permissions of one role, at its own address. */
export default function RolePage() {
  const t = useText()
  const { roleId = '' } = useParams()
  const list = useAsk(listRoles, { pageSize: 100 }, { quiet: true, keep: true })
  const tree = useAsk(permissions, { roleId }, { quiet: true })
  const role = list.data?.data.find((one) => one.roleId === roleId)
  const back = (
    <Link to={paths.roles}>
      <Row as="span" gap={1}>
        <Icon name="left" size={16} />
        {t('roles.back')}
      </Row>
    </Link>
  )
  if (tree.isError || (list.data && !role))
    return (
      <>
        {back}
        <Empty icon="shield" title={t('roles.gone')} text={tree.error?.says} />
      </>
    )
  if (!role || !tree.data) return <SkeletonLines lines={10} />
  return (
    <>
      {back}
      <Editor key={roleId} role={role} tree={tree.data.tree} />
    </>
  )
}

/** `tree` may be refetched during editing: the user's ticks are kept. */
function Editor({ role, tree }: { role: Role; tree: PermissionNode[] }) {
  const t = useText()
  const navigate = useNavigate()
  const saved = pickedOf(tree)
  const [edited, setEdited] = useState<Picked>()
  const [find, setFind] = useState('')
  const [doing, setDoing] = useState<'save' | 'copy' | 'rename'>()
  const picked = edited ?? saved
  const nodes = homeFirst(nodesOf(tree))
  const shown = found(nodes, find)
  const change = changeOf(saved, picked)
  const dirty = change.added.length + change.taken.length > 0
  const readOnly = role.system === 1
  const keys = flatNodes(nodes).filter(({ kind }) => kind === 'key')
  const matches = flatNodes(shown).filter(({ kind }) => kind === 'key').length
  const everything = nodes.reduce<Picked>((all, node) => new Set([...all, ...toggle(node, new Set())]), new Set())
  const close = () => setDoing(undefined)

  return (
    <Stack>
      <Row as="header" gap={3} className={css.title}>
        <h2>{role.name}</h2>
        {readOnly && <Tag>{t('roles.systemTag')}</Tag>}
        {role.remark && <Muted>{role.remark}</Muted>}
        <Users role={role} />
        {!readOnly && (
          <Button size="s" look="quiet" guardMs={0} onClick={() => setDoing('rename')}>
            {t('roles.rename')}
          </Button>
        )}
        <Button size="s" icon="copy" look={readOnly ? 'primary' : 'plain'} guardMs={0} onClick={() => setDoing('copy')}>
          {t('roles.copy')}
        </Button>
      </Row>
      {readOnly && <Note>{t('roles.readOnly')}</Note>}
      <Row gap={4} align="start">
        <section className={css.side} aria-label={t('roles.tree')}>
          <Bar className={css.tools}>
            <Input
              type="search"
              value={find}
              onChange={setFind}
              placeholder={t('roles.search')}
              aria-label={t('roles.search')}
              prefix={<Icon name="search" size={16} />}
            />
            <span role="status">
              <Muted>
                {find
                  ? t('roles.matched', { count: matches })
                  : t('roles.chosen', { count: keys.filter(({ id }) => picked.has(id)).length, all: keys.length })}
              </Muted>
            </span>
            {!readOnly && (
              <span>
                <Button size="s" look="quiet" guardMs={0} onClick={() => setEdited(everything)}>
                  {t('roles.all')}
                </Button>
                <Button size="s" look="quiet" guardMs={0} onClick={() => setEdited(new Set())}>
                  {t('roles.clear')}
                </Button>
              </span>
            )}
          </Bar>
          {shown.length === 0 ? (
            <Empty icon="search" title={t('roles.noMatch')} />
          ) : (
            <PermissionTree
              label={t('roles.tree')}
              nodes={shown}
              picked={picked}
              before={saved}
              searching={find.trim() !== ''}
              readOnly={readOnly}
              onPick={setEdited}
            />
          )}
          <Bar edge="top" className={css.keys}>
            <Muted>{t('roles.treeKeys')}</Muted>
          </Bar>
        </section>
        <Preview
          picked={picked}
          onAdd={readOnly ? undefined : (key) => setEdited(new Set([...picked, key, elements[key].page]))}
        />
      </Row>
      {!readOnly && (
        <Bar as="footer" edge="none" className={css.foot} data-dirty={dirty}>
          <Row as="span" gap={4} role="status">
            {dirty ? (
              <>
                {change.added.length > 0 && (
                  <b className={css.plus}>{t('roles.added', { count: change.added.length })}</b>
                )}
                {change.taken.length > 0 && (
                  <b className={css.minus}>{t('roles.taken', { count: change.taken.length })}</b>
                )}
              </>
            ) : (
              t('roles.unchanged')
            )}
          </Row>
          {dirty && (
            <Button guardMs={0} onClick={() => setEdited(undefined)}>
              {t('roles.undo')}
            </Button>
          )}
          <Button
            look="primary"
            guardMs={0}
            disabled={dirty ? undefined : t('roles.unchanged')}
            onClick={() => setDoing('save')}
          >
            {t('roles.apply')}
          </Button>
        </Bar>
      )}
      {doing === 'save' && <SaveDialog role={role} picked={picked} change={change} nameOf={nameOf} onClose={close} />}
      {doing === 'rename' && <RoleDialog role={role} onClose={close} />}
      {doing === 'copy' && (
        <RoleDialog copyOf={role} onClose={close} onMade={(roleId) => void navigate(paths.role(roleId))} />
      )}
      <Unsaved dirty={dirty} name={role.name} />
    </Stack>
  )
}

/** The same order as in the menu. */
const homeFirst = (nodes: Node[]): Node[] =>
  nodes.toSorted((a, b) => Number(a.kind === 'group') - Number(b.kind === 'group'))

function nameOf(id: string): string {
  const lang = langNow()
  if (isElementKey(id)) return `${pages[elements[id].page].name[lang]} · ${elements[id].name[lang]}`
  return pages[id as PageId].name[lang]
}

/** Asks before unsaved changes are lost, by a link or by closing the tab. */
function Unsaved({ dirty, name }: { dirty: boolean; name: string }) {
  const t = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Signed-out users leave in any case.
      dirty && session().IsLogin && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title={t('roles.leave')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button look="danger" guardMs={0} onClick={() => blocker.proceed()}>
            {t('roles.discard')}
          </Button>
          <Button look="primary" guardMs={0} data-autofocus onClick={() => blocker.reset()}>
            {t('roles.stay')}
          </Button>
        </>
      }
    >
      <p>{t('roles.leaveText', { name })}</p>
    </Dialog>
  )
}
