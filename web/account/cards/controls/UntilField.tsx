import { useState } from 'react'
import { UNTIL_DAYS } from '#contract/controls/controls.ts'
import { checks } from '#contract/core/checks.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { endOfDay, momentText, timeOfMoment } from '#web/parts/dates.ts'
import { DateField } from '#web/ui/forms/DateRange.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './form/text.ts'

const DAY_MS = 86_400_000
const latest = (): number => serverNow() + UNTIL_DAYS * DAY_MS

/** Until when what is saved is in force. */
export function useUntil(first: number | null = null) {
  const [time, setTime] = useState(first ?? undefined)
  const [tried, setTried] = useState(false)
  const isRight = () => time === undefined || (time > serverNow() && time <= latest())
  return {
    time,
    field: { time, onChange: setTime, problem: tried && !isRight() ? checks.until_range[langNow()] : undefined },
    attempt(): boolean {
      setTried(true)
      return isRight()
    },
  }
}

/** The last days of today, of the week's work and of the month; of those that are the same day, the first. */
function presets() {
  const now = serverNow()
  const date = new Date(`${momentText(now)}Z`)
  const toFriday = (12 - date.getUTCDay()) % 7
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const days = { today: 0, friday: toFriday, month: lastDay - date.getUTCDate() }
  const all = (Object.keys(days) as (keyof typeof days)[]).map((name) => ({ name, time: endOfDay(now, days[name]) }))
  return all.filter(({ time }, at) => all.findIndex((other) => other.time === time) === at)
}

/** Saves controls for a time: a moment, or one of the usual ones. */
export function UntilField({
  time,
  problem,
  returning = false,
  onChange,
}: {
  time: number | undefined
  problem: string | undefined
  /** What is in force is set for a time already. */
  returning?: boolean
  onChange: (time: number | undefined) => void
}) {
  const t = useText()
  return (
    <Stack gap={2}>
      <DateField
        label={t('controls.until.label')}
        hint={t(returning ? 'controls.until.keep' : 'controls.until.hint')}
        problem={problem}
        minutes
        min={momentText(serverNow())}
        max={momentText(latest())}
        value={time === undefined ? '' : momentText(time)}
        onChange={(text) => onChange(text ? timeOfMoment(text) : undefined)}
      />
      <Row>
        {presets().map((preset) => (
          <Button key={preset.name} size="s" guardMs={0} onClick={() => onChange(preset.time)}>
            {t(`controls.until.${preset.name}`)}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}
