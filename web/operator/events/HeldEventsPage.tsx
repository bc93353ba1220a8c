import { useState } from 'react'
import { Link } from 'react-router'
import { listHeldEvents, type HeldEvent } from '../../../contract/heldEvents.ts'
import { show } from '../../../contract/money.ts'
import { PageFrame } from '../../parts/PageFrame.tsx'
import { useAsk } from '../../parts/queries.ts'
import { QueryTable, type Column } from '../../parts/QueryTable.tsx'
import { serverNow } from '../../parts/serverClock.ts'
import { useListState } from '../../parts/useListState.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { StatusTag } from '../../ui/Tag.tsx'
import { age } from '../layout/age.ts'
import { paths } from '../paths.ts'
import { say, useSay } from '../say.ts'
import css from '../topups/Money.module.css'
import { heldTone } from './heldTone.ts'
import { HeldEventDrawer } from './HeldEventDrawer.tsx'

const LIVE_MS = 10_000
const names: string[] = ['scope']

const columns: readonly Column<HeldEvent>[] = [
  {
    key: 'event',
    title: () => say('tradeDesk.event'),
    phone: 'head',
    cell: ({ typeText }) => <strong>{typeText}</strong>,
  },
  { key: 'reason', title: () => say('tradeDesk.reason'), cell: ({ reasonText }) => reasonText },
  {
    key: 'account',
    title: () => say('tradeDesk.account'),
    cell: ({ holder }) =>
      holder ? (
        <Link to={paths.account(holder.accountId)}>
          {holder.userNo} {holder.nickname}
        </Link>
      ) : (
        say('tradeDesk.unknownCard')
      ),
  },
  {
    key: 'amount',
    title: () => say('tradeDesk.amount'),
    align: 'right',
    cell: ({ amount, unit }) => (amount === null ? '–' : show(amount, unit)),
  },
  {
    key: 'status',
    title: () => say('tradeDesk.status'),
    cell: ({ state, stateText }) => <StatusTag tone={heldTone[state]} text={stateText} />,
  },
  { key: 'since', title: () => say('tradeDesk.since'), cell: ({ holdTime }) => age(serverNow() - holdTime) },
]

/** Events of the network that were not applied, the longest waiting first. */
export default function HeldEventsPage() {
  const { t } = useSay()
  const list = useListState(names)
  const scope = list.filters['scope'] === 'all' ? 'all' : 'open'
  const query = useAsk(listHeldEvents, { ...list.asked, scope }, { everyMs: LIVE_MS, keep: true })
  const [openId, open] = useState<string>()
  const shown = query.data?.data.find(({ eventId }) => eventId === openId)
  return (
    <PageFrame>
      <p className={css.note}>{t('tradeDesk.eventsLead')}</p>
      <Segmented
        label={t('tradeDesk.status')}
        value={scope}
        options={[
          { value: 'open', label: t('tradeDesk.open') },
          { value: 'all', label: t('tradeDesk.all') },
        ]}
        onChange={(value) => list.setFilters(value === 'all' ? { scope: 'all' } : {})}
      />
      <QueryTable
        label={t('desk.events')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ eventId }) => eventId}
        onOpen={({ eventId }) => open(eventId)}
        empty={<Empty icon="check" title={t('tradeDesk.eventsEmpty')} text={t('tradeDesk.eventsEmptyText')} />}
      />
      {shown && <HeldEventDrawer event={shown} onClose={() => open(undefined)} />}
    </PageFrame>
  )
}
