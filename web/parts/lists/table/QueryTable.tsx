import { lazy, Suspense, useRef, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useWidth } from '#web/ui/charts/useWidth.ts'
import { useText, withText } from '#web/text.ts'
import type { Column, PageQuery, Selection } from '../column.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { DataTable } from './DataTable.tsx'
import { DensitySwitch } from './DensitySwitch.tsx'
import { Pager } from './Pager.tsx'
import type SelectionBarOf from './SelectionBar.tsx'
import { RowCards } from './RowCards.tsx'
import type { ListState } from '../useListState.ts'
import { useDensity } from './tableSettings.ts'
import { useTableModel } from './useTableModel.ts'
import { useOnline } from '#web/parts/client/queries.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { showClockOrDay } from '#web/parts/dates.ts'
import { LoadFailed } from '#web/parts/LoadFailed.tsx'
import css from './QueryTable.module.css'

export type { Column, PageQuery } from '../column.ts'

type Props<R> = {
  /** Names the table for screen readers. */
  label: string
  query: PageQuery<R>
  list: ListState
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  onOpen?: ((row: R) => void) | undefined
  /** What to show if it is empty, and what to do next. */
  empty?: ComponentProps<typeof Empty>
  selection?: Selection<R> | undefined
  live?: boolean
  /** Keys of new rows; they are highlighted for a moment. */
  arrived?: ReadonlySet<string> | undefined
  toolbar?: ReactNode
}

/** Of rows of any kind, which `lazy` forgets. */
const SelectionBar = lazy(withText(() => import('./SelectionBar.tsx'))) as unknown as typeof SelectionBarOf

const PHONE = 640
/** A table with few columns needs no column menu. */
const FEW = 5
/** More rows than fit a screen need no skeleton. */
const SKELETON_ROWS = 20
const none: never[] = []

/** Widths and pins belong to these columns: a list with other columns has its own. */
export function QueryTable<R extends object>(props: Props<R>) {
  return <Listing key={props.columns.map(({ key }) => key).join(' ')} {...props} />
}

function Listing<R extends object>({
  label,
  query,
  list,
  columns,
  rowKey,
  onOpen,
  empty,
  selection,
  live,
  arrived,
  toolbar,
}: Props<R>) {
  const t = useText()
  const place = useRef<HTMLElement>(null)
  const width = useWidth(place)
  const density = useDensity()
  const page = query.data
  const rows = page?.data ?? none
  const model = useTableModel({ all: columns, list, data: rows, rowKey, selection, room: width })
  const filtered = Object.keys(list.filters).length > 0
  const chosen = (selection?.keys.length ?? 0) > 0
  const cards = width > 0 && width < PHONE
  // What such rows show is chosen for a phone already.
  const twoLines = columns.some(({ phone }) => phone === 'title')
  const online = useOnline()
  const away = !online || query.error?.code === 0
  const skeleton = query.isPending && online ? Math.min(list.pageSize, SKELETON_ROWS) : undefined

  const nothing =
    query.isError || query.isPending ? (
      <LoadFailed query={query} />
    ) : filtered || !empty ? (
      <Empty
        icon="search"
        title={t('parts.nothingFound')}
        text={t('parts.nothingFoundText')}
        action={filtered && <Button onClick={() => list.setFilters({})}>{t('parts.clear')}</Button>}
      />
    ) : (
      <Empty {...empty} />
    )
  return (
    <section
      ref={place}
      className={css.place}
      data-density={density}
      aria-label={label}
      aria-busy={query.isPending || query.isPlaceholderData}
    >
      {(toolbar || live || selection || columns.length > FEW) && (
        <div className={css.bar} data-chosen={chosen}>
          {chosen && selection ? (
            <Suspense fallback={null}>
              <SelectionBar
                selection={selection}
                page={page}
                wholePage={rows.length > 0 && model.table.getIsAllPageRowsSelected()}
                question={JSON.stringify(list.filters)}
                select={model.select}
              />
            </Suspense>
          ) : (
            <>
              {toolbar}
              {columns.length > FEW && !(cards && twoLines) && (
                <span className={css.view}>
                  {!cards && <DensitySwitch />}
                  <ColumnsMenu columns={columns} list={list} model={model} cards={cards} />
                </span>
              )}
              {live && (
                <span className={css.live}>
                  <i />
                  {t('parts.live')}
                </span>
              )}
            </>
          )}
        </div>
      )}
      {skeleton === undefined && rows.length === 0 ? (
        nothing
      ) : cards ? (
        <RowCards
          rows={rows}
          skeleton={skeleton}
          columns={model.columns}
          rowKey={rowKey}
          onOpen={onOpen}
          arrived={arrived}
        />
      ) : (
        <DataTable
          label={label}
          model={model}
          list={list}
          skeleton={skeleton}
          selectable={selection !== undefined}
          onOpen={onOpen}
          arrived={arrived}
        />
      )}
      {rows.length > 0 && away && (
        <p className={css.away} role="status">
          {t('parts.asOf', { time: showClockOrDay(query.dataUpdatedAt + serverNow() - Date.now()) })}
        </p>
      )}
      {page && page.total > Math.min(page.pageSize, 10) && <Pager page={page} list={list} />}
      {query.isPending && <div className={css.pager} aria-hidden="true" />}
    </section>
  )
}
