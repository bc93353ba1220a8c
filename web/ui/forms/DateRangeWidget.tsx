import { useState } from 'react'
import { parseDate } from '@internationalized/date'
import { Dialog } from 'react-aria-components/Dialog'
import { DateRangePicker, Group, Popover, RangeCalendar } from 'react-aria-components/DateRangePicker'
import { Button } from './Button.tsx'
import { Row } from '../layout.tsx'
import type { Handover } from '../onDemand/useLoaded.ts'
import {
  CalendarHead,
  Clear,
  DateLocale,
  Frame,
  Month,
  OpenCalendar,
  Segments,
  useFocusTakenOver,
} from './DateParts.tsx'
import type { DateRangeProps, Days } from './DateRange.tsx'
import field from './Field.module.css'
import css from './Picker.module.css'

const parsed = (day: string | undefined) => (day ? parseDate(day) : undefined)

/** Loaded by `DateRange`. */
export default function DateRangeWidget({
  label,
  hint,
  problem,
  required = false,
  disabled = false,
  min,
  max,
  value,
  onChange,
  presets,
  handover,
}: DateRangeProps & { handover: Handover }) {
  const box = useFocusTakenOver(handover)
  const [open, setOpen] = useState(false)
  const [first, last] = [parsed(min), parsed(max)]
  const choose = (days: Days) => {
    onChange(days)
    setOpen(false)
  }
  // Two months side by side where there is room for them.
  const months = matchMedia('(width <= 700px)').matches ? 1 : 2
  return (
    <DateLocale>
      <DateRangePicker
        className={field.field!}
        value={value && { start: parseDate(value.start), end: parseDate(value.end) }}
        onChange={(range) => onChange(range && { start: String(range.start), end: String(range.end) })}
        isOpen={open}
        onOpenChange={setOpen}
        isRequired={required}
        isDisabled={disabled}
        isInvalid={Boolean(problem)}
        validationBehavior="aria"
        {...(first && { minValue: first })}
        {...(last && { maxValue: last })}
      >
        <Frame label={label} hint={hint} problem={problem}>
          <Group ref={box} className={field.box!} data-invalid={problem ? true : undefined}>
            <span className={css.segments}>
              <Segments slot="start" />
              <span aria-hidden className={css.dash}>
                –
              </span>
              <Segments slot="end" />
            </span>
            {value && !required && <Clear onPress={() => onChange(null)} />}
            <OpenCalendar />
          </Group>
        </Frame>
        <Popover className={css.card!} offset={4}>
          <Dialog className={css.pop!}>
            {presets && (
              <Row>
                {presets.map((preset) => (
                  <Button key={preset.label} size="s" guardMs={0} onClick={() => choose(preset.days)}>
                    {preset.label}
                  </Button>
                ))}
              </Row>
            )}
            <RangeCalendar firstDayOfWeek="mon" visibleDuration={{ months }}>
              <CalendarHead />
              <div className={css.months}>
                {Array.from({ length: months }, (_, offset) => (
                  <Month key={offset} offset={offset} />
                ))}
              </div>
            </RangeCalendar>
          </Dialog>
        </Popover>
      </DateRangePicker>
    </DateLocale>
  )
}
