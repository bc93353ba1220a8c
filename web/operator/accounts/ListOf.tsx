import type { ComponentType } from 'react'
import type { Call, Output, Wish } from '#contract/core/call.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import type { accounts } from './text.cn.ts'
import { useText } from './text.ts'

type Page = { data: object[] }
type RowOf<C extends Call> = Output<C> extends Page ? Output<C>['data'][number] : never
const names: string[] = []

/** A list of one account: the call's rows in these columns, page and size in the address. */
export const listOf = <C extends Call>(
  call: C,
  columns: readonly Column<RowOf<C>>[],
  rowKey: (row: RowOf<C>) => string,
  name: keyof (typeof accounts)['tab'],
): ComponentType<{ accountId: string }> =>
  function AccountList({ accountId }) {
    const t = useText()
    const list = useListState(names)
    const query = useAsk(call, { ...list.asked, accountId } as Wish<C>)
    return (
      <QueryTable<RowOf<C>>
        label={t(`accounts.tab.${name}`)}
        query={query as never}
        list={list}
        columns={columns}
        rowKey={rowKey}
        empty={<Empty title={t('accounts.nothing')} />}
      />
    )
  }
