/** What staff do with a dispute: give it to the issuer, and record what an issuer without an API decided. */
import { decideDispute, deskDispute, deskDisputes, fileDispute, type DeskDispute } from '#contract/disputes/desk.ts'
import { plain } from '#contract/core/money.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { MoneyField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

type Asking = { dispute: DeskDispute; onClose: () => void }
const refreshes = [deskDispute, deskDisputes, staffQueues]

export function FileDialog({ dispute: { disputeId, byApi, merchantName }, onClose }: Asking) {
  const t = useText()
  const form = useForm(fileDispute, { initial: { disputeId, reference: '' } })
  const label = t(byApi === 1 ? 'disputes.file' : 'disputes.fileByHand')
  return (
    <FormDialog
      form={form}
      title={`${label} · ${merchantName}`}
      submit={label}
      done={t(byApi === 1 ? 'disputes.filed' : 'disputes.filedByHand')}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{t(byApi === 1 ? 'disputes.fileText' : 'disputes.fileByHandText')}</p>
      {byApi === 0 && (
        <TextField
          form={form}
          name="reference"
          label={t('disputes.reference')}
          hint={t('disputes.referenceHint')}
          required
        />
      )}
    </FormDialog>
  )
}

export function DecideDialog({ dispute, onClose }: Asking) {
  const t = useText()
  const { disputeId, amount, returned, merchantName } = dispute
  const form = useForm(decideDispute, {
    initial: { disputeId, amount: plain(amount - returned), reason: '' },
    money: ['amount'],
  })
  return (
    <FormDialog
      form={form}
      title={`${t('disputes.decide')} · ${merchantName}`}
      submit={t('disputes.decide')}
      done={t('disputes.asked')}
      refreshes={[...refreshes, listApprovals]}
      onClose={onClose}
    >
      <p>{t('disputes.decideText')}</p>
      <MoneyField form={form} name="amount" label={t('disputes.returnedByIssuer')} />
      <ReasonField form={form} />
    </FormDialog>
  )
}
