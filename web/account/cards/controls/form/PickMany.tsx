import { useEffect, useState } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select, SHORT_LIST } from '#web/ui/forms/Input.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { useText } from './text.ts'
import css from './Controls.module.css'

/** Any number of a long list: chosen one by one, each removed by its own button. */
export function PickMany({
  what,
  ids,
  nameOf,
  chosen,
  problem,
  onChange,
}: {
  what: string
  ids: readonly string[]
  nameOf: (id: string) => string
  chosen: readonly string[]
  problem: string | undefined
  onChange: (chosen: string[]) => void
}) {
  const t = useText()
  // A combobox shows what is chosen in it; chosen, it is in the list below, and the box is empty again.
  const [picked, setPicked] = useState<string | null>(null)
  useEffect(() => {
    if (picked !== null) setPicked(null)
  }, [picked])
  const label = t('controls.form.add', { what })
  const options = ids.filter((id) => !chosen.includes(id)).map((id) => ({ id, text: nameOf(id) }))
  const pick = (id: string | null) => {
    setPicked(id)
    if (id && !chosen.includes(id)) onChange([...chosen, id])
  }
  return (
    <Stack>
      {/* Nothing yet: a long list that is still loading. */}
      {ids.length === 0 || ids.length > SHORT_LIST ? (
        <Combobox label={label} items={options} value={picked} problem={problem} onChange={pick} />
      ) : (
        <Field label={label} problem={problem}>
          {(wiring) => (
            <Select
              {...wiring}
              value=""
              placeholder={t('controls.form.choose')}
              options={options.map(({ id, text }) => ({ value: id, label: text }))}
              onChange={pick}
            />
          )}
        </Field>
      )}
      {chosen.length > 0 && (
        <Row as="ul">
          {chosen.map((id) => (
            <li key={id}>
              <Button
                size="s"
                icon="close"
                guardMs={0}
                className={css.chip!}
                aria-label={t('controls.form.remove', { what: nameOf(id) })}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                {nameOf(id)}
              </Button>
            </li>
          ))}
        </Row>
      )}
    </Stack>
  )
}
