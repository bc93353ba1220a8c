import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import type { Column } from './QueryTable.tsx'
import type { ListState } from './useListState.ts'
import { useText } from '#web/text.ts'

type Choice = Pick<ListState, 'columns' | 'setColumns'>

/** In the table's own order whatever the address says; names that it does not know are passed over. */
export function shownOf<R>(
  columns: readonly Column<R>[],
  { columns: keys }: Pick<Choice, 'columns'>,
): readonly Column<R>[] {
  const shown = keys ? columns.filter(({ key }) => keys.includes(key)) : columns
  return shown.length ? shown : columns
}

/** Which columns a table has. The choice stands in the address, so a link and a saved view bring it along. */
export function ColumnsMenu<R>({ columns, list }: { columns: readonly Column<R>[]; list: Choice }) {
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
