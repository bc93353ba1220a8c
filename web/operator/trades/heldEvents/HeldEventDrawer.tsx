import { useState } from 'react'
import { Link } from 'react-router'
import { listAlarms } from '#contract/staff/alarms.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { dismissEvent, listHeldEvents, retryEvent, type HeldEvent } from '#contract/trades/desk/heldEvents.ts'
import { show } from '#contract/core/money.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { useSay } from '#web/operator/say.ts'
import css from '#web/operator/parts/Case.module.css'
import { heldTone } from './heldTone.ts'

/** One event on hold: what it says beside what we hold, and what can be done about it. */
export function HeldEventDrawer({ event, onClose }: { event: HeldEvent; onClose: () => void }) {
  const { t } = useSay()
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
            [t('tradeDesk.reason'), event.reasonText],
            [
              t('tradeDesk.account'),
              event.holder ? (
                <Link key="account" to={paths.account(event.holder.accountId)}>
                  {event.holder.userNo} {event.holder.nickname}
                </Link>
              ) : (
                t('tradeDesk.unknownCard')
              ),
            ],
            ...optional(t('tradeDesk.card'), event.card && `${event.card.cardSeqNo} ···· ${event.card.lastFour}`),
            ...optional(t('tradeDesk.amount'), event.amount === null ? null : show(event.amount, event.unit)),
            ...optional(t('tradeDesk.merchant'), event.merchant),
            ...optional(t('tradeDesk.authRef'), event.authRef),
            ...optional(t('tradeDesk.clearingRef'), event.clearingRef),
            ...optional(t('tradeDesk.occurred'), event.occurTime === null ? null : showTime(event.occurTime)),
            [t('tradeDesk.received'), showTime(event.receiveTime)],
            [t('tradeDesk.eventId'), <code key="id">{event.eventId}</code>],
            ...optional(t('tradeDesk.error'), event.error),
          ]}
        />
        {event.facts.length > 0 && (
          <section>
            <h3>{t('tradeDesk.differs')}</h3>
            {event.facts.map(({ label, told, ours }) => (
              <div key={label} className={css.item}>
                <strong>{label}</strong>
                <span className={css.between}>
                  <span>
                    {t('tradeDesk.told')}: {told || t('tradeDesk.nothing')}
                  </span>
                  <span>
                    {t('tradeDesk.ours')}: {ours || t('tradeDesk.nothing')}
                  </span>
                </span>
              </div>
            ))}
          </section>
        )}
        {event.approvalId && <Link to={paths.approval(event.approvalId)}>{t('tradeDesk.toApproval')}</Link>}
        {makes && event.state === 'HELD' && (
          <span className={css.row}>
            <Button look="primary" onClick={() => ask('retry')}>
              {t('tradeDesk.retry')}
            </Button>
            <Button look="danger" onClick={() => ask('dismiss')}>
              {t('tradeDesk.dismiss')}
            </Button>
          </span>
        )}
      </div>
      {asking && (
        <ReasonDialog
          call={asking === 'retry' ? retryEvent : dismissEvent}
          wish={{ eventId: event.eventId }}
          title={`${t(`tradeDesk.${asking}`)} · ${event.typeText}`}
          text={t(`tradeDesk.${asking}Text`)}
          submit={t(`tradeDesk.${asking}`)}
          done={asking === 'retry' ? t('tradeDesk.retried') : t('tradeDesk.asked')}
          refreshes={[listHeldEvents, listAlarms, listApprovals, staffQueues]}
          onClose={() => ask(undefined)}
        />
      )}
    </Drawer>
  )
}
