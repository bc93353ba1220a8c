/** An issuer's invoice as one person enters it, line by line beside our counts; it is booked when a second approver agrees. */
import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { add, parse, show, type Cents } from '#contract/core/money.ts'
import {
  enterInvoice,
  listInvoices,
  showInvoice,
  showQuantity,
  type InvoiceKind,
  type InvoiceLine,
} from '#contract/programs/invoices.ts'
import { uploadAttachment } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { ask } from '#web/parts/client/client.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { showMonth } from '#web/parts/dates.ts'
import { MoneyField, TextField } from '#web/parts/forms/fields.tsx'
import { FileField } from '#web/parts/forms/FileField.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { DayField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { dayText } from '#web/parts/lists/filterValues.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, MoneyInput } from '#web/ui/forms/Input.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

type Typed = { quantity: string; amount: string }
type Lines = Partial<Record<InvoiceKind, Typed>>
const EMPTY: Typed = { quantity: '', amount: '' }

/** A monthly fee is one. */
const quantityOf = (kind: InvoiceKind, { quantity, amount }: Typed): number | undefined =>
  kind === 'FIXED' ? (amount === '' ? undefined : 1) : parse(quantity, kind === 'FX' ? 2 : 0)

/** What was typed, as it is sent: NaN where it is no number. What was left empty is not on the invoice. */
const linesOf = (typed: Lines) =>
  (Object.entries(typed) as [InvoiceKind, Typed][])
    .filter(([, { quantity, amount }]) => quantity !== '' || amount !== '')
    .map(([kind, line]) => ({ kind, quantity: quantityOf(kind, line) ?? NaN, amount: parse(line.amount) ?? NaN }))

const sumOf = (lines: readonly { amount: Cents }[]): Cents =>
  add(...lines.map(({ amount }) => (Number.isNaN(amount) ? 0 : amount)))

export function EnterInvoiceDialog({
  issuerId,
  invoice: { month, lines },
  onClose,
}: {
  issuerId: string
  invoice: Pick<Output<typeof showInvoice>, 'month' | 'lines'>
  onClose: () => void
}) {
  const t = useText()
  const [typed, setTyped] = useState<Lines>({})
  const form = useForm(enterInvoice, {
    initial: {
      ...{ issuerId, month, invoiceNo: '', invoiceDate: dayText(String(serverNow())), lines: [], total: '' },
      ...{ fileId: '', reason: '' },
    },
    money: ['total'],
  })
  const type = (kind: InvoiceKind, change: Partial<Typed>) => {
    const next = { ...typed, [kind]: { ...EMPTY, ...typed[kind], ...change } }
    setTyped(next)
    form.set({ lines: linesOf(next) })
  }
  const sum = sumOf(linesOf(typed))
  return (
    <FormDialog
      form={form}
      title={t('invoices.enter')}
      submit={t('invoices.enter')}
      width={640}
      done={t('invoices.asked')}
      refreshes={[showInvoice, listInvoices, staffQueues]}
      onClose={onClose}
    >
      <p>{t('invoices.enterText', { issuer: issuerId, month: showMonth(month) })}</p>
      <Grid min={200}>
        <TextField form={form} name="invoiceNo" label={t('invoices.number')} autoFocus />
        <DayField
          form={form}
          name="invoiceDate"
          label={t('invoices.date')}
          max={dayText(String(serverNow()))}
          required
        />
      </Grid>
      {lines.map((line) => (
        <LineFields
          key={line.kind}
          line={line}
          typed={typed[line.kind] ?? EMPTY}
          onType={(change) => type(line.kind, change)}
          // No line at all is a problem of the first.
          missing={form.problemOf('lines') !== undefined && (linesOf(typed).length > 0 || line === lines[0])}
          alone={linesOf(typed).length === 0}
        />
      ))}
      <MoneyField
        form={form}
        name="total"
        label={t('invoices.total')}
        hint={t('invoices.totalHint', { amount: show(sum) })}
      />
      <FileField
        form={form}
        name="fileId"
        label={t('invoices.evidence')}
        hint={t('invoices.evidenceHint')}
        upload={(file) => ask(uploadAttachment, { file }, { quiet: true })}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}

/** Quantity and amount of one kind. `missing`: what is empty has to be filled in, if the other is not or if it stands `alone`. */
function LineFields({
  line: { kind, kindText, counted, expected },
  typed,
  onType,
  missing,
  alone,
}: {
  line: InvoiceLine
  typed: Typed
  onType: (change: Partial<Typed>) => void
  missing: boolean
  alone: boolean
}) {
  const t = useText()
  const begun = alone || typed.quantity !== '' || typed.amount !== ''
  const problemOf = (text: string, value: number | undefined): string | undefined =>
    text === ''
      ? missing && begun
        ? t('invoices.fillBoth')
        : undefined
      : value === undefined
        ? t('invoices.typeNumber')
        : undefined
  return (
    <Grid min={200}>
      {kind !== 'FIXED' && (
        <Field
          label={t(kind === 'FX' ? 'invoices.lineForeign' : 'invoices.lineQuantity', { kind: kindText })}
          hint={t('invoices.countedHint', { count: showQuantity(kind, counted) })}
          problem={problemOf(typed.quantity, quantityOf(kind, typed))}
        >
          {(wiring) =>
            kind === 'FX' ? (
              <MoneyInput {...wiring} value={typed.quantity} onChange={(quantity) => onType({ quantity })} />
            ) : (
              <Input
                {...wiring}
                inputMode="numeric"
                autoComplete="off"
                value={typed.quantity}
                onChange={(quantity) => onType({ quantity })}
              />
            )
          }
        </Field>
      )}
      <Field
        label={t('invoices.lineAmount', { kind: kindText })}
        hint={t('invoices.expectedHint', { amount: show(expected) })}
        problem={problemOf(typed.amount, parse(typed.amount))}
      >
        {(wiring) => <MoneyInput {...wiring} value={typed.amount} onChange={(amount) => onType({ amount })} />}
      </Field>
    </Grid>
  )
}
