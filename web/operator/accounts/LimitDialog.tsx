import { accountMoves, askLimit } from '#contract/accounts/desk.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import type { Output } from '#contract/core/call.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, TextArea } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'

/** Days of the desk are Shanghai's: from its beginning, and until its end. */
const startOf = (day: unknown) => (day ? Date.parse(`${String(day)}T00:00:00+08:00`) : undefined)
const endOf = (day: unknown) => (day ? Date.parse(`${String(day)}T23:59:59+08:00`) : undefined)

/** A limit of this account's own, from a day until a day; or back to the standard. A second person agrees. */
export function LimitDialog({
  accountId,
  limit,
  onClose,
}: {
  accountId: string
  limit: Output<typeof accountMoves>['limits'][number]
  onClose: () => void
}) {
  const t = useText()
  const form = useForm(askLimit, {
    initial: { accountId, key: limit.key, amount: '', reason: '', from: '', until: '', back: false } as never,
    money: ['amount'],
  })
  const values = form.values as Record<string, unknown>
  const set = (change: object) => form.set(change as never)
  const back = values.back === true
  const { problem, ...reason } = form.field('reason')
  const { problem: wrong, ...amount } = form.field('amount')
  async function send() {
    const times = { startTime: startOf(values.from), endTime: endOf(values.until) }
    if (!(await form.submit(back ? { ...times, amount: undefined } : times))) return
    toast.ok(t('moves.asked'))
    refresh(accountMoves, listApprovals, staffQueues)
    onClose()
  }
  return (
    <Dialog title={`${t('moves.change')} · ${limit.name}`} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void send()}
        onCancel={onClose}
        submit={t('moves.ask')}
      >
        <p>
          {t('moves.standard')} <Money cents={limit.standard} unit={limit.unit} /> · {t('moves.limitText')}
        </p>
        {limit.own && (
          <Checkbox checked={back} onChange={(on) => set({ back: on, ...(on && { amount: '1.00' }) })}>
            {t('moves.back')}
          </Checkbox>
        )}
        {!back && (
          <Field label={`${t('moves.limit')} (${limit.unit})`} problem={wrong} required>
            {(wiring) => <Input {...wiring} {...amount} inputMode="decimal" autoComplete="off" data-autofocus />}
          </Field>
        )}
        <Field label={t('moves.from')} hint={t('moves.fromHint')}>
          {(wiring) => (
            <Input {...wiring} type="date" value={String(values.from ?? '')} onChange={(from) => set({ from })} />
          )}
        </Field>
        <Field label={t('moves.untilDay')} hint={t('moves.untilHint')} problem={form.problemOf('endTime')}>
          {(wiring) => (
            <Input {...wiring} type="date" value={String(values.until ?? '')} onChange={(until) => set({ until })} />
          )}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
