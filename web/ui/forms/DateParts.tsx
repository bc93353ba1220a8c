/** What the fields for one day and for a range have in common. Loaded with them. */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  FieldError,
  Label,
  Text,
} from 'react-aria-components/DatePicker'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Heading } from 'react-aria-components/Heading'
import { useLang, useText } from '#web/text.ts'
import { Icon } from '../Icon.tsx'
import type { Handover } from '../onDemand/useLoaded.ts'
import field from './Field.module.css'
import css from './Picker.module.css'

/** Year, month and day in the order of the text, also in English: 05/11 means different days in Europe and America. */
export function DateLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useLang() === 'en' ? 'en-CA' : 'zh-CN'}>{children}</I18nProvider>
}

/** The box whose first part takes the focus that its stand-in had. */
export function useFocusTakenOver(handover: Handover) {
  const box = useRef<HTMLDivElement>(null)
  const [focused] = useState(handover.focused)
  useLayoutEffect(() => {
    if (focused) box.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
  }, [focused])
  return box
}

/** The inside of a field: what `box` contains stands between label and hint. */
export function Frame({
  label,
  hint,
  problem,
  children,
}: {
  label: string
  hint: ReactNode
  problem: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <div className={field.head}>
        <Label className={field.label!}>{label}</Label>
      </div>
      {children}
      {hint && !problem && (
        <Text slot="description" className={field.hint!}>
          {hint}
        </Text>
      )}
      <FieldError className={field.problem!}>{problem}</FieldError>
    </>
  )
}

export function Segments({ slot }: { slot?: 'start' | 'end' }) {
  return (
    <DateInput {...(slot && { slot })}>
      {(segment) => <DateSegment segment={segment} className={css.segment!} />}
    </DateInput>
  )
}

export function OpenCalendar() {
  return (
    <Button className={field.opener!}>
      <Icon name="calendar" size={16} />
    </Button>
  )
}

export function CalendarHead() {
  return (
    <header className={css.head}>
      <Button slot="previous" className={css.step!}>
        <Icon name="left" />
      </Button>
      <Heading level={2} />
      <Button slot="next" className={css.step!}>
        <Icon name="right" />
      </Button>
    </header>
  )
}

export function Month({ offset }: { offset: number }) {
  return (
    <CalendarGrid offset={{ months: offset }}>
      <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
      <CalendarGridBody>{(date) => <CalendarCell date={date} className={css.day!} />}</CalendarGridBody>
    </CalendarGrid>
  )
}

/** Removes the value: segments alone would have to be emptied one by one. */
export function Clear({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <Button slot={null} className={css.clear!} aria-label={t('ui.clearDates')} onPress={onPress}>
      <Icon name="close" size={14} />
    </Button>
  )
}
