import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { batchCard, type Progress } from '#contract/cards/batches.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { cardChanged } from '../cardChanged.ts'
import { paths } from '#web/account/paths.ts'
import { Bar } from './Bar.tsx'
import { BatchActions } from './BatchActions.tsx'
import { BatchRows } from './BatchRows.tsx'
import { batchTone, batchWord } from './batchLook.ts'
import { useText } from './text.ts'
import css from './Batches.module.css'

const PAGE = 50
export type Filter = 'all' | 'failed'

/** One batch at an address of its own: how far it is, what it costs, how each row went, and what can be done about it. */
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
