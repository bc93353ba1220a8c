import { useState } from 'react'
import type { Call, Output, Input as CallInput } from '#contract/core/call.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { TimeField } from '../parts/TimeField.tsx'
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
  const form = useForm<C>(call, {
    initial: { ...about, ...(forAccount !== undefined && { userNo: forAccount }), change: {}, reason: '' } as never,
  })
  const own = (name: string) => ({ form, name: name as keyof CallInput<C> & string })
  const changed = names.filter((name) => values[name] !== first[name])
  const wrong = (name: string) => meant(fields[name]!.as, values[name]!) === undefined
  const shown = (name: string, value: unknown) => {
    const { as } = fields[name]!
    if (value === null || value === undefined || value === '') return empty[name] ?? '–'
    return as === 'yes' ? t(value ? 'products.yes' : 'products.no') : said(as, value, tables)
  }
  const change = Object.fromEntries(changed.map((name) => [name, meant(fields[name]!.as, values[name]!)]))
  return (
    <FormDialog
      form={form}
      title={title}
      width={760}
      submit={submit}
      submitOff={changed.length ? undefined : t('products.nothingChanged')}
      done={done}
      refreshes={refreshes}
      problem={form.refused?.fields['change']}
      summary={
        changed.length > 0 &&
        !changed.some(wrong) && (
          <Becomes
            lines={changed.map((name) => ({
              label: fields[name]![langNow()],
              before: shown(name, stands[name]),
              after: shown(name, change[name]),
            }))}
          />
        )
      }
      send={async () => (changed.some(wrong) ? undefined : form.submit({ change } as unknown as Partial<CallInput<C>>))}
      onClose={onClose}
    >
      <Muted as="p">{text}</Muted>
      {forAccount !== undefined && (
        <TextField {...own('userNo')} label={t('products.userNo')} inputMode="numeric" autoFocus />
      )}
      <div className={css.grid}>
        {names.map((name) => {
          const { as, ...words } = fields[name]!
          const table = as === 'yes' ? yesNo(t('products.yes'), t('products.no')) : tables[as]
          const long = as === 'text' || as === 'words'
          const bound = { value: values[name]!, onChange: (value: string) => setValues({ ...values, [name]: value }) }
          return (
            <div key={name} className={long ? css.wide : undefined}>
              <Field label={words[langNow()]} problem={wrong(name) ? t('parts.checkField') : undefined}>
                {(wiring) =>
                  table ? (
                    <Select {...wiring} {...bound} options={optionsOf(table)} />
                  ) : (
                    <Input
                      {...wiring}
                      {...bound}
                      inputMode={long ? 'text' : 'decimal'}
                      placeholder={empty[name]}
                      suffix={{ money: 'USD', rate: '%' }[as]}
                    />
                  )
                }
              </Field>
            </div>
          )
        })}
      </div>
      <TimeField {...own('effectTime')} label={t('products.effect')} hint={t('products.effectHint')} />
      <ReasonField form={form} />
    </FormDialog>
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
