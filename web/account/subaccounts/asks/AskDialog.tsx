import { useState } from 'react'
import { elementKeys, elements } from '#contract/core/permissions.ts'
import { askKinds, askParent, listAsks, type AskKind } from '#contract/subaccounts/subaccounts.ts'
import { parse, plain } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, MoneyInput, Select } from '#web/ui/forms/Input.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** A sub-account's request to its parent, prefilled from the refusal if there was one. */
export default function AskDialog({
  kind: first = 'BUDGET',
  amount,
  hint,
  onClose,
}: {
  kind?: AskKind | undefined
  /** In cents. */
  amount?: number | undefined
  hint?: string | undefined
  onClose: () => void
}) {
  const t = useText()
  const lang = langNow()
  const { subPermission } = useSession()
  const [kind, setKind] = useState<AskKind>(first)
  const form = useForm(askParent, {
    initial: { kind: first, amount: amount === undefined ? '' : plain(amount).replaceAll(',', ''), note: '' },
  })
  const [key, setKey] = useState('')
  const [done, setDone] = useState(false)
  const money = kind === 'BUDGET' || kind === 'FUNDS'
  const typed = form.field('amount')
  const note = form.field('note')
  const lacking = elementKeys.filter((one) => !subPermission?.includes(one))
  const cents = parse(typed.value)

  async function submit() {
    const answer = await form.submit({
      kind,
      amount: money ? cents : undefined,
      key: kind === 'RIGHT' ? key : undefined,
      note: note.value || undefined,
    })
    if (!answer) return
    refresh(listAsks)
    setDone(true)
  }
  if (done)
    return (
      <Dialog title={t('subaccounts.ask.title')} onClose={onClose}>
        <Outcome title={t('subaccounts.ask.done')} text={t('subaccounts.ask.doneText')} onClose={onClose} />
      </Dialog>
    )
  const missing = (money && !cents) || (kind === 'RIGHT' && !key)
  return (
    <Dialog title={t('subaccounts.ask.title')} onClose={onClose}>
      <CallForm
        form={form}
        submitOff={missing ? t(money ? 'subaccounts.ask.amount' : 'subaccounts.ask.right') : undefined}
        submit={t('subaccounts.ask.submit')}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        {hint && <p>{hint}</p>}
        <Segmented
          label={t('subaccounts.ask.kind')}
          value={kind}
          options={(Object.keys(askKinds) as AskKind[]).map((value) => ({ value, label: askKinds[value][lang] }))}
          onChange={setKind}
        />
        {money && (
          <Field label={t('subaccounts.ask.amount')} problem={form.problemOf('amount')} required>
            {(wiring) => (
              <MoneyInput {...wiring} value={typed.value} onChange={typed.onChange} prefix="$" placeholder="0.00" />
            )}
          </Field>
        )}
        {kind === 'RIGHT' && (
          <Field label={t('subaccounts.ask.right')} problem={form.problemOf('key')} required>
            {(wiring) => (
              <Select
                {...wiring}
                value={key}
                onChange={setKey}
                placeholder={t('subaccounts.choose')}
                options={lacking.map((value) => ({ value, label: elements[value].name[lang] }))}
              />
            )}
          </Field>
        )}
        <Field label={t('subaccounts.ask.note')} problem={note.problem}>
          {(wiring) => <Input {...wiring} value={note.value} onChange={note.onChange} maxLength={200} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
