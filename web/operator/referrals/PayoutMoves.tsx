import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import {
  approvePayout,
  confirmPayout,
  listPayouts,
  returnPayout,
  revealPayoutCard,
  sendPayout,
  showPayout,
} from '#contract/referrals/desk.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import css from '../parts/Approvals.module.css'
import { paths } from '../paths.ts'
import { useText } from './text.ts'

/** The steps that are open in this state. Each needs its words: a reason, a bank, or the bank's reference. */
export function PayoutMoves({ payout }: { payout: Output<typeof showPayout> }) {
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
