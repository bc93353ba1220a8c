import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { useText } from '#web/text.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import type { Selection } from '../column.ts'
import type { Page } from './Pager.tsx'
import css from './QueryTable.module.css'

/** As many as a person can act on with care; what an action accepts is its own limit. */
const SELECT_AT_MOST = 2_000
const PAGE_SIZE = 200

/** In place of the toolbar while rows are selected: how many, all others that match, and the actions. */
export default function SelectionBar<R extends object>({
  selection,
  page,
  wholePage,
  question,
  select,
}: {
  selection: Selection<R>
  page: Page<R> | undefined
  /** Every row on this page is selected. */
  wholePage: boolean
  /** Another question has other rows. */
  question: string
  select: (rows: readonly R[]) => void
}) {
  const t = useText()
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const count = selection.keys.length
  const total = page?.total ?? 0
  const reachable = Math.min(total, SELECT_AT_MOST)
  const { matching } = selection
  useEffect(() => () => running.current?.abort(), [question])

  const selectAll = async (read: NonNullable<Selection<R>['matching']>) => {
    const run = new AbortController()
    running.current = run
    const rows: R[] = []
    try {
      for (let pageNo = 1; rows.length < reachable; pageNo++) {
        setDone(rows.length)
        const { data } = await read({ pageNo, pageSize: PAGE_SIZE }, run.signal)
        if (run.signal.aborted) return
        if (data.length === 0) break
        rows.push(...data)
      }
      select(rows.slice(0, SELECT_AT_MOST))
    } catch (error) {
      // The refusal is shown by the call; the selection stays as it was.
      if (!run.signal.aborted && !asRefused(error)) throw error
    } finally {
      if (running.current === run) setDone(undefined)
    }
  }
  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setDone(undefined)
  }
  return (
    <>
      <strong role="status">
        {done === undefined
          ? count >= reachable && matching && total > (page?.data.length ?? 0)
            ? t('parts.selectedAll', { count: count.toLocaleString('en') })
            : t('parts.selected', { count })
          : t('parts.selecting', { done: done.toLocaleString('en'), total: reachable.toLocaleString('en') })}
      </strong>
      {done !== undefined ? (
        <Button size="s" guardMs={0} onClick={stop}>
          {t('ui.cancel')}
        </Button>
      ) : (
        <>
          {matching && wholePage && count < reachable && (
            <Button look="quiet" size="s" icon="check" className={css.offer} onClick={() => void selectAll(matching)}>
              {total > SELECT_AT_MOST || page?.totalCapped
                ? t('parts.selectFirst', { count: reachable.toLocaleString('en'), total: total.toLocaleString('en') })
                : t('parts.selectMatching', { count: total, shown: total.toLocaleString('en') })}
            </Button>
          )}
          {selection.bar}
          <Button look="quiet" size="s" guardMs={0} onClick={() => selection.onChange([], [])}>
            {t('parts.unselect')}
          </Button>
        </>
      )}
    </>
  )
}
