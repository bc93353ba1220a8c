import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Wish } from '#contract/core/call.ts'
import { subStatuses } from '#contract/identity/identity.ts'
import { roleOptions } from '#contract/roles/editing.ts'
import { addSub, listSubs } from '#contract/subaccounts/subaccounts.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { paths } from '#web/account/paths.ts'
import { AddSub } from './AddSub.tsx'
import type { ShownSub } from '../changed.ts'
import { SeatSummary } from './SeatSummary.tsx'
import { SubDialog, type Doing } from './SubDialog.tsx'
import { subColumns } from './subColumns.tsx'
import { SubMenu } from './SubMenu.tsx'
import { langNow } from '#web/text.ts'
import { say, useText } from '../text.ts'

function useFilters(): Filter[] {
  const t = useText()
  const roles = useAsk(roleOptions, {}, { quiet: true }).data
  const lang = langNow()
  return useMemo(
    () => [
      { kind: 'text', name: 'keyword', label: t('subaccounts.filter.keyword') },
      {
        kind: 'choice',
        name: 'status',
        label: t('subaccounts.filter.status'),
        options: Object.entries(subStatuses).map(([value, words]) => ({ value, label: words[lang] })),
      },
      { kind: 'choice', name: 'roleId', label: t('subaccounts.filter.role'), options: roles ?? [] },
    ],
    [t, roles, lang],
  )
}

/** The sub-accounts of an account, and everything that its holder does with them. */
export function SubList() {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(addSub)
  const filters = useFilters()
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(listSubs, list.asked as Wish<typeof listSubs>, { everyMs: 10_000 })
  const [chosen, setChosen] = useState<ShownSub[]>([])
  const [doing, setDoing] = useState<Doing>()
  const [adding, setAdding] = useState(false)
  const columns = useMemo<readonly Column<ShownSub>[]>(
    () => [
      ...subColumns,
      {
        key: 'actions',
        title: () => say('parts.actions'),
        width: 84,
        phone: 'head',
        cell: (sub) => <SubMenu sub={sub} onDo={(what) => setDoing({ what, subs: [sub] })} />,
      },
    ],
    [],
  )
  const seats = query.data?.summary.seats
  const without = seats?.max === 0
  const add = without ? (
    <Button look="primary" onClick={() => void navigate(paths.shop)}>
      {t('subaccounts.toPlans')}
    </Button>
  ) : (
    <Button look="primary" icon="plus" guardMs={0} disabled={may.reason} onClick={() => setAdding(true)}>
      {t('subaccounts.add')}
    </Button>
  )
  return (
    <PageFrame>
      <SeatSummary summary={query.data?.summary} />
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('subaccounts.list')}
        query={query}
        list={list}
        columns={columns}
        rowKey={(sub) => sub.subUid}
        onOpen={(sub) => setDoing({ what: 'edit', subs: [sub] })}
        selection={{
          keys: chosen.map(({ subUid }) => subUid),
          onChange: (_keys, rows) => setChosen(rows),
          bar: (
            <Button
              size="s"
              icon="refresh"
              guardMs={0}
              disabled={may.reason}
              onClick={() => setDoing({ what: 'renew', subs: chosen })}
            >
              {t('subaccounts.renewMany')}
            </Button>
          ),
        }}
        empty={
          <Empty
            icon="people"
            title={t(without ? 'subaccounts.excluded' : 'subaccounts.none')}
            text={t(without ? 'subaccounts.excludedText' : 'subaccounts.noneText')}
            action={add}
          />
        }
        toolbar={seats && seats.used > 0 ? add : undefined}
      />
      {adding && <AddSub onClose={() => setAdding(false)} />}
      {doing && <SubDialog doing={doing} onClose={() => setDoing(undefined)} onDone={() => setChosen([])} />}
    </PageFrame>
  )
}
