import { useState } from 'react'
import type { Call, Output, Input as CallInput } from '#contract/core/call.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { meant, said, typed, type Fields, type Figures, type Tables } from './figures.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Products.module.css'

/**
 * Changes figures, now or at a set time, with a reason: one dialog for ranges, prices and plans, built from the table of their fields. Only changes are sent.
 */
export function ChangeDialog<C extends Call>({
  call,
  about,
  title,
  text,
  submit,
  done,
  fields,
  stands,
  tables = {},
  empty = {},
  forAccount,
  refreshes,
  onClose,
}: {
  call: C
  about: object
  title: string
  text: string
  submit: string
  done: (answer: Output<C>) => string
  fields: Fields
  stands: Figures
  tables?: Tables
  /** The meaning of an empty field, if it has one. */
  empty?: Readonly<Record<string, string | undefined>>
  /** For an exception: asks for the user number, prefilled with this one. */
  forAccount?: string
  refreshes: readonly Call[]
  onClose: () => void
}) {
  const t = useText()
  const names = Object.keys(fields)
  const first = Object.fromEntries(names.map((name) => [name, typed(fields[name]!.as, stands[name])]))
  const [values, setValues] = useState<Record<string, string>>(first)
  const [userNo, setUserNo] = useState(forAccount ?? '')
  const [at, setAt] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const send = useCall(call, {
    quiet: true,
    onDone: (answer: Output<C>) => {
      toast.ok(done(answer))
      refresh(...refreshes)
      onClose()
    },
  })
  const changed = names.filter((name) => values[name] !== first[name])
  const wrong = (name: string) => meant(fields[name]!.as, values[name]!) === undefined
  const shown = (name: string, value: unknown) => {
    const { as } = fields[name]!
    if (value === null || value === undefined || value === '') return empty[name] ?? '–'
    return as === 'yes' ? t(value ? 'products.yes' : 'products.no') : said(as, value, tables)
  }
  const becoming = (name: string) => ({
    label: fields[name]![langNow()],
    before: shown(name, stands[name]),
    after: shown(name, meant(fields[name]!.as, values[name]!)),
  })
  const lacks = {
    userNo: forAccount !== undefined && !userNo.trim() ? t('products.needUserNo') : undefined,
    reason: reason.trim().length < 2 ? t('products.needReason') : undefined,
  }
  const refused = send.error
  const ofChange = refused?.fields['change']
  function submitAll() {
    setTried(true)
    if (changed.some(wrong) || lacks.userNo || lacks.reason) return
    const change = Object.fromEntries(changed.map((name) => [name, meant(fields[name]!.as, values[name]!)]))
    send.mutate({
      ...about,
      ...(forAccount !== undefined && { userNo: userNo.trim() }),
      change,
      ...(at && { effectTime: new Date(at).getTime() }),
      reason: reason.trim(),
    } as unknown as CallInput<C>)
  }
  return (
    <Dialog title={title} onClose={onClose} width={760}>
      <CallForm
        form={{
          loading: send.isPending,
          submitError: ofChange ?? (refused && !refused.fields['userNo'] ? refused.says : undefined),
        }}
        onSubmit={submitAll}
        onCancel={onClose}
        submit={submit}
        submitOff={changed.length ? undefined : t('products.nothingChanged')}
        summary={changed.length > 0 && !changed.some(wrong) && <Becomes lines={changed.map(becoming)} />}
      >
        <p className={css.small}>{text}</p>
        {forAccount !== undefined && (
          <Field
            label={t('products.userNo')}
            problem={refused?.fields['userNo'] ?? (tried ? lacks.userNo : undefined)}
            required
          >
            {(wiring) => <Input {...wiring} value={userNo} onChange={setUserNo} inputMode="numeric" data-autofocus />}
          </Field>
        )}
        <div className={css.grid}>
          {names.map((name) => {
            const field = fields[name]!
            const table = field.as === 'yes' ? yesNo(t('products.yes'), t('products.no')) : tables[field.as]
            const set = (value: string) => setValues({ ...values, [name]: value })
            const problem = wrong(name) ? t('parts.checkField') : undefined
            return (
              <div key={name} className={field.as === 'text' || field.as === 'words' ? css.wide : undefined}>
                <Field label={field[langNow()]} problem={problem}>
                  {(wiring) =>
                    table ? (
                      <Select
                        {...wiring}
                        value={values[name]!}
                        options={Object.entries(table).map(([value, words]) => ({ value, label: words[langNow()] }))}
                        onChange={set}
                      />
                    ) : (
                      <Input
                        {...wiring}
                        value={values[name]!}
                        onChange={set}
                        inputMode={field.as === 'text' || field.as === 'words' ? 'text' : 'decimal'}
                        placeholder={empty[name]}
                        suffix={{ money: 'USD', rate: '%' }[field.as]}
                      />
                    )
                  }
                </Field>
              </div>
            )
          })}
        </div>
        <Field label={t('products.effect')} hint={t('products.effectHint')}>
          {(wiring) => <Input {...wiring} type="datetime-local" value={at} onChange={setAt} />}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={tried ? lacks.reason : undefined} required>
          {(wiring) => <TextArea {...wiring} value={reason} onChange={setReason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}

/** Every changed figure, before approval is requested. */
function Becomes({ lines }: { lines: readonly { label: string; before: string; after: string }[] }) {
  return (
    <ul className={css.becomes}>
      {lines.map(({ label, before, after }) => (
        <li key={label}>
          <span>{label}</span>
          <span>
            <s>{before}</s> → <b>{after}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}

const yesNo = (yes: string, no: string) => ({ 1: { cn: yes, en: yes }, 0: { cn: no, en: no } })
