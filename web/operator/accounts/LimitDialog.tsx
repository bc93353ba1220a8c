import { accountMoves, askLimit } from '#contract/accounts/desk.ts'
import type { Output } from '#contract/core/call.ts'
import { sayCheck } from '#contract/core/checks.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { DateRangeField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { langNow } from '#web/text.ts'
import { useState } from 'react'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

export type Limit = Output<typeof accountMoves>['limits'][number]

/** A custom limit for this account for a period, or back to the standard. Needs a second approver. */
export function LimitDialog({ accountId, limit, onClose }: { accountId: string; limit: Limit; onClose: () => void }) {
  const t = useText()
  const [back, setBack] = useState(false)
  const form = useForm(askLimit, { initial: { accountId, key: limit.key, amount: '', reason: '' }, money: ['amount'] })
  /** The call takes no amount as the standard limit, so here an empty one is a mistake. */
  async function send() {
    if (back || form.text('amount').trim()) return form.submit(back ? { amount: undefined } : {})
    form.refuse('amount', sayCheck('required', langNow()))
    return undefined
  }
  return (
    <FormDialog
      form={form}
      title={`${t('moves.change')} · ${limit.name}`}
      submit={t('moves.ask')}
      send={send}
      done={t('moves.asked')}
      refreshes={[accountMoves, listApprovals, staffQueues]}
      onClose={onClose}
    >
      <p>
        {t('moves.standard')} <Money cents={limit.standard} unit={limit.unit} /> · {t('moves.limitText')}
      </p>
      {limit.own && (
        <Checkbox checked={back} onChange={setBack}>
          {t('moves.back')}
        </Checkbox>
      )}
      {!back && (
        <TextField
          form={form}
          name="amount"
          label={`${t('moves.limit')} (${limit.unit})`}
          inputMode="decimal"
          autoFocus
          required
        />
      )}
      <DateRangeField
        form={form}
        name={['startTime', 'endTime']}
        label={t('moves.period')}
        hint={t('moves.periodHint')}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}
