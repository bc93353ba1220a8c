import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { fieldsOfRule, type TypedRule } from './typedRules.ts'
import { useText } from '../text.ts'
import css from './Rules.module.css'

/** One rule: its conditions as text, those that are left empty do not count. */
export function RuleFields({
  rule,
  problem,
  onChange,
  onRemove,
}: {
  rule: TypedRule
  problem: (name: string) => string | undefined
  onChange: (change: Partial<TypedRule>) => void
  onRemove: () => void
}) {
  const t = useText()
  return (
    <fieldset className={css.fieldset}>
      <div className={css.fields}>
        {fieldsOfRule.map((name) => (
          <Field key={name} label={t(`rules.${name}`)} problem={problem(name)} required={name === 'name'}>
            {(wiring) => (
              <Input
                {...wiring}
                value={rule[name]}
                autoComplete="off"
                spellCheck={false}
                onChange={(value) => onChange({ [name]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div>
        <Button size="s" icon="trash" guardMs={0} onClick={onRemove}>
          {t('rules.removeRule')}
        </Button>
      </div>
    </fieldset>
  )
}
