import { useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu, type MenuItem } from '#web/ui/dialogs/Menu.tsx'
import { useText } from '#web/text.ts'
import type { Column } from '../column.ts'
import type { ListState } from '../useListState.ts'
import { shownOf, type TableModel } from './useTableModel.ts'

/** What a list shows: its columns are in the address, so links and saved views include them; widths and pins are the browser's own. */
export function ColumnsMenu<R extends object>({
  columns,
  list,
  model,
  cards,
}: {
  columns: readonly Column<R>[]
  list: ListState
  model: TableModel<R>
  /** Rows are cards: they have nothing to pin. */
  cards: boolean
}) {
  const t = useText()
  const [pinning, setPinning] = useState(false)
  const shown = shownOf(columns, list)
  const toggle = (key: string) => {
    const keys = columns
      .filter((column) => (column.key === key ? !shown.includes(column) : shown.includes(column)))
      .map((column) => column.key)
    if (keys.length) list.setColumns(keys.length === columns.length ? undefined : keys)
  }
  const check = (key: string, label: MenuItem['label'], checked: boolean, onSelect: () => void): MenuItem => ({
    key,
    label,
    checked,
    stays: true,
    onSelect,
  })
  const columnItems =
    pinning && !cards
      ? shown.map(({ key, title }) =>
          check(`pin ${key}`, title(), model.isPinned(key), () => model.pin(key, !model.isPinned(key))),
        )
      : columns.map((column) => check(column.key, column.title(), shown.includes(column), () => toggle(column.key)))
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
        // In the same place in both lists, so the focus stays on it.
        ...(cards
          ? []
          : [
              {
                key: 'pinning',
                icon: pinning ? 'left' : 'pin',
                label: t(pinning ? 'parts.showColumns' : 'parts.pinColumns'),
                stays: true,
                onSelect: () => setPinning(!pinning),
              } as const,
            ]),
        ...columnItems,
        ...(model.reset && !cards
          ? [{ key: 'reset', icon: 'refresh', label: t('parts.resetLayout'), onSelect: model.reset } as const]
          : []),
        ...(list.columns
          ? [
              {
                key: 'all',
                icon: 'list',
                label: t('parts.allColumns'),
                onSelect: () => list.setColumns(undefined),
              } as const,
            ]
          : []),
      ]}
    />
  )
}
