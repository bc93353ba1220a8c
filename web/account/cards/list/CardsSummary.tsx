import type { Output } from '#contract/core/call.ts'
import type { listCards } from '#contract/cards/cards.ts'
import { shownStatuses } from '#contract/cards/states.ts'
import type { ListState } from '#web/parts/lists/useListState.ts'
import { Money } from '#web/ui/Money.tsx'
import { statusTone, statusWord } from '../cardLook.ts'
import { useText } from '../text.ts'
import css from '../Cards.module.css'

/** What the cards hold together, and how many are in which state: each count is a filter. */
export function CardsSummary({
  summary,
  list,
}: {
  summary: Output<typeof listCards>['summary'] | undefined
  list: ListState
}) {
  const t = useText()
  const count = summary?.count ?? {}
  const choose = (status: string) =>
    list.setFilters({ ...list.filters, status: list.filters.status === status ? '' : status })
  return (
    <div className={css.summary}>
      <span className={css.sum}>
        {t('cards.sumBalance')} <Money cents={summary?.balance} size="l" />
      </span>
      <span className={css.states}>
        {shownStatuses
          .filter((status) => count[status])
          .map((status) => (
            <button
              key={status}
              type="button"
              className={css.state}
              aria-pressed={list.filters.status === status}
              onClick={() => choose(status)}
            >
              <i className={css.dot} data-tone={statusTone[status]} />
              {statusWord(status)} <b>{count[status]}</b>
            </button>
          ))}
      </span>
    </div>
  )
}
