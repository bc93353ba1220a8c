import { useState } from 'react'
import { listBrands, type Brand, type Unmatched } from '#contract/brands/desk.ts'
import { kindOfMerchant } from '#contract/trades/merchantKinds.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, headColumn, numberColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { langNow } from '#web/text.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Rows, TwoLines } from '#web/ui/layout.tsx'
import { useHolds } from '../desk.ts'
import { said } from '../products/figures.ts'
import { BrandDialog } from './BrandDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { title, useText } from './text.ts'

const columns: readonly Column<Brand>[] = [
  headColumn('name', title('brands.brand')),
  column('words', title('brands.words'), ({ words }) => words.join(', ')),
  column('aliases', title('brands.aliases'), ({ aliases }) => aliases.join(', ') || '–'),
  column('mccs', title('brands.mccs'), ({ mccs }) => mccs.join(', ') || '–'),
  numberColumn('merchants', title('brands.merchants')),
  numberColumn('attempts', title('brands.attempts')),
  timeColumn('updateTime', title('brands.updated'), { key: 'updated' }),
]
type Filled = Pick<Brand, 'name' | 'words' | 'aliases' | 'mccs'>
const fresh: Filled = { name: '', words: [], aliases: [], mccs: [] }

/** All brands, those that are charged most first, and the merchants that have none. */
export default function BrandsPage() {
  const t = useText()
  const makes = useHolds('staff:product.make')
  const [open, setOpen] = useState<{ edit: Brand } | { add: Filled } | { merge: Brand }>()
  const close = () => setOpen(undefined)
  const filters: Filter[] = [{ kind: 'text', name: 'name', label: t('brands.search') }]
  const listed = useList(listBrands, { filters, everyMs: 30_000 })
  const summary = listed.answer?.summary
  const actions = column<Brand>('actions', title('parts.actions'), (row) => (
    <Button
      size="s"
      guardMs={0}
      aria-label={`${t('brands.merge')} ${row.name}`}
      onClick={() => setOpen({ merge: row })}
    >
      {t('brands.merge')}
    </Button>
  ))
  return (
    <PageFrame>
      <QueryList
        label={t('desk.brands')}
        of={listed}
        columns={makes ? [...columns, actions] : columns}
        rowKey={({ brandId }) => brandId}
        {...(makes && { onOpen: (row: Brand) => setOpen({ edit: row }) })}
        extra={
          makes && (
            <Button look="primary" icon="plus" guardMs={0} onClick={() => setOpen({ add: fresh })}>
              {t('brands.add')}
            </Button>
          )
        }
        above={
          summary && (
            <Muted as="p">
              {summary.attempts > 0 &&
                t('brands.matched', {
                  share: said('rate', shareBps(summary)),
                  count: summary.attempts,
                  total: summary.attempts.toLocaleString('en'),
                })}{' '}
              {summary.matching === 1 && t('brands.matching')}
            </Muted>
          )
        }
        empty={{ icon: 'search', title: t('brands.none'), text: t('brands.noneText') }}
      />
      {summary && (
        <UnmatchedList
          list={summary.unmatched}
          {...(makes && { onAdd: ({ name }) => setOpen({ add: { ...fresh, words: [name] } }) })}
        />
      )}
      {open && 'edit' in open && <BrandDialog brandId={open.edit.brandId} brand={open.edit} onClose={close} />}
      {open && 'add' in open && <BrandDialog brand={open.add} onClose={close} />}
      {open && 'merge' in open && <MergeDialog brand={open.merge} onClose={close} />}
    </PageFrame>
  )
}

const shareBps = ({ attempts, unmatchedAttempts }: { attempts: number; unmatchedAttempts: number }): number =>
  Math.floor(((attempts - unmatchedAttempts) * 10_000) / attempts)

function UnmatchedList({ list, onAdd }: { list: readonly Unmatched[]; onAdd?: (merchant: Unmatched) => void }) {
  const t = useText()
  return (
    <Panel title={t('brands.unmatched')}>
      {list.length === 0 ? (
        <Muted as="p">{t('brands.noUnmatched')}</Muted>
      ) : (
        <Rows aria-label={t('brands.unmatched')}>
          {list.map((merchant) => (
            <Row as="li" between key={`${merchant.name} ${merchant.mcc} ${merchant.country}`}>
              <TwoLines
                below={`${kindOfMerchant(merchant.mcc)?.[langNow()] ?? ''} ${merchant.mcc} · ${merchant.country}`}
              >
                {merchant.name}
              </TwoLines>
              <Row gap={2}>
                <span>{t('brands.tries', { count: merchant.attempts })}</span>
                {onAdd && (
                  <Button
                    size="s"
                    icon="plus"
                    guardMs={0}
                    aria-label={t('brands.addFor', { name: merchant.name })}
                    onClick={() => onAdd(merchant)}
                  >
                    {t('brands.add')}
                  </Button>
                )}
              </Row>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  )
}
