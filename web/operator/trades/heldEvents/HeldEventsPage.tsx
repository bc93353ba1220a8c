import {
  listHeldEvents,
  type HeldEvent,
  dismissEvent,
  retryEvent,
  type HeldState,
} from '#contract/trades/desk/heldEvents.ts'
import { show } from '#contract/core/money.ts'
import { listAlarms } from '#contract/staff/alarms.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { column, headColumn, textColumn, type Column } from '#web/parts/lists/columns.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { HolderLink } from '#web/operator/parts/Case.tsx'
import { showTime } from '#web/parts/dates.ts'
import { Facts, Row, Section, Stack } from '#web/ui/layout.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { CasesInDrawer, useCases } from '../CasesInDrawer.tsx'
import { say, title, useText } from '../text.ts'

const heldTone = { HELD: 'warn', CLAIMED: 'info', DISMISSED: 'quiet' } as const satisfies Record<HeldState, Tone>
const heldTag = ({ state, stateText }: HeldEvent) => <StatusTag tone={heldTone[state]} text={stateText} />

const columns: readonly Column<HeldEvent>[] = [
  headColumn('typeText', title('trades.event'), { key: 'event' }),
  textColumn('reasonText', title('trades.reason'), { key: 'reason' }),
  column('account', title('trades.account'), ({ holder }) =>
    holder ? <HolderLink {...holder} /> : say('trades.unknownCard'),
  ),
  column('amount', title('trades.amount'), ({ amount, unit }) => (amount === null ? '–' : show(amount, unit)), {
    align: 'right',
  }),
  column('status', title('trades.status'), heldTag),
  column('since', title('trades.since'), ({ holdTime }) => age(serverNow() - holdTime)),
]

/** Network events that were not applied, the longest waiting first. */
export default function HeldEventsPage() {
  const t = useText()
  const queue = useCases(listHeldEvents)
  return (
    <CasesInDrawer
      label={t('desk.events')}
      lead={t('trades.eventsLead')}
      of={queue}
      columns={columns}
      rowKey={({ eventId }) => eventId}
      empty={{ icon: 'check', title: t('trades.eventsEmpty'), text: t('trades.eventsEmptyText') }}
      title={({ typeText }) => typeText}
      tag={heldTag}
      detail={(event) => <HeldEventDetail event={event} />}
      moves={(event) => <HeldEventMoves event={event} />}
    />
  )
}

/** The content of the event beside our records. */
function HeldEventDetail({ event }: { event: HeldEvent }) {
  const t = useText()
  const { holder, card, amount, unit, occurTime } = event
  const optional = (name: string, value: string | false | null) => value && ([name, value] as const)
  return (
    <>
      <Facts
        facts={[
          [t('trades.reason'), event.reasonText],
          [t('trades.account'), holder ? <HolderLink {...holder} /> : t('trades.unknownCard')],
          optional(t('trades.card'), card && `${card.cardSeqNo} ···· ${card.lastFour}`),
          optional(t('trades.amount'), amount !== null && show(amount, unit)),
          optional(t('trades.merchant'), event.merchant),
          optional(t('trades.authRef'), event.authRef),
          optional(t('trades.clearingRef'), event.clearingRef),
          optional(t('trades.occurred'), occurTime !== null && showTime(occurTime)),
          [t('trades.received'), showTime(event.receiveTime)],
          [t('trades.eventId'), <code>{event.eventId}</code>],
          optional(t('trades.error'), event.error),
        ]}
      />
      {event.facts.length > 0 && (
        <Section title={t('trades.differs')}>
          {event.facts.map(({ label, told, ours }) => (
            <Stack key={label} gap={1}>
              <strong>{label}</strong>
              <Row between>
                <span>
                  {t('trades.told')}: {told || t('trades.nothing')}
                </span>
                <span>
                  {t('trades.ours')}: {ours || t('trades.nothing')}
                </span>
              </Row>
            </Stack>
          ))}
        </Section>
      )}
    </>
  )
}

function HeldEventMoves({ event: { eventId, typeText, state } }: { event: HeldEvent }) {
  const t = useText()
  if (!useHolds('staff:money.make') || state !== 'HELD') return null
  const move = {
    input: { eventId },
    about: typeText,
    refreshes: [listHeldEvents, listAlarms, listApprovals, staffQueues],
  }
  return (
    <Row>
      <ReasonButton
        {...move}
        call={retryEvent}
        look="primary"
        label={t('trades.retry')}
        text={t('trades.retryText')}
        done={t('trades.retried')}
      />
      <ReasonButton
        {...move}
        call={dismissEvent}
        look="danger"
        label={t('trades.dismiss')}
        text={t('trades.dismissText')}
        done={t('trades.asked')}
      />
    </Row>
  )
}
