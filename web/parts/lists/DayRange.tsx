import { Input } from '#web/ui/forms/Input.tsx'
import { useText } from '#web/text.ts'
import { Pair } from './Pair.tsx'

/** Two days as `YYYY-MM-DD`, or empty. */
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
  return (
    <Pair label={label}>
      <Input
        type="date"
        aria-label={`${label} ${t('parts.from')}`}
        value={from}
        onChange={(day) => onChange(day, to)}
      />
      <Input type="date" aria-label={`${label} ${t('parts.to')}`} value={to} onChange={(day) => onChange(from, day)} />
    </Pair>
  )
}
