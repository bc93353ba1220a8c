import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import {
  finishClosing,
  listLeaving,
  showLeaving,
  askClosingPayout,
  recordClosingPayout,
  returnClosingPayout,
  revealClosingPayee,
} from '#contract/identity/desk/closing.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import type { ClosingPayoutState } from '#contract/identity/closing.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Approvals.module.css'

/** The second approver may decide while the page is open. */
const LIVE_MS = 10_000

/** One closing account beside the list: the amount owed, where it can be paid, and past payouts. */
export default function LeavingCasePage() {
  const t = useText()
  const { caseId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: found, error } = useAsk(showLeaving, { caseId }, { quiet: true, everyMs: LIVE_MS })
  return (
    <Drawer
      title={found ? `${found.userNo} ${found.nickname}` : t('closing.list')}
      extra={
        found && <StatusTag tone={found.accountStatus === 'CLOSED' ? 'quiet' : 'info'} text={found.accountStatusText} />
      }
      width={600}
      onClose={() => void navigate({ pathname: paths.leaving, search })}
    >
      {found ? (
        <div className={css.detail}>
          <Facts
            facts={[
              [t('closing.account'), <Link to={paths.account(found.accountId)}>{found.userNo}</Link>],
              [t('closing.waiting'), <Money cents={found.waiting} strong />],
              [t('closing.first'), <Money cents={found.firstAmount} />],
              ...(found.owed > 0 ? ([[t('closing.owed'), <Money cents={found.owed} />]] as const) : []),
              [t('closing.closedAt'), showTime(found.createTime)],
              [t('closing.why'), found.reason || '–'],
            ]}
          />
          {found.approvalId ? (
            <p className={css.whyNot}>
              <Link to={paths.approval(found.approvalId)}>{t('closing.waitsForApproval')}</Link>
            </p>
          ) : (
            found.waiting > 0 && <PayoutForm found={found} />
          )}
          {found.mayFinish === 1 && <Finish caseId={caseId} />}
          <PayoutSteps payouts={found.payouts} />
        </div>
      ) : error ? (
        <Empty icon="search" title={t('closing.missing')} text={error.says} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}

function Finish({ caseId }: { caseId: string }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const finish = useCall(finishClosing, {
    quiet: true,
    onDone: () => {
      toast.ok(t('closing.finished'))
      refresh(listLeaving, showLeaving)
    },
  })
  return (
    <div className={css.decide}>
      <Field label={t('desk.reason')} hint={t('closing.finishHint')}>
        {(wiring) => <Input {...wiring} value={reason} maxLength={200} onChange={setReason} />}
      </Field>
      <FormError text={finish.error?.says} />
      <Button
        look="primary"
        loading={finish.isPending}
        disabled={reason.trim().length < 2 ? t('desk.reason') : undefined}
        onClick={() => finish.mutate({ caseId, reason })}
      >
        {t('closing.finish')}
      </Button>
    </div>
  )
}

const OTHER = 'other'

/** Pays to the payout card that the holder chose, another of theirs, back to a top-up, or to a typed bank account. */
function PayoutForm({ found }: { found: Output<typeof showLeaving> }) {
  const t = useText()
  const { caseId, cards, sources } = found
  const options = [
    ...cards.map((card) => ({
      value: card.bankCardId,
      label: `${t(card.chosen ? 'closing.chosenCard' : 'closing.card')}: ${card.bankName} ${card.cardNo} ${card.holder}`,
    })),
    ...sources.map((source) => ({
      value: source.transferId,
      label: `${t('closing.source')}: ${source.typeText} ${source.bizNo} · ${show(source.left)}`,
    })),
    { value: OTHER, label: t('closing.otherBank') },
  ]
  const [payee, setPayee] = useState(options[0]!.value)
  const [reason, setReason] = useState('')
  const [bank, setBank] = useState({ bankName: '', accountNo: '', holder: '' })
  const ask = useCall(askClosingPayout, {
    quiet: true,
    onDone: () => {
      toast.ok(t('closing.requested'))
      refresh(listLeaving, showLeaving)
    },
  })
  const isCard = cards.some(({ bankCardId }) => bankCardId === payee)
  const to = payee === OTHER ? bank : isCard ? { bankCardId: payee } : { transferId: payee }
  const incomplete = payee === OTHER && Object.values(bank).some((text) => text.trim().length < 2)
  const missing = incomplete ? t('closing.otherBank') : reason.trim().length < 2 ? t('desk.reason') : undefined
  return (
    <div className={css.decide}>
      <Field label={t('closing.payTo')} hint={t('closing.payToHint')}>
        {(wiring) => <Select {...wiring} value={payee} options={options} onChange={setPayee} />}
      </Field>
      {payee === OTHER &&
        (['bankName', 'accountNo', 'holder'] as const).map((name) => (
          <Field key={name} label={t(`closing.${name}`)}>
            {(wiring) => (
              <Input
                {...wiring}
                value={bank[name]}
                maxLength={name === 'accountNo' ? 40 : 60}
                autoComplete="off"
                onChange={(text) => setBank({ ...bank, [name]: text })}
              />
            )}
          </Field>
        ))}
      <Field label={t('desk.reason')} hint={t('desk.reasonHint')}>
        {(wiring) => <Input {...wiring} value={reason} maxLength={500} onChange={setReason} />}
      </Field>
      <FormError text={ask.error?.says} />
      <Button
        look="primary"
        loading={ask.isPending}
        disabled={missing}
        onClick={() => ask.mutate({ caseId, ...to, reason })}
      >
        {t('closing.request')}
      </Button>
    </div>
  )
}

type Payout = Output<typeof showLeaving>['payouts'][number]
const tones = { SENT: 'warn', PAID: 'ok', RETURNED: 'bad' } as const satisfies Record<ClosingPayoutState, Tone>

/** Completed payouts, and the bank's answer for one in progress. */
function PayoutSteps({ payouts }: { payouts: readonly Payout[] }) {
  const t = useText()
  if (!payouts.length) return null
  return (
    <section>
      <h3 className={css.title}>{t('closing.payouts')}</h3>
      {payouts.map((payout) => (
        <div key={payout.payoutNo} className={css.detail}>
          <Facts
            facts={[
              [
                <StatusTag tone={tones[payout.state]} text={payout.stateText} />,
                <>
                  <Money cents={payout.amount} strong /> {payout.pay}
                </>,
              ],
              [t('closing.payee'), payout.payee],
              [t('closing.people'), `${payout.maker} · ${payout.checker}`],
              [t('closing.reference'), payout.reference ?? '–'],
              [t('closing.time'), showTime(payout.settleTime ?? payout.createTime)],
            ]}
          />
          {payout.state === 'SENT' && <Settle payout={payout} />}
        </div>
      ))}
    </section>
  )
}

function Settle({ payout: { payoutNo, target } }: { payout: Payout }) {
  const t = useText()
  const [text, setText] = useState('')
  const manner = {
    quiet: true,
    onDone: () => {
      toast.ok(t('closing.recorded'))
      refresh(listLeaving, showLeaving)
    },
  }
  const paid = useCall(recordClosingPayout, manner)
  const back = useCall(returnClosingPayout, manner)
  const reveal = useCall(revealClosingPayee, { quiet: true })
  const short = text.trim().length < 4 ? t('closing.referenceOrReason') : undefined
  return (
    <div className={css.decide}>
      <Field label={t('closing.referenceOrReason')} hint={t('closing.referenceHint')}>
        {(wiring) => <Input {...wiring} value={text} maxLength={80} onChange={setText} />}
      </Field>
      {reveal.data && <code>{`${reveal.data.accountNo} ${reveal.data.holder}`}</code>}
      <FormError text={[paid, back, reveal].find(({ error }) => error)?.error?.says} />
      <span className={css.buttons}>
        <Button
          look="primary"
          loading={paid.isPending}
          disabled={short}
          onClick={() => paid.mutate({ payoutNo, reference: text })}
        >
          {t('closing.record')}
        </Button>
        <Button
          look="danger"
          loading={back.isPending}
          disabled={short}
          onClick={() => back.mutate({ payoutNo, reason: text })}
        >
          {t('closing.return')}
        </Button>
        {target !== 'SOURCE' && (
          <Button
            look="quiet"
            loading={reveal.isPending}
            onClick={() => reveal.mutate({ payoutNo, reason: `${payoutNo} payment` })}
          >
            {t('closing.reveal')}
          </Button>
        )}
      </span>
    </div>
  )
}
