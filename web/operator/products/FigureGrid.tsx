import { optionsOf } from '#web/parts/lists/filters.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { langNow } from '#web/text.ts'
import { meant, type Fields, type Tables } from './figures.ts'
import { useText } from './text.ts'
import css from './Products.module.css'

/** The typed figures of a table of fields. */
export function FigureGrid({
  fields,
  values,
  onChange,
  tables = {},
  empty = {},
  required = false,
}: {
  fields: Fields
  values: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>) => void
  tables?: Tables
  /** The meaning of an empty field, if it has one. */
  empty?: Readonly<Record<string, string | undefined>>
  /** An empty figure without a meaning is a problem, once one was typed. */
  required?: boolean
}) {
  const t = useText()
  return (
    <div className={css.grid}>
      {Object.entries(fields).map(([name, { as, ...words }]) => {
        const table = as === 'yes' ? yesNo(t('products.yes'), t('products.no')) : tables[as]
        const long = as === 'text' || as === 'words'
        const value = values[name]!
        const bound = { value, onChange: (typed: string) => onChange({ ...values, [name]: typed }) }
        return (
          <div key={name} className={long ? css.wide : undefined}>
            <Field
              label={words[langNow()]}
              problem={meant(as, value) === undefined ? t('parts.checkField') : undefined}
              required={required && !long && empty[name] === undefined}
            >
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
  )
}

const yesNo = (yes: string, no: string) => ({ 1: { cn: yes, en: yes }, 0: { cn: no, en: no } })
