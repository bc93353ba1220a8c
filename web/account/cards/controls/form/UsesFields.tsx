import { controlBounds, useKinds, usesEnds, type Uses } from '#contract/controls/documents.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { Grid, Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { langNow } from '#web/text.ts'
import type { Draft } from './draft.ts'
import type { ProblemOf } from './useDraft.ts'
import { useText } from './text.ts'

const optionsOf = <V extends string>(table: Record<V, { cn: string; en: string }>) =>
  (Object.keys(table) as V[]).map((value) => ({ value, label: table[value][langNow()] }))

/** How many purchases a card is for. */
export function UsesFields({
  uses,
  problemOf,
  onChange,
}: {
  uses: Draft['uses']
  problemOf: ProblemOf
  onChange: (uses: Draft['uses']) => void
}) {
  const t = useText()
  const set = (change: Partial<Draft['uses']>) => onChange({ ...uses, ...change })
  return (
    <Section title={t('trades.stopped.line.uses')}>
      <Stack data-line="uses">
        <Grid min={180}>
          <Field
            label={t('controls.uses.max')}
            hint={t('controls.uses.maxHint')}
            problem={problemOf('uses.max', t('controls.wrong.whole', { min: 1, max: controlBounds.uses }))}
          >
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="numeric"
                autoComplete="off"
                value={uses.max}
                onChange={(max) => set({ max })}
              />
            )}
          </Field>
          {uses.max.trim() !== '' && (
            <>
              <Field label={t('controls.uses.per')}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={uses.per}
                    options={optionsOf<Uses['per']>(useKinds)}
                    onChange={(per) => set({ per })}
                  />
                )}
              </Field>
              <Field label={t('controls.uses.end')}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={uses.then}
                    options={optionsOf<Uses['then']>(usesEnds)}
                    onChange={(then) => set({ then })}
                  />
                )}
              </Field>
            </>
          )}
        </Grid>
        {uses.max.trim() === '' ? (
          <Row>
            <Button guardMs={0} onClick={() => set({ max: '1', then: 'CLOSE' })}>
              {t('controls.uses.once')}
            </Button>
          </Row>
        ) : (
          <Muted as="p">{t('controls.uses.about')}</Muted>
        )}
      </Stack>
    </Section>
  )
}
