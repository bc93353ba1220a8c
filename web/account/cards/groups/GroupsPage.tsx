import { Link } from 'react-router'
import { lazy, Suspense, useState } from 'react'
import { showControls } from '#contract/controls/controls.ts'
import { countUngrouped, orderCardGroup, type GroupStep } from '#contract/cards/groups.ts'
import { exportGroupCards, usualCardColumns, type CardExportColumn } from '#contract/exports/exports.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { PageTabs } from '#web/parts/PageTabs.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { paths } from '#web/account/paths.ts'
import { ColumnChoice } from '#web/account/exports/ColumnChoice.tsx'
import { ExportDialog } from '#web/account/exports/ExportDialog.tsx'
import { Figures } from '../Figures.tsx'
import { TagList } from '../tags/TagList.tsx'
import { groupsChanged, useGroups, type Group } from '../tags/labels.ts'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import { GroupDialog, MergeDialog, RemoveDialog } from './GroupDialog.tsx'
import { GroupRow } from './GroupRow.tsx'
import css from './Groups.module.css'

const ScopeDialog = lazy(withText(() => import('../controls/ScopeDialog.tsx')))

/** Card organization: the groups in their order, and the tags. */
export default function GroupsPage() {
  const t = useText()
  return (
    <PageFrame>
      <PageTabs label={t('groups.tabs')} tabs={{ groups: t('groups.tabGroups'), tags: t('groups.tabTags') }}>
        {(tab) => (tab === 'groups' ? <GroupList /> : <TagList />)}
      </PageTabs>
    </PageFrame>
  )
}

/** The dialog open over the list. */
type Doing =
  | { what: 'add' }
  | { what: 'edit' | 'controls'; group: Group }
  | { what: 'merge' | 'remove' | 'export'; groups: Group[] }

function GroupList() {
  const t = useText()
  const query = useGroups({ everyMs: 10_000 })
  const alone = useAsk(countUngrouped, {}, { quiet: true, everyMs: 10_000, live: ['cards', 'account'] }).data
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [find, setFind] = useState('')
  const [doing, setDoing] = useState<Doing>()
  const [said, setSaid] = useState('')
  const order = useCall(orderCardGroup, { onDone: groupsChanged })

  const mayExport = useMay(exportGroupCards)
  const mayControl = useMay(showControls).shown
  const groups = query.data?.data ?? []
  const summary = query.data?.summary
  const shown = groups.filter(({ name, remark }) => `${name} ${remark}`.toLowerCase().includes(find.toLowerCase()))
  const selected = groups.filter(({ gid }) => chosen.includes(gid))
  const choose = (gid: string) =>
    setChosen(chosen.includes(gid) ? chosen.filter((one) => one !== gid) : [...chosen, gid])
  const step = ({ gid, name }: Group, action: GroupStep) =>
    order.mutate(
      { gid, action },
      {
        onSuccess: ({ list }) =>
          setSaid(t('groups.moved', { name, place: list.findIndex((one) => one.gid === gid) + 1 })),
      },
    )
  const close = () => setDoing(undefined)
  const unselect = () => setChosen([])
  const add = (
    <Button look="primary" icon="plus" guardMs={0} onClick={() => setDoing({ what: 'add' })}>
      {t('groups.add')}
    </Button>
  )

  const exporting = (which: Group[]) =>
    mayExport.shown && (
      <Button
        icon="download"
        guardMs={0}
        disabled={mayExport.reason}
        onClick={() => setDoing({ what: 'export', groups: which })}
      >
        {t('exports.submit')}
      </Button>
    )

  return (
    <Stack as="section" gap={4} aria-label={t('groups.list')}>
      <Figures
        large
        min={150}
        figures={[
          [t('groups.count'), summary ? groups.length : '–'],
          [t('groups.allCards'), <Link to={`${paths.cardList}?scope=all`}>{summary?.cards ?? '–'}</Link>],
          [t('groups.inGroups'), <Money cents={summary?.balance} />],
          [
            t('groups.ungrouped'),
            <Row as="span">
              <Link to={`${paths.cardList}?gid=0&scope=all`}>{alone?.count ?? '–'}</Link>
              <Muted>
                <Money cents={alone?.balance} />
              </Muted>
            </Row>,
          ],
        ]}
      />
      <Row gap={3} className={css.bar}>
        {selected.length > 0 ? (
          <>
            <strong>{t('parts.selected', { count: selected.length })}</strong>
            <Button
              icon="folder"
              guardMs={0}
              disabled={selected.length < 2}
              onClick={() => setDoing({ what: 'merge', groups: selected })}
            >
              {t('groups.merge')}
            </Button>
            {exporting(selected)}
            <Button
              look="danger"
              icon="trash"
              guardMs={0}
              onClick={() => setDoing({ what: 'remove', groups: selected })}
            >
              {t('groups.remove')}
            </Button>
            <Button look="quiet" guardMs={0} onClick={unselect}>
              {t('parts.unselect')}
            </Button>
          </>
        ) : (
          <>
            {add}
            {groups.length > 0 && exporting(groups)}
            {groups.length > 5 && (
              <Input
                value={find}
                onChange={setFind}
                type="search"
                placeholder={t('groups.search')}
                aria-label={t('groups.search')}
              />
            )}
          </>
        )}
      </Row>
      <Answered query={query}>
        {() =>
          groups.length === 0 ? (
            <Empty icon="folder" title={t('groups.none')} text={t('groups.noneText')} action={add} />
          ) : shown.length === 0 ? (
            <Empty icon="search" title={t('groups.noMatch')} />
          ) : (
            <>
              <Rows framed aria-describedby="groups-keys">
                {shown.map((group) => (
                  <GroupRow
                    key={group.gid}
                    group={group}
                    whole={summary?.balance ?? 0}
                    chosen={chosen.includes(group.gid)}
                    ends={endsOf(groups, group)}
                    onChoose={() => choose(group.gid)}
                    onStep={(action) => step(group, action)}
                    onEdit={() => setDoing({ what: 'edit', group })}
                    onControl={mayControl ? () => setDoing({ what: 'controls', group }) : undefined}
                    onRemove={() => setDoing({ what: 'remove', groups: [group] })}
                  />
                ))}
              </Rows>
              <p id="groups-keys" className={css.keys}>
                {t('groups.keys')}
              </p>
            </>
          )
        }
      </Answered>
      <span role="status" className="said">
        {said}
      </span>
      {doing?.what === 'add' && <GroupDialog onClose={close} />}
      {doing?.what === 'export' && <GroupsExport groups={doing.groups} onClose={close} />}
      {doing?.what === 'edit' && <GroupDialog group={doing.group} subs={summary?.subs ?? []} onClose={close} />}
      {doing?.what === 'controls' && (
        <Suspense fallback={null}>
          <ScopeDialog scope="GROUP" scopeId={doing.group.gid} name={doing.group.name} onClose={close} />
        </Suspense>
      )}
      {doing?.what === 'merge' && <MergeDialog groups={doing.groups} onClose={close} onDone={unselect} />}
      {doing?.what === 'remove' && (
        <RemoveDialog groups={doing.groups} all={groups} onClose={close} onDone={unselect} />
      )}
    </Stack>
  )
}

/** Whether it is the first or the last among the pinned or the other groups. */
function endsOf(groups: readonly Group[], group: Group): { first: boolean; last: boolean } {
  const alike = groups.filter(({ pinned }) => pinned === group.pinned)
  return { first: alike[0]?.gid === group.gid, last: alike.at(-1)?.gid === group.gid }
}

/** Exports the cards of these groups, including sub-accounts' cards. */
function GroupsExport({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  const t = useText()
  const [columns, setColumns] = useState<CardExportColumn[]>([...usualCardColumns])
  return (
    <ExportDialog
      title={t('exports.cards')}
      call={exportGroupCards}
      input={{ gid: groups.map(({ gid }) => gid), columns }}
      count={{ total: groups.reduce((sum, { cardCount }) => sum + cardCount, 0) }}
      problem={columns.length ? undefined : t('exports.columnsNone')}
      onClose={onClose}
    >
      <ColumnChoice chosen={columns} onChange={setColumns} />
    </ExportDialog>
  )
}
