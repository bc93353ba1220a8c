import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { listSuspense, type SuspenseRow } from '#contract/funding/desk/suspense.ts'
import { column, holderColumn, statusColumn, textColumn, type Column } from '#web/parts/lists/columns.tsx'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Mono, Row } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { QueuePage, scopes, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { exactly } from '../topUps/exactly.ts'
import { receiptTone } from '../topUps/topUpTones.ts'
import { say, title, useText } from '../text.ts'

const columns: readonly Column<SuspenseRow>[] = [
  column(
    'amount',
    title('funding.amount'),
    (row) => (
      <strong>
        {exactly(row.amountStr)} {row.unit}
      </strong>
    ),
    { phone: 'head' },
  ),
  textColumn('railText', title('funding.rail'), { key: 'rail' }),
  column('why', title('funding.why'), (row) => (
    <>
      {row.reasonText} {row.fitsNow && <Tag tone="brand">{say('funding.fitsNow')}</Tag>}
    </>
  )),
  holderColumn(title('funding.account')),
  statusColumn('state', title('funding.status'), receiptTone),
  column('since', title('funding.since'), (row) =>
    row.state === 'OPEN' || row.state === 'CLAIMED' ? age(serverNow() - row.createTime) : showTime(row.createTime),
  ),
  column('ref', title('funding.ref'), ({ ref }) => (
    <Mono>{ref.length > 20 ? `${ref.slice(0, 10)}…${ref.slice(-6)}` : ref}</Mono>
  )),
]
/** Unmatched payments of the rails: the longest waiting first. */
export default function SuspensePage() {
  const t = useText()
  const queue = useQueue(listSuspense, scopes)
  return (
    <PageFrame>
      <Panel>{queue.answer ? <Waiting {...queue.answer} /> : <Skeleton height={72} />}</Panel>
      <QueuePage
        label={t('funding.suspense')}
        scopeLabel={t('funding.status')}
        of={queue}
        scopeText={(scope) => t(scope === 'open' ? 'funding.waiting' : 'funding.all')}
        columns={columns}
        rowKey={({ suspenseId }) => suspenseId}
        path={paths.receipt}
        empty={{ icon: 'check', title: t('funding.suspenseEmpty'), text: t('funding.suspenseEmptyText') }}
      />
    </PageFrame>
  )
}

function Waiting({ waiting, bank }: Output<typeof listSuspense>) {
  const t = useText()
  return (
    <Row gap={6} align="start">
      {waiting.map(({ rail, railText, unit, amountStr, count, oldestTime }) => (
        <Stat
          key={rail}
          label={`${railText} · ${t('funding.count', { count })}`}
          value={`${exactly(amountStr)} ${unit}`}
          note={t('funding.oldest', { age: age(serverNow() - oldestTime) })}
        />
      ))}
      <Stat
        label={t('funding.bank')}
        value={t('funding.count', { count: bank.count })}
        note={<Link to={paths.statements}>{t('funding.toBank')}</Link>}
      />
    </Row>
  )
}
