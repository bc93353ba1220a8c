/** What staff record of a programme: a prefund, which a second approver agrees to, and the floor. */
import type { Output } from '#contract/core/call.ts'
import { plain, show } from '#contract/core/money.ts'
import { fundProgram, listPrograms, setFloor, showProgram } from '#contract/programs/desk.ts'
import { uploadAttachment } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { ask } from '#web/parts/client/client.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { MoneyField, SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FileField } from '#web/parts/forms/FileField.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { DayField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { dayText } from '#web/parts/lists/filterValues.ts'
import { Grid } from '#web/ui/layout.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

type Asking = { program: Output<typeof showProgram>; onClose: () => void }
const refreshes = [showProgram, listPrograms, staffQueues]
const shanghaiDay = (): string => dayText(String(serverNow()))

export function FundDialog({ program: { issuerId, banks }, onClose }: Asking) {
  const t = useText()
  const form = useForm(fundProgram, {
    initial: {
      ...{ issuerId, bankId: banks[0]?.bankId ?? '', amount: '', reference: '', valueDate: shanghaiDay() },
      ...{ fileId: '', reason: '' },
    },
    money: ['amount'],
  })
  const there = banks.find(({ bankId }) => bankId === form.text('bankId'))?.balance ?? 0
  return (
    <FormDialog
      form={form}
      title={t('programs.fund')}
      submit={t('programs.fund')}
      width={600}
      done={t('programs.asked')}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{t('programs.fundText', { issuer: issuerId })}</p>
      <Grid min={200}>
        <SelectField
          form={form}
          name="bankId"
          label={t('programs.bank')}
          required
          options={banks.map(({ bankId, bankName }) => ({ value: bankId, label: bankName }))}
          hint={t('programs.atBank', { amount: show(there) })}
        />
        <MoneyField form={form} name="amount" label={t('programs.amount')} />
        <TextField form={form} name="reference" label={t('programs.reference')} />
        <DayField form={form} name="valueDate" label={t('programs.valueDate')} max={shanghaiDay()} required />
      </Grid>
      <FileField
        form={form}
        name="fileId"
        label={t('programs.evidence')}
        hint={t('programs.evidenceHint')}
        upload={(file) => ask(uploadAttachment, { file }, { quiet: true })}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}

export function FloorDialog({ program: { issuerId, floor }, onClose }: Asking) {
  const t = useText()
  const form = useForm(setFloor, {
    initial: { issuerId, floor: floor === null ? '' : plain(floor), reason: '' },
    money: ['floor'],
  })
  return (
    <FormDialog
      form={form}
      title={t('programs.setFloor')}
      submit={t('programs.setFloor')}
      done={({ openingPaused }) => t(openingPaused ? 'programs.floorPaused' : 'programs.floorDone')}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{t('programs.floorText', { issuer: issuerId })}</p>
      <MoneyField form={form} name="floor" label={t('programs.floor')} hint={t('programs.floorHint')} />
      <ReasonField form={form} />
    </FormDialog>
  )
}
