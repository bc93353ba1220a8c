import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { batchCard, type Progress, type BatchItem } from '#contract/cards/batches.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Facts, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { Money } from '#web/ui/Money.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { cardChanged } from '../cardChanged.ts'
import { Turner } from '../Turner.tsx'
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
    { everyMs: running ? 1_000 : 15_000, live: ['cards'], quiet: true },
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

  return (
    <Dialog
      title={batch ? t(`batches.kind.${batch.kind}`) : t('batches.tasks')}
      onClose={close}
      width={760}
      extra={batch && <StatusTag tone={batchTone[batch.status]} text={batchWord(batch.status)} />}
    >
      <Answered query={{ ...query, data: batch }} skeleton={<Skeleton height={320} radius={14} />}>
        {(one) => (
          <Stack gap={4}>
            <Bar batch={one} />
            {one.status === 'RUNNING' && <Muted as="p">{t('batches.leave')}</Muted>}
            <BatchFacts batch={one} />
            <BatchActions key={one.batchNo} batch={one} opening={opening} />
            <BatchRows
              batch={one}
              filter={filter}
              onFilter={(next) => {
                setFilter(next)
                setPageNo(1)
              }}
              onPage={setPageNo}
            />
          </Stack>
        )}
      </Answered>
    </Dialog>
  )
}

function BatchFacts({ batch: one }: { batch: Progress }) {
  const t = useText()
  const held = one.cost - one.charged - one.released
  const loads = one.kind !== 'DELETE'
  return (
    <Facts
      framed
      facts={[
        !loads && [t('batches.returned'), show(one.returned)],
        loads && [t('batches.cost'), show(one.cost)],
        loads && [t('batches.charged'), show(one.charged)],
        loads && [t('batches.released'), show(one.released)],
        loads && held > 0 && [t('batches.held'), show(held)],
        [t('batches.by'), one.by],
        [t('batches.started'), showTime(one.createTime)],
        one.finishTime && [t('batches.finished'), showTime(one.finishTime)],
        [t('batches.no', { batchNo: '' }).trim(), one.batchNo],
        one.retryOf && [t('batches.retryOf', { batchNo: '' }).trim(), one.retryOf],
      ]}
    />
  )
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
  const { data } = batch.items
  const bad = batch.failed + batch.cancelled
  return (
    <Stack as="section" aria-label={t('batches.rows')}>
      <Row as="header" between>
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
      </Row>
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
              <ItemRow key={item.row} item={item} />
            ))}
          </tbody>
        </table>
      )}
      <Turner page={batch.items} onTurn={onPage} />
    </Stack>
  )
}

function ItemRow({ item }: { item: BatchItem }) {
  const t = useText()
  return (
    <tr>
      <td>{item.row}</td>
      <td>
        <b>{item.lastFour ? `···· ${item.lastFour}` : item.cardSeqNo}</b>
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
