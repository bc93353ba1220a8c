import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input } from '#web/ui/forms/Input.tsx'
import { Grid, Row, Stack } from '#web/ui/layout.tsx'
import type { HoursDraft } from './draft.ts'
import { dayName } from './lines.ts'
import type { ProblemOf } from './useDraft.ts'
import { useText } from './text.ts'
import css from './Controls.module.css'

const week = [1, 2, 3, 4, 5, 6, 7]

/** Days and times in which the card may be used. */
export function HoursFields({
  no,
  hours,
  problemOf,
  onChange,
  onRemove,
}: {
  no: number
  hours: HoursDraft
  problemOf: ProblemOf
  onChange: (hours: HoursDraft) => void
  onRemove: () => void
}) {
  const t = useText()
  const { days } = hours
  const toggle = (day: number, on: boolean) =>
    onChange({ ...hours, days: week.filter((one) => (one === day ? on : days.includes(one))) })
  return (
    <Stack role="group" aria-label={t('controls.form.period', { no })} className={css.block}>
      <Field label={t('controls.form.days')} group problem={problemOf('days', t('controls.wrong.days'))}>
        {(wiring) => (
          <Row gap={4}>
            {week.map((day) => (
              <Checkbox
                key={day}
                checked={days.includes(day)}
                aria-invalid={wiring['aria-invalid']}
                onChange={(on) => toggle(day, on)}
              >
                {dayName(day)}
              </Checkbox>
            ))}
          </Row>
        )}
      </Field>
      <Grid min={140}>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`controls.form.${end}`)} problem={problemOf(end, t('controls.wrong.clock'))}>
            {(wiring) => (
              <Input
                {...wiring}
                type="time"
                value={hours[end]}
                onChange={(value) => onChange({ ...hours, [end]: value })}
              />
            )}
          </Field>
        ))}
      </Grid>
      <Row end>
        <Button icon="trash" look="quiet" guardMs={0} onClick={onRemove}>
          {t('controls.form.removeHours', { no })}
        </Button>
      </Row>
    </Stack>
  )
}
