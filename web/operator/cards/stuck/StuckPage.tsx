import { Link } from 'react-router'
import { askForOpening, listStuckOpenings, type StuckOpening } from '#contract/cards/desk/openings.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { column, holderName, moneyColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Mono } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { paths } from '#web/operator/paths.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { title, useText } from '../text.ts'

const LIVE_MS = 10_000

const columns: readonly Column<StuckOpening>[] = [
  column(
    'account',
    title('stuck.account'),
    ({ holder }) => <Link to={paths.account(holder.accountId)}>{holderName(holder)}</Link>,
    { phone: 'head' },
  ),
  textColumn('vid', title('stuck.range'), { width: 120 }),
  column('order', title('stuck.order'), ({ orderNo }) => <Mono>{`${orderNo.slice(0, 10)}…${orderNo.slice(-6)}`}</Mono>),
  moneyColumn('held', title('stuck.held'), { width: 110 }),
  column('since', title('stuck.since'), ({ createTime }) => age(serverNow() - createTime), { width: 104 }),
  textColumn('tries', title('stuck.tries'), { width: 96 }),
  timeColumn('nextTime', title('stuck.next'), { key: 'next' }),
  column('ask', title('parts.actions'), (opening) => <AskAgain opening={opening} />),
]

/** Cards that the issuer has neither issued nor refused: the money stays held until it does either. */
export default function StuckPage() {
  const t = useText()
  const listed = useList(listStuckOpenings, { everyMs: LIVE_MS })
  const more = listed.answer && listed.answer.count - listed.answer.data.length
  return (
    <PageFrame>
      <Note>{t('stuck.lead')}</Note>
      <QueryList
        label={t('desk.stuck')}
        of={listed}
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        empty={{ icon: 'check', title: t('stuck.empty'), text: t('stuck.emptyText') }}
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
