import { Link, Outlet, useSearchParams } from 'react-router'
import type { Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useHere } from '../here.ts'
import { paths } from '../paths.ts'
import { AuthorizationsTab } from './AuthorizationsTab.tsx'
import { DeclinesTab } from './DeclinesTab.tsx'
import { SettledTab } from './SettledTab.tsx'
import { tabOf, tabs, toTab, type Tab } from './tabs.ts'
import { useText } from './text.ts'
import css from './Trades.module.css'

const lists = {
  auth: AuthorizationsTab,
  settled: SettledTab,
  declined: DeclinesTab,
} as const satisfies Record<Tab, (props: { whose?: Filter | undefined }) => React.ReactNode>

/** What cards did at merchants: asked for, settled, declined. Each list has its own address. */
export default function TradesPage() {
  return <TradesOf />
}

/** `whose`: of the sub-accounts' cards, one of them or all. */
export function TradesOf({ whose }: { whose?: Filter }) {
  const here = useHere()
  const t = useText()
  const [search] = useSearchParams()
  const current = tabOf(search)
  const List = lists[current]
  return (
    <PageFrame>
      <nav className={css.tabs} aria-label={t('trades.tabs')}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={{ pathname: here(paths.cardRecord), search: toTab(search, tab) }}
            aria-current={tab === current ? 'page' : undefined}
          >
            {t(`trades.tab.${tab}`)}
          </Link>
        ))}
      </nav>
      <List key={current} whose={whose} />
      <Outlet />
    </PageFrame>
  )
}
