import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useState } from 'react'
import { show } from '#contract/core/money.ts'
import {
  showPayout,
  approvePayout,
  confirmPayout,
  listPayouts,
  returnPayout,
  revealPayoutCard,
  sendPayout,
} from '#contract/referrals/desk.ts'
import type { Output } from '#contract/core/call.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, refresh, useCall } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '../paths.ts'
import { payoutTone } from './PayoutsPage.tsx'
import { useText } from './text.ts'
import css from '../parts/Approvals.module.css'

/** The second approver may decide while the page is open. */
const LIVE_MS = 10_000

/** One withdrawal beside the list: amount and payee, the source of the commission, and the next step. */
export default function PayoutPage() {
  const t = useText()
  const { withdrawalNo = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: found, error } = useAsk(showPayout, { withdrawalNo }, { quiet: true, everyMs: LIVE_MS })
  return (
    <Drawer
      title={withdrawalNo}
      extra={found && <StatusTag tone={payoutTone[found.status]} text={found.statusText} />}
      width={600}
      onClose={() => void navigate({ pathname: paths.payouts, search })}
    >
      {found ? (
        <div className={css.detail}>
          <Facts
            facts={[
              [
                t('referrals.account'),
                <Link to={paths.account(found.accountId)}>{`${found.userNo} ${found.nickname}`}</Link>,
              ],
              [t('referrals.amount'), <Money cents={found.amount} strong />],
              [t('referrals.receive'), <Money cents={found.receive} unit={found.receiveUnit} strong />],
              [t('referrals.rate', { mid: found.mid }), found.rate],
              [t('referrals.card'), `${found.bankName} ·· ${found.bankTail} ${found.holder} ${found.branch}`],
            ]}
          />
          <section>
            <h3 className={css.title}>{t('referrals.earned')}</h3>
            {found.invited.length ? (
              <Facts
                facts={found.invited.map((one) => [
                  <Link to={paths.account(one.accountId)}>{one.userNo}</Link>,
                  <>
                    <Money cents={one.commission} /> {t('referrals.base', { base: show(one.base) })}{' '}
                    {one.ringText && <Tag tone="bad">{one.ringText}</Tag>}
                  </>,
                ])}
              />
            ) : (
              <p>{t('referrals.none')}</p>
            )}
          </section>
          <Timeline
            label={t('referrals.steps')}
            steps={found.steps.map(({ status, statusText, time }) => ({
              key: status,
              state: payoutTone[status] === 'bad' ? 'bad' : 'done',
              title: statusText,
              time: showTime(time),
            }))}
          />
          <PayoutMoves key={found.status} payout={found} />
        </div>
      ) : error ? (
        <Empty icon="search" title={t('referrals.missing')} text={error.says} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}

/** The steps available in this status. Each needs its input: a reason, a bank, or the bank's reference. */
function PayoutMoves({ payout }: { payout: Output<typeof showPayout> }) {
  const t = useText()
  const [said, setSaid] = useState('')
  const { withdrawalNo, status, approvalId } = payout
  const manner = {
    quiet: true,
    onDone: () => {
      toast.ok(t(status === 'REVIEWING' ? 'referrals.approved' : 'referrals.done'))
      refresh(listPayouts, showPayout)
    },
  }
  const [ask, send, paid] = [
    useCall(approvePayout, manner),
    useCall(sendPayout, manner),
    useCall(confirmPayout, manner),
  ]
  const back = useCall(returnPayout, manner)
  const reveal = useCall(revealPayoutCard, { quiet: true })
  if (status !== 'REVIEWING' && status !== 'APPROVED' && status !== 'PAYING') return null
  const label = { REVIEWING: t('desk.reason'), APPROVED: t('referrals.bank'), PAYING: t('referrals.ref') }[status]
  const short = said.trim().length < (status === 'PAYING' ? 4 : 2) ? label : undefined
  return (
    <div className={css.decide}>
      {approvalId ? (
        <p className={css.whyNot}>
          <Link to={paths.approval(approvalId)}>{t('referrals.waiting')}</Link>
        </p>
      ) : null}
      <Field label={label} hint={t('desk.reasonHint')}>
        {(wiring) => <Input {...wiring} value={said} maxLength={60} onChange={setSaid} />}
      </Field>
      {reveal.data && <code>{`${reveal.data.cardNo} ${reveal.data.holder}`}</code>}
      <FormError text={[ask, send, paid, back, reveal].find(({ error }) => error)?.error?.says} />
      <span className={css.buttons}>
        {status === 'REVIEWING' && !approvalId && (
          <Button
            look="primary"
            loading={ask.isPending}
            disabled={short}
            onClick={() => ask.mutate({ withdrawalNo, reason: said })}
          >
            {t('referrals.approve')}
          </Button>
        )}
        {status === 'APPROVED' && (
          <Button
            look="primary"
            loading={send.isPending}
            disabled={short}
            onClick={() => send.mutate({ withdrawalNo, bank: said })}
          >
            {t('referrals.send')}
          </Button>
        )}
        {status === 'PAYING' && (
          <Button
            look="primary"
            loading={paid.isPending}
            disabled={short}
            onClick={() => paid.mutate({ withdrawalNo, bankRef: said })}
          >
            {t('referrals.confirm')}
          </Button>
        )}
        <Button
          look="danger"
          loading={back.isPending}
          disabled={short}
          onClick={() => back.mutate({ withdrawalNo, reason: said })}
        >
          {t('referrals.giveBack')}
        </Button>
        {status !== 'REVIEWING' && (
          <Button
            look="quiet"
            loading={reveal.isPending}
            onClick={() => reveal.mutate({ withdrawalNo, reason: `${withdrawalNo} payment` })}
          >
            {t('referrals.reveal')}
          </Button>
        )}
      </span>
    </div>
  )
}
