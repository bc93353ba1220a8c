import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { ClosingPayoutState } from '#contract/identity/closing.ts'
import {
  listLeaving,
  recordClosingPayout,
  returnClosingPayout,
  revealClosingPayee,
  showLeaving,
} from '#contract/identity/desk/closing.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Approvals.module.css'

type Payout = Output<typeof showLeaving>['payouts'][number]
const tones = { SENT: 'warn', PAID: 'ok', RETURNED: 'bad' } as const satisfies Record<ClosingPayoutState, Tone>

/** What was paid, and for a payout under way what the bank answered. */
export function PayoutSteps({ payouts }: { payouts: readonly Payout[] }) {
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
