import { Link, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { listSuspense, type SuspenseRow } from '#contract/funding/desk/suspense.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { paths } from '#web/operator/paths.ts'
import { exactly } from '../topUps/exactly.ts'
import { asPage, Keyset, useKeyset } from '#web/operator/parts/keyset.tsx'
import { receiptTone } from '../topUps/topUpTones.ts'
import css from '#web/operator/parts/Case.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { say, useText } from '../text.ts'

const columns: readonly Column<SuspenseRow>[] = [
  {
    key: 'amount',
    title: () => say('funding.amount'),
    phone: 'head',
    cell: (row) => (
      <strong>
        {exactly(row.amountStr)} {row.unit}
      </strong>
    ),
  },
  { key: 'rail', title: () => say('funding.rail'), cell: (row) => row.railText },
  {
    key: 'why',
    title: () => say('funding.why'),
    cell: (row) => (
      <>
        {row.reasonText} {row.fitsNow && <Tag tone="brand">{say('funding.fitsNow')}</Tag>}
      </>
    ),
  },
  {
    key: 'account',
    title: () => say('funding.account'),
    cell: (row) => (row.holder ? `${row.holder.userNo} ${row.holder.nickname}` : '–'),
  },
  {
    key: 'status',
    title: () => say('funding.status'),
    cell: (row) => <StatusTag tone={receiptTone[row.state]} text={row.stateText} />,
  },
  {
    key: 'since',
    title: () => say('funding.since'),
    cell: (row) =>
      row.state === 'OPEN' || row.state === 'CLAIMED' ? age(serverNow() - row.createTime) : showTime(row.createTime),
  },
  {
    key: 'ref',
    title: () => say('funding.ref'),
    cell: (row) => (
      <span className={css.mono}>{row.ref.length > 20 ? `${row.ref.slice(0, 10)}…${row.ref.slice(-6)}` : row.ref}</span>
    ),
  },
]
const names: string[] = []

/** Unmatched payments of the rails: the longest waiting first. */
export default function SuspensePage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const scope = params.get('scope') === 'all' ? 'all' : 'open'
  const list = useListState(names)
  const keyset = useKeyset(scope)
  const input = { scope, ...(keyset.after && { cursor: keyset.after }) } as const
  const query = useAsk(listSuspense, input, { everyMs: 15_000, keep: true })
  const sums = query.data
  return (
    <PageFrame>
      <Panel>
        {sums ? (
          <div className={css.stats}>
            {sums.waiting.map(({ rail, railText, unit, amountStr, count, oldestTime }) => (
              <Stat
                key={rail}
                label={`${railText} · ${t('funding.count', { count })}`}
                value={`${exactly(amountStr)} ${unit}`}
                note={t('funding.oldest', { age: age(serverNow() - oldestTime) })}
              />
            ))}
            <Stat
              label={t('funding.bank')}
              value={t('funding.count', { count: sums.bank.count })}
              note={<Link to={paths.statements}>{t('funding.toBank')}</Link>}
            />
          </div>
        ) : (
          <Skeleton height={72} />
        )}
      </Panel>
      <Segmented
        label={t('funding.status')}
        value={scope}
        options={[
          { value: 'open', label: t('funding.waiting') },
          { value: 'all', label: t('funding.all') },
        ]}
        onChange={(value) => setParams(value === 'open' ? {} : { scope: value })}
      />
      <QueryTable
        label={t('funding.suspense')}
        query={asPage(query)}
        list={list}
        columns={columns}
        rowKey={({ suspenseId }) => suspenseId}
        onOpen={({ suspenseId }) => void navigate({ pathname: paths.receipt(suspenseId), search })}
        empty={<Empty icon="check" title={t('funding.suspenseEmpty')} text={t('funding.suspenseEmptyText')} />}
      />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
      <Outlet />
    </PageFrame>
  )
}
