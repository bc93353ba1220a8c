import { controlBounds } from '#contract/controls/documents.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { momentText, timeOfMoment } from '#web/parts/dates.ts'
import { DateField } from '#web/ui/forms/DateRange.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Section, Stack } from '#web/ui/layout.tsx'
import { lifeDates, type Draft } from './draft.ts'
import type { ProblemOf } from './useDraft.ts'
import { useText } from './text.ts'

/** When a card is deleted, frozen and unfrozen, and how long it may be unused. */
export function LifeFields({
  draft: { life },
  problemOf,
  onChange,
}: {
  draft: Draft
  problemOf: ProblemOf
  onChange: (change: Pick<Draft, 'life'>) => void
}) {
  const t = useText()
  const set = (change: Partial<Draft['life']>) => onChange({ life: { ...life, ...change } })
  const hints = { closeAt: t('controls.life.closeHint'), freezeAt: undefined, thawAt: t('controls.life.thawHint') }
  const bounds = { min: controlBounds.idleFrom, max: controlBounds.idleTo }
  return (
    <Section title={t('controls.life.title')}>
      <Stack data-line="life">
        <p>{t('controls.life.hint')}</p>
        {lifeDates.map((name) => (
          <DateField
            key={name}
            label={t(`controls.life.${name}`)}
            hint={hints[name]}
            problem={problemOf(`life.${name}`, t('controls.life.hint'))}
            minutes
            min={momentText(serverNow())}
            value={life[name] === undefined ? '' : momentText(life[name])}
            onChange={(text) => set({ [name]: text ? timeOfMoment(text) : undefined })}
          />
        ))}
        <Field
          label={t('controls.life.idleLabel')}
          problem={problemOf('life.idleDays', t('controls.wrong.whole', bounds))}
        >
          {(wiring) => (
            <Input {...wiring} inputMode="numeric" value={life.idleDays} onChange={(idleDays) => set({ idleDays })} />
          )}
        </Field>
      </Stack>
    </Section>
  )
}
