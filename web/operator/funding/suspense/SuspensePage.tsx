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
import { say, useSay } from '#web/operator/say.ts'
import { exactly } from '../topUps/exactly.ts'
import { asPage, Keyset, useKeyset } from '#web/operator/parts/keyset.tsx'
import { receiptTone } from '../topUps/looks.ts'
import css from '#web/operator/parts/Case.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'

const columns: readonly Column<SuspenseRow>[] = [
  {
    key: 'amount',
    title: () => say('moneyDesk.amount'),
    phone: 'head',
    cell: (row) => (
      <strong>
        {exactly(row.amountStr)} {row.unit}
      </strong>
    ),
  },
  { key: 'rail', title: () => say('moneyDesk.rail'), cell: (row) => row.railText },
  {
    key: 'why',
    title: () => say('moneyDesk.why'),
    cell: (row) => (
      <>
        {row.reasonText} {row.fitsNow && <Tag tone="brand">{say('moneyDesk.fitsNow')}</Tag>}
      </>
    ),
  },
  {
    key: 'account',
    title: () => say('moneyDesk.account'),
    cell: (row) => (row.holder ? `${row.holder.userNo} ${row.holder.nickname}` : '–'),
  },
  {
    key: 'status',
    title: () => say('moneyDesk.status'),
    cell: (row) => <StatusTag tone={receiptTone[row.state]} text={row.stateText} />,
  },
  {
    key: 'since',
    title: () => say('moneyDesk.since'),
    cell: (row) =>
      row.state === 'OPEN' || row.state === 'CLAIMED' ? age(serverNow() - row.createTime) : showTime(row.createTime),
  },
  {
    key: 'ref',
    title: () => say('moneyDesk.ref'),
    cell: (row) => (
      <span className={css.mono}>{row.ref.length > 20 ? `${row.ref.slice(0, 10)}…${row.ref.slice(-6)}` : row.ref}</span>
    ),
  },
]
const names: string[] = []

/** What came in on the rails and nobody could be credited with: the longest waiting first. */
export default function SuspensePage() {
  const { t } = useSay()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const scope = params.get('scope') === 'all' ? 'all' : 'open'
  const list = useListState(names)
  const keyset = useKeyset(scope)
  const wish = { scope, ...(keyset.after && { cursor: keyset.after }) } as const
  const query = useAsk(listSuspense, wish, { everyMs: 15_000, keep: true })
  const sums = query.data
  return (
    <PageFrame>
      <Panel>
        {sums ? (
          <div className={css.stats}>
            {sums.waiting.map(({ rail, railText, unit, amountStr, count, oldestTime }) => (
              <Stat
                key={rail}
                label={`${railText} · ${t('moneyDesk.count', { count })}`}
                value={`${exactly(amountStr)} ${unit}`}
                note={t('moneyDesk.oldest', { age: age(serverNow() - oldestTime) })}
              />
            ))}
            <Stat
              label={t('moneyDesk.bank')}
              value={t('moneyDesk.count', { count: sums.bank.count })}
              note={<Link to={paths.statements}>{t('moneyDesk.toBank')}</Link>}
            />
          </div>
        ) : (
          <Skeleton height={72} />
        )}
      </Panel>
      <Segmented
        label={t('moneyDesk.status')}
        value={scope}
        options={[
          { value: 'open', label: t('moneyDesk.waiting') },
          { value: 'all', label: t('moneyDesk.all') },
        ]}
        onChange={(value) => setParams(value === 'open' ? {} : { scope: value })}
      />
      <QueryTable
        label={t('moneyDesk.suspense')}
        query={asPage(query)}
        list={list}
        columns={columns}
        rowKey={({ suspenseId }) => suspenseId}
        onOpen={({ suspenseId }) => void navigate({ pathname: paths.receipt(suspenseId), search })}
        empty={<Empty icon="check" title={t('moneyDesk.suspenseEmpty')} text={t('moneyDesk.suspenseEmptyText')} />}
      />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
      <Outlet />
    </PageFrame>
  )
}
