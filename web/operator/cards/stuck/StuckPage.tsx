import { Link } from 'react-router'
import { askForOpening, listStuckOpenings, type StuckOpening } from '#contract/cards/desk/openings.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Mono } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { holderName, timeColumn } from '#web/operator/parts/columns.tsx'
import { paths } from '#web/operator/paths.ts'
import { asPage } from '#web/operator/parts/keyset.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { say, useText } from '../text.ts'

const LIVE_MS = 10_000

const columns: readonly Column<StuckOpening>[] = [
  {
    key: 'account',
    title: () => say('stuck.account'),
    phone: 'head',
    cell: ({ holder }) => <Link to={paths.account(holder.accountId)}>{holderName(holder)}</Link>,
  },
  { key: 'vid', title: () => say('stuck.range'), cell: ({ vid }) => vid },
  {
    key: 'order',
    title: () => say('stuck.order'),
    cell: ({ orderNo }) => <Mono>{`${orderNo.slice(0, 10)}…${orderNo.slice(-6)}`}</Mono>,
  },
  { key: 'held', title: () => say('stuck.held'), cell: ({ held }) => <Money cents={held} /> },
  { key: 'since', title: () => say('stuck.since'), cell: ({ createTime }) => age(serverNow() - createTime) },
  { key: 'tries', title: () => say('stuck.tries'), cell: ({ tries }) => tries },
  timeColumn('nextTime', () => say('stuck.next'), 'next'),
  { key: 'ask', title: () => say('parts.actions'), cell: (opening) => <AskAgain opening={opening} /> },
]
const names: string[] = []

/** Cards that the issuer has neither issued nor refused: the money stays held until it does either. */
export default function StuckPage() {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(listStuckOpenings, {}, { everyMs: LIVE_MS, keep: true })
  const more = query.data && query.data.count - query.data.data.length
  return (
    <PageFrame>
      <Note>{t('stuck.lead')}</Note>
      <QueryTable
        label={t('desk.stuck')}
        query={asPage(query)}
        list={list}
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        empty={<Empty icon="check" title={t('stuck.empty')} text={t('stuck.emptyText')} />}
      />
      {more ? <Note>{t('stuck.more', { count: more })}</Note> : null}
    </PageFrame>
  )
}

function AskAgain({ opening: { orderNo } }: { opening: StuckOpening }) {
  const t = useText()
  const makes = useHolds('staff:account.make')
  const again = useCall(askForOpening, { refreshes: [listStuckOpenings], onDone: () => toast.ok(t('stuck.asked')) })
  if (!makes) return null
  return (
    <Button
      size="s"
      icon="refresh"
      loading={again.isPending}
      aria-label={`${t('stuck.ask')} ${orderNo}`}
      onClick={() => again.mutate({ orderNo })}
    >
      {t('stuck.ask')}
    </Button>
  )
}
