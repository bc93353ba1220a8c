import { useMemo } from 'react'
import { Outlet } from 'react-router'
import type { Wish } from '#contract/core/call.ts'
import { listStaff } from '#contract/staff/staff.ts'
import { staffRoleNames, staffRoles } from '#contract/core/staffRoles.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { staffColumns } from './staffColumns.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

export default function StaffPage() {
  const t = useText()
  const lang = langNow()
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', name: 'keyword', label: t('staff.keyword') },
      {
        kind: 'choice',
        name: 'role',
        label: t('staff.role'),
        options: staffRoleNames.map((value) => ({ value, label: staffRoles[value].name[lang] })),
      },
    ],
    [t, lang],
  )
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(listStaff, list.asked as Wish<typeof listStaff>)
  return (
    <PageFrame>
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('staff.list')}
        query={query}
        list={list}
        columns={staffColumns}
        rowKey={({ staffId }) => staffId}
      />
      <Outlet />
    </PageFrame>
  )
}
