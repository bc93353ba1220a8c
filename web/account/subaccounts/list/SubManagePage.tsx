import { useSearchParams } from 'react-router'
import { listAsks } from '#contract/subaccounts/subaccounts.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { AskList } from '../asks/AskList.tsx'
import { SubList } from './SubList.tsx'
import { useText } from '../text.ts'

const tabs = ['list', 'asks'] as const

/** The sub-accounts and their requests. */
export default function SubManagePage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'list'
  const open = useAsk(listAsks, { pageSize: 1, status: 'OPEN' }, { quiet: true, everyMs: 10_000 }).data?.summary.open
  return (
    <PageFrame>
      <Tabs
        label={t('subaccounts.tabs')}
        value={tab}
        options={[
          { value: 'list', label: t('subaccounts.tabList') },
          { value: 'asks', label: open ? t('subaccounts.tabAsksOf', { count: open }) : t('subaccounts.tabAsks') },
        ]}
        onChange={(name) => setSearch(name === 'list' ? {} : { tab: name }, { replace: true })}
      >
        {tab === 'list' ? <SubList /> : <AskList />}
      </Tabs>
    </PageFrame>
  )
}
