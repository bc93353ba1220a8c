import { useState } from 'react'
import { cardLog } from '#contract/cards/cards.ts'
import { cardStatuses, type ShownStatus } from '#contract/cards/states.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Turner } from './Turner.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from './Rows.module.css'

/** The card's operations and who performed them, newest first. */
export function CardLog({ cardId }: { cardId: string }) {
  const t = useText()
  const [pageNo, setPageNo] = useState(1)
  const query = useAsk(cardLog, { cardId, pageNo, pageSize: 20 }, { quiet: true, everyMs: 10_000 })
  const rows = query.data?.data ?? []
  if (query.isPending) return <SkeletonLines lines={6} />
  if (query.isError && rows.length === 0)
    return <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />
  if (rows.length === 0) return <Empty icon="log" title={t('cards.drawer.noLog')} />
  return (
    <>
      <ol className={css.log}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={css.what}>
              <b>{row.typeText}</b>
              {row.before !== row.after && row.after !== null && (
                <span className={css.change}>
                  {row.before !== null && `${word(row.before)} → `}
                  {word(row.after)}
                </span>
              )}
              {row.remark && <q>{row.remark}</q>}
              <small>
                {showTime(row.createTime)} · {row.actorName}
              </small>
            </span>
            {row.amount != null && row.amount !== 0 && <Money cents={row.amount} strong />}
          </li>
        ))}
      </ol>
      <Turner page={query.data} onTurn={setPageNo} />
    </>
  )
}

const word = (state: string): string => (state in cardStatuses ? cardStatuses[state as ShownStatus][langNow()] : state)
