import { Link } from 'react-router'
import { listHeldEvents, type HeldEvent } from '#contract/trades/desk/heldEvents.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { CasesInDrawer, LIVE_MS, useCases } from '#web/operator/parts/CasesInDrawer.tsx'
import { paths } from '#web/operator/paths.ts'
import { heldTone } from './heldTone.ts'
import { HeldEventDrawer } from './HeldEventDrawer.tsx'
import { say, useText } from '../text.ts'

const columns: readonly Column<HeldEvent>[] = [
  {
    key: 'event',
    title: () => say('trades.event'),
    phone: 'head',
    cell: ({ typeText }) => <strong>{typeText}</strong>,
  },
  { key: 'reason', title: () => say('trades.reason'), cell: ({ reasonText }) => reasonText },
  {
    key: 'account',
    title: () => say('trades.account'),
    cell: ({ holder }) =>
      holder ? (
        <Link to={paths.account(holder.accountId)}>
          {holder.userNo} {holder.nickname}
        </Link>
      ) : (
        say('trades.unknownCard')
      ),
  },
  {
    key: 'amount',
    title: () => say('trades.amount'),
    align: 'right',
    cell: ({ amount, unit }) => (amount === null ? '–' : show(amount, unit)),
  },
  {
    key: 'status',
    title: () => say('trades.status'),
    cell: ({ state, stateText }) => <StatusTag tone={heldTone[state]} text={stateText} />,
  },
  { key: 'since', title: () => say('trades.since'), cell: ({ holdTime }) => age(serverNow() - holdTime) },
]

/** Events of the network that were not applied, the longest waiting first. */
export default function HeldEventsPage() {
  const t = useText()
  const { list, input } = useCases()
  const query = useAsk(listHeldEvents, input, { everyMs: LIVE_MS, keep: true })
  return (
    <CasesInDrawer
      label={t('desk.events')}
      lead={t('trades.eventsLead')}
      list={list}
      scope={input.scope}
      query={query}
      columns={columns}
      rowKey={({ eventId }) => eventId}
      empty={<Empty icon="check" title={t('trades.eventsEmpty')} text={t('trades.eventsEmptyText')} />}
      drawer={(event, onClose) => <HeldEventDrawer event={event} onClose={onClose} />}
    />
  )
}
