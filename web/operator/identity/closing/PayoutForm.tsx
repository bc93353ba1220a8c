import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { askClosingPayout, listLeaving, showLeaving } from '#contract/identity/desk/closing.ts'
import { show } from '#contract/core/money.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Approvals.module.css'

const OTHER = 'other'

/** To the payout card that the holder chose, to another of theirs, back to a top-up, or to a bank account that is typed in. */
export function PayoutForm({ found }: { found: Output<typeof showLeaving> }) {
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
