import { accountMoves, askLimit } from '#contract/accounts/desk.ts'
import type { Output } from '#contract/core/call.ts'
import { sayCheck } from '#contract/core/checks.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { BoundField, TextField, type FieldProps } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Checkbox, Input } from '#web/ui/forms/Input.tsx'
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
      <DayField form={form} name="startTime" label={t('moves.from')} hint={t('moves.fromHint')} at="00:00:00" />
      <DayField form={form} name="endTime" label={t('moves.untilDay')} hint={t('moves.untilHint')} at="23:59:59" />
      <ReasonField form={form} />
    </FormDialog>
  )
}

const SHANGHAI_MS = 8 * 3_600_000

/** A day at the desk is Shanghai's, from its start to its end. */
function DayField({ at, ...field }: FieldProps<typeof askLimit> & { name: 'startTime' | 'endTime'; at: string }) {
  const time = field.form.values[field.name]
  return (
    <BoundField {...field}>
      {(wiring) => (
        <Input
          {...wiring}
          type="date"
          value={typeof time === 'number' ? new Date(time + SHANGHAI_MS).toISOString().slice(0, 10) : ''}
          onChange={(day) => field.form.set({ [field.name]: day ? Date.parse(`${day}T${at}+08:00`) : undefined })}
        />
      )}
    </BoundField>
  )
}
