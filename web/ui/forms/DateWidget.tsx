import { Calendar, DatePicker, FieldError, Group, Label, Popover, Text, Button } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Icon } from '../Icon.tsx'
import type { Handover } from '../onDemand/useLoaded.ts'
import {
  CalendarHead,
  Clear,
  DateLocale,
  Month,
  onLeftIncomplete,
  Segments,
  useFocusInBox,
  useParsed,
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
  min = '',
  max = '',
  minutes = false,
  value,
  onChange,
  handover,
}: DateFieldProps & { handover: Handover }) {
  const { box, focus } = useFocusInBox(handover)
  const [first, last] = [useParsed(min), useParsed(max)]
  const clear = () => onChange('')
  return (
    <DateLocale>
      <DatePicker
        className={field.field!}
        value={useParsed(value)}
        onChange={(day) => onChange(day ? String(day).slice(0, minutes ? 16 : 10) : '')}
        onBlur={onLeftIncomplete(value, clear)}
        granularity={minutes ? 'minute' : 'day'}
        shouldForceLeadingZeros
        hourCycle={24}
        isRequired={required}
        isDisabled={disabled}
        // Without one, React Aria says itself what is outside the limits.
        {...(problem && { isInvalid: true })}
        validationBehavior="aria"
        {...(first && { minValue: first })}
        {...(last && { maxValue: last })}
      >
        <div className={field.head}>
          <Label className={field.label!}>{label}</Label>
        </div>
        <Group ref={box} className={field.box!} data-invalid={problem ? true : undefined}>
          <span className={css.segments}>
            <Segments />
          </span>
          {value && !required && (
            <Clear
              onPress={() => {
                clear()
                focus()
              }}
            />
          )}
          <Button className={field.opener!}>
            <Icon name="calendar" size={16} />
          </Button>
        </Group>
        {hint && !problem && (
          <Text slot="description" className={field.hint!}>
            {hint}
          </Text>
        )}
        <FieldError className={field.problem!}>{problem}</FieldError>
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
