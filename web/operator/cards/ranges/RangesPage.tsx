import { useNavigate } from 'react-router'
import { listRangesAtDesk, type RangeRow, type RangeState } from '#contract/cards/desk/ranges.ts'
import { show } from '#contract/core/money.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { wholeList } from '#web/parts/lists/wholeList.ts'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { statusColumn } from '#web/operator/parts/columns.tsx'
import { paths } from '#web/operator/paths.ts'
import { said } from '#web/operator/products/figures.ts'
import { say, useText } from '../text.ts'

export const rangeTone = { ON: 'ok', SOLD_OUT: 'warn', OFF: 'quiet' } as const satisfies Record<RangeState, Tone>

const columns: readonly Column<RangeRow>[] = [
  { key: 'vid', title: () => say('ranges.range'), cell: (row) => <strong>{row.vid}</strong>, phone: 'head' },
  { key: 'bin', title: () => 'BIN', cell: (row) => row.bin },
  { key: 'network', title: () => say('ranges.network'), cell: (row) => <NetworkMark network={row.network} /> },
  statusColumn('status', () => say('products.status'), rangeTone),
  {
    key: 'openFee',
    title: () => say('products.openFee'),
    align: 'right',
    cell: (row) => <Money cents={row.price.openFee} strong />,
  },
  {
    key: 'loadFee',
    title: () => say('products.loadFee'),
    align: 'right',
    cell: (row) => said('rate', row.price.loadFeeBps),
  },
  {
    key: 'limits',
    title: () => say('ranges.opening'),
    align: 'right',
    cell: (row) => `${show(row.minOpen)} – ${show(row.maxOpen)}`,
  },
  { key: 'exceptions', title: () => say('products.exceptions'), align: 'right', cell: (row) => row.exceptions || '–' },
  {
    key: 'scheduled',
    title: () => say('products.scheduled'),
    cell: (row) => (row.scheduled ? <Tag tone="info">{row.scheduled}</Tag> : '–'),
  },
]
const names: string[] = []

/** All ranges on offer with their prices. */
export default function RangesPage() {
  const t = useText()
  const navigate = useNavigate()
  const list = useListState(names)
  const query = useAsk(listRangesAtDesk, {}, { everyMs: 30_000 })
  return (
    <PageFrame>
      <QueryTable
        label={t('desk.ranges')}
        query={wholeList(query)}
        list={list}
        columns={columns}
        rowKey={({ vid }) => vid}
        onOpen={({ vid }) => void navigate(paths.range(vid))}
        empty={<Empty icon="cards" title={t('ranges.noRanges')} />}
      />
    </PageFrame>
  )
}
