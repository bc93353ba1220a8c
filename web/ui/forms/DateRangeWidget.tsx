import { useRef, useState, type KeyboardEvent } from 'react'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { DateField } from 'react-aria-components/DateField'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useText } from '#web/text.ts'
import { Icon } from '../Icon.tsx'
import { Row } from '../layout.tsx'
import type { Handover } from '../onDemand/useLoaded.ts'
import { Button } from './Button.tsx'
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
import type { DateRangeProps, Days } from './DateRange.tsx'
import { Field } from './Field.tsx'
import field from './Field.module.css'
import css from './Picker.module.css'

/** Arrows also go from one date to the other. */
function crossOver(event: KeyboardEvent<HTMLElement>): void {
  const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=spinbutton]')]
  const at = parts.indexOf(event.target as HTMLElement)
  const [lastOfStart, firstOfEnd] = [parts.length / 2 - 1, parts.length / 2]
  const next =
    event.key === 'ArrowRight' && at === lastOfStart
      ? firstOfEnd
      : event.key === 'ArrowLeft' && at === firstOfEnd
        ? lastOfStart
        : undefined
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  parts[next]?.focus()
}

/**
 * Loaded by `DateRange`. Two date fields and a calendar rather than React Aria's picker of ranges, which has no value until both ends are there: a range from a day
 * on, or up to a day, is useful in a list.
 */
export default function DateRangeWidget({
  label,
  hint,
  problem,
  required = false,
  disabled = false,
  value,
  onChange,
  presets = [],
  handover,
}: DateRangeProps & { handover: Handover }) {
  const t = useText()
  const { box, focus } = useFocusInBox(handover)
  const opener = useRef<HTMLButtonElement>(null)
  const calendar = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const ends = { start: useParsed(value.start), end: useParsed(value.end) }
  // The year of an end that is being typed is small at first.
  const reversed = value.end > '1000' && value.end < value.start
  const wrong = problem ?? (reversed ? t('ui.daysReversed') : undefined)
  const choose = (days: Days) => {
    setOpen(false)
    onChange(days)
  }
  const one = (end: 'start' | 'end', describedBy: string | undefined) => {
    const set = (day: string) => onChange({ ...value, [end]: day })
    return (
      <DateField
        aria-label={t(end === 'start' ? 'ui.startDay' : 'ui.endDay')}
        aria-describedby={describedBy ?? ''}
        value={ends[end]}
        onChange={(day) => set(day ? String(day) : '')}
        onBlur={onLeftIncomplete(value[end], () => set(''))}
        isRequired={required}
        isDisabled={disabled}
        isInvalid={Boolean(wrong)}
        validationBehavior="aria"
        shouldForceLeadingZeros
      >
        <Segments />
      </DateField>
    )
  }
  // Two months side by side where there is room for them.
  const months = matchMedia('(width <= 700px)').matches ? 1 : 2
  const range = ends.start && ends.end && !reversed ? { start: ends.start, end: ends.end } : null
  const current = presets.find(({ days }) => days.start === value.start && days.end === value.end)
  const focused = ends.start ?? ends.end
  return (
    <DateLocale>
      <Field label={label} hint={hint} problem={wrong} group>
        {(wiring) => (
          <div ref={box} onKeyDownCapture={crossOver} className={field.box!} data-invalid={wiring['aria-invalid']}>
            <span className={css.segments}>
              {one('start', wiring['aria-describedby'])}
              <span aria-hidden className={css.dash}>
                –
              </span>
              {one('end', wiring['aria-describedby'])}
            </span>
            {(value.start || value.end) && !required && (
              <Clear
                onPress={() => {
                  onChange({ start: '', end: '' })
                  focus()
                }}
              />
            )}
            <button
              ref={opener}
              type="button"
              className={field.opener}
              aria-label={t('ui.openCalendar')}
              aria-haspopup="dialog"
              aria-expanded={open}
              disabled={disabled}
              onClick={() => setOpen(true)}
            >
              <Icon name="calendar" size={16} />
            </button>
          </div>
        )}
      </Field>
      <Popover isOpen={open} onOpenChange={setOpen} triggerRef={opener} placement="bottom end" className={css.card!}>
        <Dialog className={css.pop!} aria-label={label}>
          <Row>
            {presets.map((preset) => (
              <Button
                key={preset.label}
                size="s"
                guardMs={0}
                aria-pressed={preset === current}
                onClick={() => choose(preset.days)}
              >
                {preset.label}
              </Button>
            ))}
            {presets.length > 0 && (
              <Button
                size="s"
                guardMs={0}
                aria-pressed={range !== null && current === undefined}
                // The calendar below is where other days are chosen.
                onClick={() => calendar.current?.querySelector<HTMLElement>('[role=button][tabindex="0"]')?.focus()}
              >
                {t('ui.customDays')}
              </Button>
            )}
            {value.start && !required && (
              <Button size="s" look="quiet" guardMs={0} onClick={() => choose({ ...value, start: '' })}>
                {t('ui.anyStart')}
              </Button>
            )}
            {value.end && !required && (
              <Button size="s" look="quiet" guardMs={0} onClick={() => choose({ ...value, end: '' })}>
                {t('ui.anyEnd')}
              </Button>
            )}
          </Row>
          <div ref={calendar}>
            <RangeCalendar
              aria-label={label}
              firstDayOfWeek="mon"
              visibleDuration={{ months }}
              value={range}
              onChange={({ start, end }) => choose({ start: String(start), end: String(end) })}
              {...(focused && { defaultFocusedValue: focused })}
            >
              <CalendarHead />
              <div className={css.months}>
                {Array.from({ length: months }, (_, offset) => (
                  <Month key={offset} offset={offset} />
                ))}
              </div>
            </RangeCalendar>
          </div>
        </Dialog>
      </Popover>
    </DateLocale>
  )
}
