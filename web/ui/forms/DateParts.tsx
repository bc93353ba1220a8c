/** What the fields for one day and for a range have in common. Loaded with them. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { parseDate, parseDateTime } from '@internationalized/date'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Heading } from 'react-aria-components/Heading'
import { useLang, useText } from '#web/text.ts'
import { Icon } from '../Icon.tsx'
import type { Handover } from '../onDemand/useLoaded.ts'
import css from './Picker.module.css'

/** Year, month and day in the order of the text, also in English: 05/11 means different days in Europe and America. */
export function DateLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useLang() === 'en' ? 'en-CA' : 'zh-CN'}>{children}</I18nProvider>
}

/** A typed day or moment. The same text is the same object: React Aria takes another one for a change and drops what is half typed. */
export const useParsed = (text: string) =>
  useMemo(() => (text ? (text.includes('T') ? parseDateTime(text) : parseDate(text)) : null), [text])

/** The box whose first part takes the focus that its stand-in had, and that of the button that clears it. */
export function useFocusInBox(handover: Handover) {
  const box = useRef<HTMLDivElement>(null)
  const [{ focused }] = useState(handover)
  const focus = () => box.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
  useEffect(() => {
    if (focused) focus()
  }, [focused])
  return { box, focus }
}

/** Runs when a date is left half typed or half deleted: it counts as none, as it looks. */
export const onLeftIncomplete =
  (value: string, clear: () => void) =>
  ({ currentTarget }: { currentTarget: Element }) => {
    if (value && currentTarget.querySelector('[role=spinbutton][data-placeholder]')) clear()
  }

export function Segments() {
  return <DateInput>{(segment) => <DateSegment segment={segment} className={css.segment!} />}</DateInput>
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
