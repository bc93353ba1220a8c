import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { listRates, setRateByHand } from '#contract/funding/desk/rails.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { paths } from '#web/operator/paths.ts'
import { Keyset, useKeyset } from '#web/operator/parts/keyset.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

type Listed = Output<typeof listRates>
const FEW = 5

/** The current rate with its source, and past rates. */
export function Rates() {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const keyset = useKeyset('rates')
  const input = keyset.after ? { cursor: keyset.after } : {}
  const query = useAsk(listRates, input, { everyMs: 15_000, keep: true })
  const found = query.data
  const yuan = found?.pairs.find(({ pair }) => pair === 'USD/CNY')
  return (
    <Panel
      title={t('funding.ratesTitle')}
      extra={
        makes && (
          <Button guardMs={0} onClick={() => setOpen(true)}>
            {t('funding.setRate')}
          </Button>
        )
      }
    >
      {found ? (
        <div className={css.detail}>
          <div className={css.stats}>
            {found.pairs.map(({ pair, mid, customer, spreadBps, source, time, stale }) => (
              <Stat
                key={pair}
                label={`${pair} · ${t(`funding.sources.${source}`)}`}
                value={customer}
                note={
                  stale ? (
                    <StatusTag tone="bad" text={t('funding.stale')} />
                  ) : time === null ? (
                    ''
                  ) : (
                    t('funding.rateNote', { mid, spread: spreadBps / 100, age: age(serverNow() - time) })
                  )
                }
              />
            ))}
          </div>
          {found.approvalId && (
            <p className={css.note} role="status">
              {t('funding.rateWaits')} · <Link to={paths.approval(found.approvalId)}>{t('funding.toApproval')}</Link>
            </p>
          )}
          {found.history.length > 0 && (
            <section>
              <h3>{t('funding.rateHistory')}</h3>
              <History rows={all ? found.history : found.history.slice(0, FEW)} maxMoveBps={found.maxMoveBps} />
              {found.history.length > FEW && !all ? (
                <Button look="quiet" size="s" guardMs={0} onClick={() => setAll(true)}>
                  {t('desk.older')}
                </Button>
              ) : (
                all && <Keyset keyset={keyset} cursor={found.cursor} />
              )}
            </section>
          )}
        </div>
      ) : query.isError ? (
        <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />
      ) : (
        <Skeleton height={64} />
      )}
      {open && <RateDialog mid={yuan?.mid ?? ''} spreadBps={yuan?.spreadBps ?? 110} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function History({ rows, maxMoveBps }: { rows: Listed['history']; maxMoveBps: number }) {
  const t = useText()
  return (
    <Sheet
      label={t('funding.rateHistory')}
      head={[
        t('funding.time'),
        t('funding.source'),
        t('funding.mid'),
        t('funding.spread'),
        t('funding.customer'),
        t('funding.moved'),
      ]}
      wide={[1, 3]}
      rows={rows.map(({ rateId, time, source, by, mid, spreadBps, customer, movedBps }) => ({
        key: rateId,
        cells: [
          showTime(time),
          by ?? t(`funding.sources.${source}`),
          mid,
          `${spreadBps / 100}%`,
          customer,
          movedBps === null ? (
            '–'
          ) : (
            <Tag key="moved" tone={Math.abs(movedBps) > maxMoveBps ? 'warn' : 'quiet'}>
              {`${movedBps > 0 ? '+' : ''}${movedBps / 100}%`}
            </Tag>
          ),
        ],
      }))}
    />
  )
}

/** A manual rate: requested here, set by a second approver. */
function RateDialog({ mid, spreadBps, onClose }: { mid: string; spreadBps: number; onClose: () => void }) {
  const t = useText()
  const form = useForm(setRateByHand, { initial: { pair: 'USD/CNY', mid, spreadBps: String(spreadBps), reason: '' } })
  const text = (name: 'mid' | 'spreadBps', label: string) => {
    const { problem, ...bound } = form.field(name)
    return (
      <Field label={label} problem={problem} required>
        {(wiring) => <Input {...wiring} {...bound} inputMode="decimal" />}
      </Field>
    )
  }
  const { problem, ...reason } = form.field('reason')
  async function send() {
    if (!(await form.submit())) return
    toast.ok(t('funding.asked'))
    refresh(listRates)
    onClose()
  }
  return (
    <Dialog title={t('funding.setRate')} onClose={onClose}>
      <CallForm form={form} submit={t('funding.setRate')} onCancel={onClose} onSubmit={() => void send()}>
        <p className={css.quiet}>{t('funding.setRateText')}</p>
        {text('mid', t('funding.midField'))}
        {text('spreadBps', t('funding.spreadField'))}
        <Field label={t('funding.reason')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
