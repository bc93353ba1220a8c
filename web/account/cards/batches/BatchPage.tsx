import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { batchCard, type Progress, type BatchItem } from '#contract/cards/batches.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { cardChanged } from '../cardChanged.ts'
import { Bar } from './Bar.tsx'
import { BatchActions } from './BatchActions.tsx'
import { batchTone, batchWord, rowTone, rowWord } from './batchTones.ts'
import { useText } from './text.ts'
import css from './Batches.module.css'

const PAGE = 50
export type Filter = 'all' | 'failed'

/** One batch at its own address: progress, cost, the result of each row, and the available actions. */
export default function BatchPage() {
  const t = useText()
  const { batchNo = '' } = useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const opening = pathname.startsWith(paths.cardBatchOpen)
  const close = () => void navigate(opening ? paths.cardBatchOpen : paths.batches)
  const [filter, setFilter] = useState<Filter>('all')
  const [pageNo, setPageNo] = useState(1)
  const [running, setRunning] = useState(true)
  const query = useAsk(
    batchCard,
    { batchNo, pageNo, pageSize: PAGE, ...(filter === 'failed' && { rowStatus: ['FAILED', 'CANCELLED'] }) },
    { everyMs: running ? 1_000 : 15_000, quiet: true },
  )
  const batch = query.data as Progress | undefined
  const status = batch?.status
  const ended = batch && batch.success + batch.failed + batch.cancelled
  useEffect(() => {
    setRunning(status === undefined || status === 'RUNNING')
  }, [status])
  useEffect(() => {
    if (ended) cardChanged()
  }, [ended])

  const title = batch ? t(`batches.kind.${batch.kind}`) : t('batches.tasks')
  return (
    <Dialog
      title={title}
      onClose={close}
      width={760}
      extra={batch && <StatusTag tone={batchTone[batch.status]} text={batchWord(batch.status)} />}
    >
      {query.isError && !batch && <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />}
      {!batch && !query.isError && <Skeleton height={320} radius={14} />}
      {batch && (
        <div className={css.stack}>
          <Bar batch={batch} />
          {batch.status === 'RUNNING' && <p className={css.quiet}>{t('batches.leave')}</p>}
          <div className={css.facts}>
            <Facts facts={factsOf(batch)} />
          </div>
          <BatchActions key={batch.batchNo} batch={batch} opening={opening} />
          <BatchRows
            batch={batch}
            filter={filter}
            onFilter={(next) => {
              setFilter(next)
              setPageNo(1)
            }}
            onPage={setPageNo}
          />
        </div>
      )}
    </Dialog>
  )

  function factsOf(one: Progress) {
    const held = one.cost - one.charged - one.released
    const money: [string, string][] =
      one.kind === 'DELETE'
        ? [[t('batches.returned'), show(one.returned)]]
        : [
            [t('batches.cost'), show(one.cost)],
            [t('batches.charged'), show(one.charged)],
            [t('batches.released'), show(one.released)],
            ...(held > 0 ? [[t('batches.held'), show(held)] as [string, string]] : []),
          ]
    return [
      ...money,
      [t('batches.by'), one.by] as const,
      [t('batches.started'), showTime(one.createTime)] as const,
      ...(one.finishTime ? [[t('batches.finished'), showTime(one.finishTime)] as const] : []),
      [t('batches.no', { batchNo: '' }).trim(), one.batchNo] as const,
      ...(one.retryOf ? [[t('batches.retryOf', { batchNo: '' }).trim(), one.retryOf] as const] : []),
    ] as const
  }
}

/** The result of each row, fifty per page; optionally only the failed ones. */
function BatchRows({
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
