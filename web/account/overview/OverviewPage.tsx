import { overview } from '#contract/notices/notices.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CardsPanel } from './CardsPanel.tsx'
import { DeclinePanel } from './DeclinePanel.tsx'
import { LivePanel } from './LivePanel.tsx'
import { TodoPanel } from './TodoPanel.tsx'
import { TrendPanel } from './TrendPanel.tsx'
import { WalletPanel } from './WalletPanel.tsx'
import { useText } from './text.ts'
import css from './Overview.module.css'

/** Where the money is, what it does, what needs a person: in this order. */
export default function OverviewPage() {
  const t = useText()
  const query = useAsk(overview, { days: 30 }, { everyMs: 30_000, keep: true })
  const figures = query.data
  if (query.isError && !figures) {
    return (
      <Empty
        icon="warn"
        title={t('parts.loadFailed')}
        text={query.error.says}
        action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
      />
    )
  }
  return (
    <div className={css.page}>
      <h1 className="said">{t('overview.title')}</h1>
      {figures ? (
        <>
          <div className={css.wide}>
            <WalletPanel figures={figures} />
          </div>
          <div className={css.narrow}>
            <TodoPanel figures={figures} />
          </div>
          <div className={css.wide}>
            <TrendPanel figures={figures} />
          </div>
          <div className={`${css.narrow} ${css.stack}`}>
            <DeclinePanel figures={figures} />
            <CardsPanel figures={figures} />
          </div>
        </>
      ) : (
        <>
          <div className={css.wide}>
            <Skeleton height={188} radius={12} />
          </div>
          <div className={css.narrow}>
            <Skeleton height={188} radius={12} />
          </div>
          <div className={css.wide}>
            <Skeleton height={380} radius={12} />
          </div>
          <div className={css.narrow}>
            <Skeleton height={380} radius={12} />
          </div>
        </>
      )}
      <div className={css.full}>
        <LivePanel />
      </div>
    </div>
  )
}
