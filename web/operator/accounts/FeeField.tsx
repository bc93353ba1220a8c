import { useState } from 'react'
import { accountFees } from '#contract/accounts/desk.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'

type Fee = Output<typeof accountFees>['list'][number]

/** Which fee is returned: the charges of the account, with what of each is left. */
export function FeeField({
  accountId,
  problem,
  onFee,
}: {
  accountId: string
  problem: string | undefined
  onFee: (fee: Fee) => void
}) {
  const t = useText()
  const [chosen, setChosen] = useState('')
  const { data } = useAsk(accountFees, { accountId }, { quiet: true })
  const fees = (data?.list ?? []).filter(({ left }) => left > 0)
  const keyOf = ({ transferId, feeCode }: Fee) => `${transferId} ${feeCode}`
  return (
    <Field label={t('moves.fee')} problem={problem} required>
      {(wiring) => (
        <Select
          {...wiring}
          value={chosen}
          onChange={(key) => {
            setChosen(key)
            const fee = fees.find((one) => keyOf(one) === key)
            if (fee) onFee(fee)
          }}
          options={[
            { value: '', label: t(data && !fees.length ? 'moves.feeNone' : 'moves.feeChoose') },
            ...fees.map((fee) => ({
              value: keyOf(fee),
              label: `${fee.feeText} ${show(fee.left)} · ${fee.typeText} ${showTime(fee.time)}`,
            })),
          ]}
        />
      )}
    </Field>
  )
}
