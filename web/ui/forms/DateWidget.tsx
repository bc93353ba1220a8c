import { parseDate } from '@internationalized/date'
import { Calendar, DatePicker, Group, Popover } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
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
import type { DateFieldProps } from './DateRange.tsx'
import field from './Field.module.css'
import css from './Picker.module.css'

/** Loaded by `DateField`. */
export default function DateWidget({
  label,
  hint,
  problem,
  required = false,
  disabled = false,
  min,
  max,
  value,
  onChange,
  handover,
}: DateFieldProps & { handover: Handover }) {
  const box = useFocusTakenOver(handover)
  return (
    <DateLocale>
      <DatePicker
        className={field.field!}
        value={value ? parseDate(value) : null}
        onChange={(day) => onChange(day && String(day))}
        isRequired={required}
        isDisabled={disabled}
        isInvalid={Boolean(problem)}
        validationBehavior="aria"
        {...(min && { minValue: parseDate(min) })}
        {...(max && { maxValue: parseDate(max) })}
      >
        <Frame label={label} hint={hint} problem={problem}>
          <Group ref={box} className={field.box!} data-invalid={problem ? true : undefined}>
            <span className={css.segments}>
              <Segments />
            </span>
            {value && !required && <Clear onPress={() => onChange(null)} />}
            <OpenCalendar />
          </Group>
        </Frame>
        <Popover className={css.card!} offset={4}>
          <Dialog className={css.pop!}>
            <Calendar firstDayOfWeek="mon" className={css.single!}>
              <CalendarHead />
              <div className={css.months}>
                <Month offset={0} />
              </div>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </DateLocale>
  )
}
