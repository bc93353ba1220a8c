import { accountMoves, adjustCauses, askAdjustment, type AdjustCause, accountFees } from '#contract/accounts/desk.ts'
import type { showAccount } from '#contract/accounts/accounts.ts'
import { approvalKinds, listApprovals, uploadAttachment } from '#contract/staff/approvals.ts'
import type { Output } from '#contract/core/call.ts'
import { plain, show } from '#contract/core/money.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { ask } from '#web/parts/client/client.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { BoundField, SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FileField } from '#web/parts/forms/FileField.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Select } from '#web/ui/forms/Input.tsx'
import { langNow } from '#web/text.ts'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

const causes = Object.keys(adjustCauses) as AdjustCause[]

/** A manual adjustment: requested here, and carried out when a second approver agrees. */
export function AdjustDialog({
  account: { accountId, status, wallet },
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
  const cents = form.cents('amount') ?? 0
  const cause = form.values.cause as AdjustCause
  const into = adjustCauses[cause].direction === 'IN'
  const limit = approvalKinds['account.adjust'].manyFromCents
  // A closing account's wallet stays empty: what it is credited is payable.
  const live = status === 'ACTIVE'
  const afterwards = cents > 0 && [
    ...(live ? [t('moves.afterwards', { amount: show(wallet.available + (into ? cents : -cents)) })] : []),
    ...(cents > limit ? [t('moves.many', { limit: show(limit) })] : []),
  ]
  return (
    <FormDialog
      form={form}
      title={t('moves.adjust')}
      submit={t('moves.ask')}
      done={t('moves.asked')}
      refreshes={[accountMoves, listApprovals, staffQueues]}
      onClose={onClose}
    >
      <p>{t('moves.adjustText')}</p>
      <SelectField
        form={form}
        name="cause"
        label={t('moves.cause')}
        required
        options={causes
          .filter((value) => live || adjustCauses[value].direction === 'IN')
          .map((value) => ({
            value,
            label: `${adjustCauses[value].direction === 'IN' ? '+' : '−'} ${adjustCauses[value][langNow()]}`,
          }))}
        onChange={() => form.set({ feeTransferId: undefined, feeCode: undefined })}
      />
      {cause === 'FEE_RETURN' && <FeeField accountId={accountId} form={form} />}
      <TextField
        form={form}
        name="amount"
        label={t('moves.amount')}
        hint={afterwards && afterwards.join(' ')}
        inputMode="decimal"
        autoFocus
      />
      <FileField
        form={form}
        name="fileId"
        label={t('moves.attachment')}
        hint={t('moves.attachmentHint')}
        upload={(file) => ask(uploadAttachment, { file }, { quiet: true })}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}

type Fee = Output<typeof accountFees>['list'][number]

/** The fee to return: the account's charges, with the unreturned part of each. */
function FeeField({ accountId, form }: { accountId: string; form: Form<typeof askAdjustment> }) {
  const t = useText()
  const { data } = useAsk(accountFees, { accountId }, { quiet: true })
  const fees = (data?.list ?? []).filter(({ left }) => left > 0)
  const keyOf = ({ transferId, feeCode }: Pick<Fee, 'transferId' | 'feeCode'>) => `${transferId} ${feeCode}`
  function choose(key: string) {
    const fee = fees.find((one) => keyOf(one) === key)
    if (fee) form.set({ feeTransferId: fee.transferId, feeCode: fee.feeCode, amount: plain(fee.left) })
  }
  return (
    <BoundField form={form} name="feeTransferId" label={t('moves.fee')} required>
      {(wiring) => (
        <Select
          {...wiring}
          value={keyOf({ transferId: form.text('feeTransferId'), feeCode: form.text('feeCode') }).trim()}
          onChange={choose}
          placeholder={t(data && !fees.length ? 'moves.feeNone' : 'moves.feeChoose')}
          options={fees.map((fee) => ({
            value: keyOf(fee),
            label: `${fee.feeText} ${show(fee.left)} · ${fee.typeText} ${showTime(fee.time)}`,
          }))}
        />
      )}
    </BoundField>
  )
}
