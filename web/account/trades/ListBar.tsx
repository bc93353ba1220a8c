import { Button } from '#web/ui/forms/Button.tsx'
import type { ListState } from '#web/parts/lists/useListState.ts'
import { useText } from './text.ts'
import css from './Trades.module.css'

/** Above the rows: filters without a field in the panel, and why live updates are paused. */
export function ListBar({ list, live }: { list: ListState; live: boolean }) {
  const t = useText()
  const { cardId, ...others } = list.filters
  return (
    <>
      {cardId && (
        <span className={css.narrowed}>
          {t('trades.oneCard')}
          <Button look="quiet" size="s" icon="close" guardMs={0} onClick={() => list.setFilters(others)}>
            {t('trades.allCards')}
          </Button>
        </span>
      )}
      {!live && (
        <span className={css.paused}>
          {t('trades.paused')}
          <Button look="quiet" size="s" guardMs={0} onClick={() => list.setPage(1, list.pageSize)}>
            {t('trades.toFirst')}
          </Button>
        </span>
      )}
    </>
  )
}
