import { useState } from 'react'
import { accountMoves, adjustCauses, askAdjustment, type AdjustCause, accountFees } from '#contract/accounts/desk.ts'
import type { showAccount } from '#contract/accounts/accounts.ts'
import { approvalKinds, listApprovals } from '#contract/staff/approvals.ts'
import type { Output } from '#contract/core/call.ts'
import { parse, plain, show } from '#contract/core/money.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { showTime } from '#web/parts/dates.ts'
import { AttachmentField } from '../staff/approvals/AttachmentField.tsx'
import { useText } from './text.ts'

const causes = Object.keys(adjustCauses) as AdjustCause[]

/** A manual adjustment: requested here, and carried out when a second approver agrees. */
export function AdjustDialog({
  account: { accountId, wallet },
  onClose,
}: {
  account: Output<typeof showAccount>
  onClose: () => void
}) {
  const t = useText()
  const form = useForm(askAdjustment, {
    initial: { accountId, cause: 'GOODWILL', amount: '', reason: '', fileId: '' },
    money: ['amount'],
  })
  const [{ problem: wrong, ...amount }, { problem, ...reason }] = [form.field('amount'), form.field('reason')]
  const cents = parse(String(form.values.amount ?? '')) ?? 0
  const isFee = form.values.cause === 'FEE_RETURN'
  const into = adjustCauses[form.values.cause as AdjustCause].direction === 'IN'
  const limit = approvalKinds['account.adjust'].manyFromCents
  const afterwards = cents > 0 && [
    t('moves.afterwards', { amount: show(wallet.available + (into ? cents : -cents)) }),
    ...(cents > limit ? [t('moves.many', { limit: show(limit) })] : []),
  ]
  async function send() {
    if (!(await form.submit())) return
    toast.ok(t('moves.asked'))
    refresh(accountMoves, listApprovals, staffQueues)
    onClose()
  }
  return (
    <Dialog title={t('moves.adjust')} onClose={onClose}>
      <CallForm form={form} onSubmit={() => void send()} onCancel={onClose} submit={t('moves.ask')}>
        <p>{t('moves.adjustText')}</p>
        <Field label={t('moves.cause')} required>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.values.cause as AdjustCause}
              onChange={(cause) => form.set({ cause, feeTransferId: undefined, feeCode: undefined })}
              options={causes.map((value) => ({
                value,
                label: `${adjustCauses[value].direction === 'IN' ? '+' : '−'} ${adjustCauses[value][langNow()]}`,
              }))}
            />
          )}
        </Field>
        {isFee && (
          <FeeField
            accountId={accountId}
            problem={form.problemOf('feeTransferId')}
            onFee={({ transferId, feeCode, left }) =>
              form.set({ feeTransferId: transferId, feeCode, amount: plain(left) })
            }
          />
        )}
        <Field label={t('moves.amount')} hint={afterwards && afterwards.join(' ')} problem={wrong} required>
          {(wiring) => <Input {...wiring} {...amount} inputMode="decimal" autoComplete="off" data-autofocus />}
        </Field>
        <AttachmentField
          label={t('moves.attachment')}
          problem={form.problemOf('fileId')}
          onFile={(fileId) => form.set({ fileId })}
        />
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}

type Fee = Output<typeof accountFees>['list'][number]

/** The fee to return: the account's charges, with the unreturned part of each. */
function FeeField({
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
