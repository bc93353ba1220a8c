import { useState, type ReactNode } from 'react'
import type { Call, Output, Input as CallInput } from '#contract/core/call.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Muted } from '#web/ui/layout.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { meant, said, typed, type Fields, type Figures, type Tables } from './figures.ts'
import { FigureGrid } from './FigureGrid.tsx'
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
  effect,
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
  /** What the change would mean, by what is typed. */
  effect?: (change: Figures, userNo: string) => ReactNode
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
  const userNo = String((form.values as { userNo?: unknown }).userNo ?? '').trim()
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
          <>
            <Becomes
              lines={changed.map((name) => ({
                label: fields[name]![langNow()],
                before: shown(name, stands[name]),
                after: shown(name, change[name]),
              }))}
            />
            {(forAccount === undefined || userNo.length >= 6) && effect?.(change, userNo)}
          </>
        )
      }
      send={async () => (changed.some(wrong) ? undefined : form.submit({ change } as unknown as Partial<CallInput<C>>))}
      onClose={onClose}
    >
      <Muted as="p">{text}</Muted>
      {forAccount !== undefined && (
        <TextField {...own('userNo')} label={t('products.userNo')} inputMode="numeric" autoFocus />
      )}
      <FigureGrid fields={fields} values={values} onChange={setValues} tables={tables} empty={empty} />
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
            {before === '–' ? before : <s>{before}</s>} → <b>{after}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}
