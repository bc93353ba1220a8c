import { Link } from 'react-router'
import { useState } from 'react'
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
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { CasesInDrawer, LIVE_MS, useCases } from '#web/operator/parts/CasesInDrawer.tsx'
import { paths } from '#web/operator/paths.ts'
import { showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { say, useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

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

/** Network events that were not applied, the longest waiting first. */
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

/** One event on hold: its content beside our records, and the available actions. */
function HeldEventDrawer({ event, onClose }: { event: HeldEvent; onClose: () => void }) {
  const t = useText()
  const makes = useHolds('staff:money.make')
  const [asking, ask] = useState<'retry' | 'dismiss'>()
  const optional = (name: string, value: string | null) => (value ? [[name, value] as const] : [])
  return (
    <Drawer
      title={event.typeText}
      extra={<StatusTag tone={heldTone[event.state]} text={event.stateText} />}
      width={560}
      onClose={onClose}
    >
      <div className={css.detail}>
        <Facts
          facts={[
            [t('trades.reason'), event.reasonText],
            [
              t('trades.account'),
              event.holder ? (
                <Link key="account" to={paths.account(event.holder.accountId)}>
                  {event.holder.userNo} {event.holder.nickname}
                </Link>
              ) : (
                t('trades.unknownCard')
              ),
            ],
            ...optional(t('trades.card'), event.card && `${event.card.cardSeqNo} ···· ${event.card.lastFour}`),
            ...optional(t('trades.amount'), event.amount === null ? null : show(event.amount, event.unit)),
            ...optional(t('trades.merchant'), event.merchant),
            ...optional(t('trades.authRef'), event.authRef),
            ...optional(t('trades.clearingRef'), event.clearingRef),
            ...optional(t('trades.occurred'), event.occurTime === null ? null : showTime(event.occurTime)),
            [t('trades.received'), showTime(event.receiveTime)],
            [t('trades.eventId'), <code key="id">{event.eventId}</code>],
            ...optional(t('trades.error'), event.error),
          ]}
        />
        {event.facts.length > 0 && (
          <section>
            <h3>{t('trades.differs')}</h3>
            {event.facts.map(({ label, told, ours }) => (
              <div key={label} className={css.item}>
                <strong>{label}</strong>
                <span className={css.between}>
                  <span>
                    {t('trades.told')}: {told || t('trades.nothing')}
                  </span>
                  <span>
                    {t('trades.ours')}: {ours || t('trades.nothing')}
                  </span>
                </span>
              </div>
            ))}
          </section>
        )}
        {event.approvalId && <Link to={paths.approval(event.approvalId)}>{t('trades.toApproval')}</Link>}
        {makes && event.state === 'HELD' && (
          <span className={css.row}>
            <Button look="primary" onClick={() => ask('retry')}>
              {t('trades.retry')}
            </Button>
            <Button look="danger" onClick={() => ask('dismiss')}>
              {t('trades.dismiss')}
            </Button>
          </span>
        )}
      </div>
      {asking && (
        <ReasonDialog
          call={asking === 'retry' ? retryEvent : dismissEvent}
          input={{ eventId: event.eventId }}
          title={`${t(`trades.${asking}`)} · ${event.typeText}`}
          text={t(`trades.${asking}Text`)}
          submit={t(`trades.${asking}`)}
          done={asking === 'retry' ? t('trades.retried') : t('trades.asked')}
          refreshes={[listHeldEvents, listAlarms, listApprovals, staffQueues]}
          onClose={() => ask(undefined)}
        />
      )}
    </Drawer>
  )
}

const heldTone = { HELD: 'warn', CLAIMED: 'info', DISMISSED: 'quiet' } as const satisfies Record<HeldState, Tone>
