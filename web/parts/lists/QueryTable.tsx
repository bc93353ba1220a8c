import { Table, type TableColumnType } from 'antd'
import { useEffect, useRef, type Key, type ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useWidth } from '#web/ui/charts/useWidth.ts'
import { useText } from '#web/text.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { Antd } from '../Antd.tsx'
import type { Refused } from '../client/refused.ts'
import { Pager, type Page } from './Pager.tsx'
import type { ListState } from './useListState.ts'
import css from './QueryTable.module.css'

/** A column at module scope. `sort` names the call's field; `title` is a function so that it follows the language. */
export type Column<R> = {
  key: string
  title: () => ReactNode
  cell: (row: R) => ReactNode
  align?: 'right'
  width?: number
  sort?: string
  /** On a phone, a row is a card: the column is its headline, a line, or hidden. */
  phone?: 'head' | 'line' | 'no'
}

/** What a table needs from a query. */
export type PageQuery<R> = Pick<
  UseQueryResult<Page<R>, Refused>,
  'data' | 'isPending' | 'isError' | 'isPlaceholderData' | 'error'
> & { refetch: () => unknown }

type Props<R> = {
  /** Names the table for screen readers. */
  label: string
  query: PageQuery<R>
  list: ListState
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  onOpen?: (row: R) => void
  /** What to show if it is empty, and what to do next. */
  empty?: ReactNode
  selection?: { keys: readonly string[]; onChange: (keys: string[], rows: R[]) => void; bar: ReactNode }
  live?: boolean
  /** Keys of new rows; they are highlighted for a moment. */
  arrived?: ReadonlySet<string>
  toolbar?: ReactNode
}

const VIRTUAL_ABOVE = 100
const PHONE = 640
/** A table with few columns needs no column menu. */
const FEW = 5

export function QueryTable<R extends object>({
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
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  // antd measures with a hidden copy of the header, including its checkbox: the Tab key and screen readers must not reach it.
  useEffect(() => {
    for (const row of place.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row') ?? []) row.inert = true
    // If no row is focusable, the horizontally scrolling area must be.
    const body = place.current?.querySelector<HTMLElement>('.ant-table-body')
    if (body && !onOpen) body.tabIndex = 0
  })
  const shown = shownOf(columns, list)
  const page = query.data
  const rows = page?.data ?? []
  const filtered = Object.keys(list.filters).length > 0
  const chosen = selection?.keys.length ?? 0

  const nothing = query.isError ? (
    <Empty
      icon="warn"
      title={t('parts.loadFailed')}
      text={query.error?.says}
      action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
    />
  ) : filtered || !empty ? (
    <Empty
      icon="search"
      title={t('parts.nothingFound')}
      text={t('parts.nothingFoundText')}
      action={filtered && <Button onClick={() => list.setFilters({})}>{t('parts.clear')}</Button>}
    />
  ) : (
    empty
  )

  return (
    <Antd>
      <section
        ref={place}
        className={css.place}
        aria-label={label}
        aria-busy={query.isPending || query.isPlaceholderData}
      >
        {(toolbar || live || chosen > 0 || columns.length > FEW) && (
          <div className={css.bar} data-chosen={chosen > 0}>
            {chosen > 0 ? (
              <>
                <strong>{t('parts.selected', { count: chosen })}</strong>
                {selection?.bar}
                <Button look="quiet" size="s" guardMs={0} onClick={() => selection?.onChange([], [])}>
                  {t('parts.unselect')}
                </Button>
              </>
            ) : (
              <>
                {toolbar}
                {columns.length > FEW && <ColumnsMenu columns={columns} list={list} />}
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
        {query.isPending ? (
          <Bones rows={8} />
        ) : rows.length === 0 ? (
          nothing
        ) : width > 0 && width < PHONE ? (
          <RowCards rows={rows} columns={columns} rowKey={rowKey} onOpen={onOpen} arrived={arrived} />
        ) : (
          <Table<R>
            size="middle"
            rowKey={rowKey}
            dataSource={rows}
            columns={shown.map((column) => asAntd(column, list.sort))}
            pagination={false}
            sticky={{ offsetHeader: 56 }}
            virtual={rows.length > VIRTUAL_ABOVE}
            scroll={rows.length > VIRTUAL_ABOVE ? { x: widthOf(shown), y: 640 } : { x: 'max-content' }}
            rowClassName={(row) =>
              [onOpen && css.row, arrived?.has(rowKey(row)) && css.arrived].filter(Boolean).join(' ')
            }
            onRow={(row) =>
              onOpen
                ? { onClick: (event) => isForRow(event.target) && onOpen(row), ...byKeyboard(() => onOpen(row)) }
                : {}
            }
            onChange={(_page, _filters, sorter) => {
              const one = Array.isArray(sorter) ? sorter[0] : sorter
              list.setSort(one?.order ? `${one.order === 'descend' ? '-' : ''}${String(one.columnKey)}` : undefined)
            }}
            {...(selection && {
              rowSelection: {
                selectedRowKeys: selection.keys as Key[],
                preserveSelectedRowKeys: true,
                onChange: (keys: Key[], all: R[]) => selection.onChange(keys.map(String), all),
                getTitleCheckboxProps: () => ({ 'aria-label': t('parts.all') }) as object,
              },
            })}
          />
        )}
        {page && page.total > Math.min(page.pageSize, 10) && <Pager page={page} list={list} />}
      </section>
    </Antd>
  )
}

/** Not for a control in the row, nor while text is being selected. */
const isForRow = (target: EventTarget): boolean =>
  !(target as HTMLElement).closest('a, button, input, label, .ant-table-selection-column') &&
  window.getSelection()?.isCollapsed !== false

/** A virtual table must know its width. */
const widthOf = <R,>(columns: readonly Column<R>[]): number => columns.reduce((sum, { width = 140 }) => sum + width, 48)

const byKeyboard = (open: () => void) => ({
  tabIndex: 0,
  onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) open()
    const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key] as
      | 'nextElementSibling'
      | undefined
    if (!step || event.target !== event.currentTarget) return
    event.preventDefault()
    ;(event.currentTarget[step] as HTMLElement | null)?.focus()
  },
})

function asAntd<R>(column: Column<R>, sort: string | undefined): TableColumnType<R> {
  const order = sort === column.sort ? 'ascend' : sort === `-${column.sort}` ? 'descend' : null
  return {
    key: column.sort ?? column.key,
    title: column.title(),
    render: (_value, row) => column.cell(row),
    ...(column.align && { align: column.align }),
    ...(column.width && { width: column.width }),
    ...(column.sort && {
      sorter: true,
      sortOrder: order,
      sortDirections: ['descend', 'ascend'],
      showSorterTooltip: false,
    }),
  }
}

function Bones({ rows }: { rows: number }) {
  return (
    <div className={css.bones}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={18} width={`${92 - ((row * 7) % 23)}%`} />
      ))}
    </div>
  )
}

/** The same rows as cards, for narrow screens. */
function RowCards<R extends object>({
  rows,
  columns,
  rowKey,
  onOpen,
  arrived,
}: {
  rows: R[]
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  onOpen: ((row: R) => void) | undefined
  arrived: ReadonlySet<string> | undefined
}) {
  const t = useText()
  const heads = columns.filter(({ phone }) => phone === 'head')
  const lines = columns.filter(({ phone = 'line' }) => phone === 'line')
  return (
    <ul className={css.cards}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={arrived?.has(rowKey(row)) ? `${css.card} ${css.arrived}` : css.card}
          onClick={onOpen && (() => onOpen(row))}
        >
          <div className={css.heads}>
            {heads.map((column) => (
              <span key={column.key}>{column.cell(row)}</span>
            ))}
            {onOpen && <Button look="quiet" size="s" icon="right" aria-label={t('parts.openRow')} />}
          </div>
          <dl>
            {lines.map((column) => (
              <div key={column.key}>
                <dt>{column.title()}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

type Choice = Pick<ListState, 'columns' | 'setColumns'>

/** In the table's own order, regardless of the address; unknown names are ignored. */
function shownOf<R>(columns: readonly Column<R>[], { columns: keys }: Pick<Choice, 'columns'>): readonly Column<R>[] {
  const shown = keys ? columns.filter(({ key }) => keys.includes(key)) : columns
  return shown.length ? shown : columns
}

/** Selects a table's columns. The choice is in the address, so links and saved views include it. */
function ColumnsMenu<R>({ columns, list }: { columns: readonly Column<R>[]; list: Choice }) {
  const t = useText()
  const shown = shownOf(columns, list)
  const toggle = (key: string) => {
    const keys = columns
      .filter((column) => (column.key === key ? !shown.includes(column) : shown.includes(column)))
      .map((column) => column.key)
    if (keys.length) list.setColumns(keys.length === columns.length ? undefined : keys)
  }
  return (
    <Menu
      label={t('parts.columns')}
      trigger={
        <>
          <Icon name="list" size={16} />
          {t('parts.columns')}
        </>
      }
      items={[
        ...columns.map((column) => ({
          key: column.key,
          icon: shown.includes(column) ? ('check' as const) : ('close' as const),
          label: column.title(),
          onSelect: () => toggle(column.key),
        })),
        ...(list.columns
          ? [
              {
                key: '',
                icon: 'list' as const,
                label: t('parts.allColumns'),
                onSelect: () => list.setColumns(undefined),
              },
            ]
          : []),
      ]}
    />
  )
}
