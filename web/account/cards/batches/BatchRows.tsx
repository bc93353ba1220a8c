import type { BatchItem, Progress } from '#contract/cards/batches.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { rowTone, rowWord } from './batchLook.ts'
import type { Filter } from './BatchPage.tsx'
import { useText } from './text.ts'
import css from './Batches.module.css'

/** How each row went, fifty at a time; the failed ones alone where somebody looks for them. */
export function BatchRows({
  batch,
  filter,
  onFilter,
  onPage,
}: {
  batch: Progress
  filter: Filter
  onFilter: (filter: Filter) => void
  onPage: (pageNo: number) => void
}) {
  const t = useText()
  const { data, total, pageNo, pageSize, haveNext } = batch.items
  const bad = batch.failed + batch.cancelled
  return (
    <section className={css.rows} aria-label={t('batches.rows')}>
      <header className={css.rowsHead}>
        <h3>{t('batches.rows')}</h3>
        {bad > 0 && (
          <Segmented
            label={t('batches.rows')}
            value={filter}
            options={[
              { value: 'all', label: `${t('batches.all')} ${batch.total}` },
              { value: 'failed', label: `${t('batches.onlyFailed')} ${bad}` },
            ]}
            onChange={onFilter}
          />
        )}
      </header>
      {data.length === 0 ? (
        <Empty title={t('batches.noRows')} />
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th>{t('batches.row')}</th>
              <th>{t('batches.card')}</th>
              <th className={css.right}>{t('batches.amount')}</th>
              <th>{t('batches.result')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((item) => (
              <Row key={item.row} item={item} />
            ))}
          </tbody>
        </table>
      )}
      {total > pageSize && (
        <nav className={css.pager}>
          <Button
            size="s"
            icon="left"
            guardMs={0}
            aria-label={t('parts.previous')}
            disabled={pageNo <= 1}
            onClick={() => onPage(pageNo - 1)}
          />
          <span>
            {pageNo} / {Math.ceil(total / pageSize)}
          </span>
          <Button
            size="s"
            icon="right"
            guardMs={0}
            aria-label={t('parts.next')}
            disabled={!haveNext}
            onClick={() => onPage(pageNo + 1)}
          />
        </nav>
      )}
    </section>
  )
}

function Row({ item }: { item: BatchItem }) {
  const t = useText()
  return (
    <tr>
      <td className={css.number}>{item.row}</td>
      <td>
        <b className={css.number}>{item.lastFour ? `···· ${item.lastFour}` : item.cardSeqNo}</b>
        <small>{item.holder}</small>
      </td>
      <td className={css.right}>
        <Money cents={item.amount} />
      </td>
      <td>
        <StatusTag tone={rowTone[item.status]} text={rowWord(item.status)} />
        {item.msg && <small>{item.msg}</small>}
        {item.retriedIn && <small>{t('batches.retriedIn', { batchNo: item.retriedIn })}</small>}
      </td>
    </tr>
  )
}
