import { DateRange } from '#web/ui/forms/DateRange.tsx'
import { useText } from '#web/text.ts'
import { serverNow } from '../client/serverClock.ts'
import { dayRanges } from './filterValues.ts'

/** Two days as `YYYY-MM-DD`, or empty: a list is also filtered from a day on, or up to a day. */
export function DayRange({
  label,
  from,
  to,
  onChange,
}: {
  label: string
  from: string
  to: string
  onChange: (from: string, to: string) => void
}) {
  const t = useText()
  const ranges = dayRanges(serverNow())
  return (
    <DateRange
      label={label}
      value={{ start: from, end: to }}
      onChange={({ start, end }) => onChange(start, end)}
      presets={(['today', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth'] as const).map((name) => ({
        label: t(`parts.${name}`),
        days: ranges[name],
      }))}
    />
  )
}
