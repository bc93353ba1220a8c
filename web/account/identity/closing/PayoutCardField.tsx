import { listPayoutCards } from '#contract/referrals/referrals.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { useText } from '../text.ts'

/** Which of one's payout cards the balance goes to; shown where there is one. */
export function PayoutCardField({
  field: { value, onChange, problem },
}: {
  field: { value: string; onChange: (value: string) => void; problem?: string | undefined }
}) {
  const t = useText()
  const { data: cards } = useAsk(listPayoutCards, {}, { quiet: true })
  if (!cards?.length) return null
  const options = [
    { value: '', label: t('identity.closingPayToSource') },
    ...cards.map(({ bankCardId, bankName, cardNo }) => ({ value: bankCardId, label: `${bankName} ${cardNo}` })),
  ]
  return (
    <Field label={t('identity.closingPayTo')} hint={t('identity.closingPayToHint')} problem={problem}>
      {(wiring) => <Select {...wiring} value={value} options={options} onChange={onChange} />}
    </Field>
  )
}
