import { useState } from 'react'
import { Link, Outlet } from 'react-router'
import { listRails, listRates, setRateByHand, type DeskRail } from '../../../contract/railDesk.ts'
import { CallForm } from '../../parts/CallForm.tsx'
import { PageFrame } from '../../parts/PageFrame.tsx'
import { refresh, useAsk } from '../../parts/queries.ts'
import { useForm } from '../../parts/useForm.ts'
import { langNow } from '../../text/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Money } from '../../ui/Money.tsx'
import { Facts, Panel, Stat } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusTag, Tag } from '../../ui/Tag.tsx'
import { toast } from '../../ui/toast.ts'
import { useHolds } from '../desk.ts'
import { age } from '../layout/age.ts'
import { paths } from '../paths.ts'
import { useSay } from '../say.ts'
import css from '../topups/Money.module.css'

/** What account holders are offered, and what a dollar costs. */
export default function RailsPage() {
  const query = useAsk(listRails, {}, { everyMs: 15_000 })
  return (
    <PageFrame>
      <Rates />
      {query.data ? (
        <div className={css.cards}>
          {query.data.list.map((rail) => (
            <RailCard key={rail.rail} rail={rail} />
          ))}
        </div>
      ) : (
        <Skeleton height={320} radius={12} />
      )}
      <Outlet />
    </PageFrame>
  )
}

function RailCard({ rail }: { rail: DeskRail }) {
  const { t } = useSay()
  const most = langNow() === 'cn' ? rail.maxCn : rail.maxEn
  return (
    <Panel
      title={rail.railText}
      extra={<StatusTag tone={rail.enabled ? 'ok' : 'bad'} text={t(rail.enabled ? 'moneyDesk.on' : 'moneyDesk.off')} />}
    >
      <div className={css.detail}>
        <Facts
          facts={[
            [t('moneyDesk.min'), <Money key="min" cents={rail.min} unit={rail.payUnit} />],
            [t('moneyDesk.max'), <Money key="max" cents={most} unit={rail.payUnit} />],
            [t('moneyDesk.fee'), `${rail.feeBps / 100}%`],
            [t('moneyDesk.arrival'), langNow() === 'cn' ? rail.arrivalCn : rail.arrivalEn],
          ]}
        />
        <span className={css.row}>
          <small className={css.quiet}>{t('moneyDesk.version', { version: rail.version })}</small>
          {rail.planned > 0 && <Tag tone="info">{t('moneyDesk.planned', { count: rail.planned })}</Tag>}
          {rail.maxCn !== rail.maxEn && <Tag tone="warn">{t('moneyDesk.limitsDiffer')}</Tag>}
          {rail.approvalId && <Link to={paths.approval(rail.approvalId)}>{t('moneyDesk.pending')}</Link>}
        </span>
        <Link to={paths.rail(rail.rail)} aria-label={`${t('moneyDesk.edit')} ${rail.railText}`}>
          {t('moneyDesk.edit')}
        </Link>
      </div>
    </Panel>
  )
}

function Rates() {
  const { t } = useSay()
  const makes = useHolds('staff:treasury.make')
  const [open, setOpen] = useState(false)
  const query = useAsk(listRates, {}, { everyMs: 15_000 })
  const yuan = query.data?.pairs.find(({ pair }) => pair === 'USD/CNY')
  return (
    <Panel
      title={t('moneyDesk.ratesTitle')}
      extra={
        makes && (
          <Button guardMs={0} onClick={() => setOpen(true)}>
            {t('moneyDesk.setRate')}
          </Button>
        )
      }
    >
      {query.data ? (
        <div className={css.stats}>
          {query.data.pairs.map(({ pair, mid, customer, source, time, stale }) => (
            <Stat
              key={pair}
              label={`${pair} · ${t(`moneyDesk.sources.${source}`)}`}
              value={`${mid} / ${customer}`}
              note={stale ? t('moneyDesk.stale') : time ? t('moneyDesk.ago', { age: age(Date.now() - time) }) : ''}
            />
          ))}
          {query.data.approvalId && <Link to={paths.approval(query.data.approvalId)}>{t('moneyDesk.rateWaits')}</Link>}
        </div>
      ) : (
        <Skeleton height={64} />
      )}
      {open && <RateDialog mid={yuan?.mid ?? ''} spreadBps={yuan?.spreadBps ?? 110} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function RateDialog({ mid, spreadBps, onClose }: { mid: string; spreadBps: number; onClose: () => void }) {
  const { t } = useSay()
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
    toast.ok(t('moneyDesk.asked'))
    refresh(listRates)
    onClose()
  }
  return (
    <Dialog title={t('moneyDesk.setRate')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        submit={t('moneyDesk.setRate')}
        onCancel={onClose}
        onSubmit={() => void send()}
      >
        <p className={css.quiet}>{t('moneyDesk.setRateText')}</p>
        {text('mid', t('moneyDesk.midField'))}
        {text('spreadBps', t('moneyDesk.spreadField'))}
        <Field label={t('moneyDesk.reason')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
