import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listRangesAtDesk, type RangeRow, type RangeState } from '#contract/cards/desk/ranges.ts'
import { show } from '#contract/core/money.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, headColumn, statusColumn, textColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { AddRangeDialog } from './AddRangeDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { said } from '#web/operator/products/figures.ts'
import { title, useText } from '../text.ts'

export const rangeTone = { ON: 'ok', SOLD_OUT: 'warn', OFF: 'quiet' } as const satisfies Record<RangeState, Tone>

const columns: readonly Column<RangeRow>[] = [
  headColumn('vid', title('ranges.range')),
  textColumn('bin', () => 'BIN'),
  textColumn('issuerId', title('ranges.issuer')),
  column('network', title('ranges.network'), (row) => <NetworkMark network={row.network} />),
  statusColumn('status', title('products.status'), rangeTone),
  column('openFee', title('products.openFee'), (row) => <Money cents={row.price.openFee} strong />, { align: 'right' }),
  column('loadFee', title('products.loadFee'), (row) => said('rate', row.price.loadFeeBps), { align: 'right' }),
  column('limits', title('ranges.opening'), (row) => `${show(row.minOpen)} – ${show(row.maxOpen)}`, { align: 'right' }),
  column('exceptions', title('products.exceptions'), (row) => row.exceptions || '–', { align: 'right' }),
  column('scheduled', title('products.scheduled'), (row) =>
    row.scheduled ? <Tag tone="info">{row.scheduled}</Tag> : '–',
  ),
]

/** All ranges on offer with their prices. */
export default function RangesPage() {
  const t = useText()
  const navigate = useNavigate()
  const listed = useList(listRangesAtDesk, { everyMs: 30_000 })
  const may = useHolds('staff:product.make')
  const [adding, setAdding] = useState(false)
  return (
    <PageFrame>
      {may && (
        <Row end>
          <Button look="primary" icon="plus" guardMs={0} onClick={() => setAdding(true)}>
            {t('ranges.add')}
          </Button>
        </Row>
      )}
      <QueryList
        label={t('desk.ranges')}
        of={listed}
        columns={columns}
        rowKey={({ vid }) => vid}
        onOpen={({ vid }) => void navigate(paths.range(vid))}
        empty={{ icon: 'cards', title: t('ranges.noRanges') }}
      />
      {adding && <AddRangeDialog onClose={() => setAdding(false)} />}
    </PageFrame>
  )
}
