import { listAsks } from '#contract/subaccounts/subaccounts.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { PageTabs } from '#web/parts/PageTabs.tsx'
import { AskList } from '../asks/AskList.tsx'
import { SubList } from './SubList.tsx'
import { useText } from '../text.ts'

/** The sub-accounts and their requests. */
export default function SubManagePage() {
  const t = useText()
  const open = useAsk(listAsks, { pageSize: 1, status: 'OPEN' }, { quiet: true, everyMs: 10_000, live: ['account'] })
    .data?.summary.open
  return (
    <PageFrame>
      <PageTabs
        label={t('subaccounts.tabs')}
        tabs={{
          list: t('subaccounts.tabList'),
          asks: open ? t('subaccounts.tabAsksOf', { count: open }) : t('subaccounts.tabAsks'),
        }}
      >
        {(tab) => (tab === 'list' ? <SubList /> : <AskList />)}
      </PageTabs>
    </PageFrame>
  )
}
